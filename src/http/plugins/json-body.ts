import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.js';
import { decompress } from './decompress.js';
import { hasTooManyValues, valuesMax } from './json-values.js';

type Done = (error: Error | null, body?: unknown) => void;
type Parser = (request: FastifyRequest, bytes: Buffer, done: Done) => void;

/** What a 415 says. */
export const wantedType = 'Send application/json, in UTF-8.';

/** Bodies are JSON in UTF-8, compressed or not, and every other is refused, unless a plugin says otherwise. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));
  app.addContentTypeParser('*', (request, _payload, done) => done(unsupported(request)));
}

/**
 * For clients that name no type, or the one that `curl --data` and Python's urllib send for everything: an empty body
 * is none, whatever its type, and JSON is read as `application/x-www-form-urlencoded` and without a type. Not from a
 * browser, which sends these two to any site without asking, where a page on another site has it so.
 */
export function jsonOrNothing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Before Fastify refuses a type that is not well-formed.
    if (isWithoutBody(request.headers)) delete request.headers['content-type'];
    done();
  });
  app.removeAllContentTypeParsers();
  const parseJson = jsonParser(app);
  const parse: Parser = (request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else if (mayBeJson(request)) parseJson(request, bytes, done);
    else done(unsupported(request));
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, parse);
}

function mayBeJson({ headers, mediaType }: FastifyRequest): boolean {
  if (mediaType === 'application/json') return true;
  if (mediaType !== undefined && mediaType !== 'application/x-www-form-urlencoded') return false;
  return headers.origin === undefined && headers['sec-fetch-site'] === undefined;
}

const isWithoutBody = ({ 'transfer-encoding': chunked, 'content-length': length }: IncomingHttpHeaders) =>
  chunked === undefined && (length === undefined || Number(length) === 0);

function jsonParser(app: FastifyInstance): Parser {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const parseBytes = (request: FastifyRequest, bytes: Buffer, done: Done) => {
    // Decoding would make U+FFFD of what is not, and one URN of two.
    if (!isUtf8(bytes)) done(new Refusal(400, 'The body is not valid UTF-8.'));
    else if (hasTooManyValues(bytes)) {
      done(new Refusal(413, `The body has more than ${valuesMax} JSON values. Send it in parts.`));
    } else parseJson(request, bytes.toString(), done);
  };
  return (request, bytes, done) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers;
    if (type !== 'application/json' && !isInUtf8(type)) done(unsupported(request));
    else if (encoding === undefined) parseBytes(request, bytes, done);
    else {
      decompress(bytes, encoding, request.routeOptions.bodyLimit!, (refusal, plain) => {
        if (refusal) done(refusal);
        else parseBytes(request, plain, done);
      });
    }
  };
}

const charset = /;\s*charset\s*=\s*("[^"]*"|[^\s;]*)/gi;

const isInUtf8 = (type = '') =>
  [...type.matchAll(charset)].every(([, value = '']) => /^"?utf-?8"?$/i.test(value));

const unsupported = ({ headers: { 'content-type': type } }: FastifyRequest) =>
  new Refusal(415, `Unsupported Media Type${type === undefined ? '' : ` "${type}"`}. ${wantedType}`);
