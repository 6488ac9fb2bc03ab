import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { busy } from '../../core/memory-budget.js';
import { DuplicateMember, hasDuplicates } from '../../json/duplicate-members.js';
import { isDeeper, maxDepth } from '../../json/lossless-json.js';
import { parseInputInSteps, TooDeep } from '../../json/lossless-json-parser.js';
import {
  countValues,
  memoryPerValue,
  type ValueCount,
  valuesMax,
  valuesMaxInTexts,
} from '../../json/values.js';
import { expectedType } from '../../public-error.js';
import { finish, runInTurns } from '../../scheduling/steps.js';
import { HttpError } from '../http-error.js';
import { decompress } from './decompress.js';

type Done = (error: Error | null, body?: unknown) => void;
type Parser = (request: FastifyRequest, bytes: Buffer, done: Done) => void;
/** @param members how many the objects of the text have */
type TextParser = (request: FastifyRequest, text: string, members: number, done: Done) => void;
type SimpleParser = (request: FastifyRequest, text: string, done: Done) => void;

/** Reads bodies as JSON in UTF-8, compressed or not, and rejects every other body. */
export const jsonBody = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(ordinaryParser(app)));
    app.addContentTypeParser('*', (request, _payload, done) => done(unsupported(request)));
  },
  { name: 'json-body' },
);

/**
 * Reads bodies as clients send them that name no type, or `application/x-www-form-urlencoded` for everything, as
 * `curl --data` and Python's urllib do. An empty body is no body, whatever its type. A JSON body may have either type,
 * unless a browser sends it: browsers send these two to any site without a preflight.
 *
 * With `lossless`, numbers keep every digit (json/lossless-json.ts), for routes whose bodies hold aspects as JSON.
 */
export const lenientJsonBody = fp(
  async (app, { lossless = false }: { lossless?: boolean }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      // Fastify would reject a type that is not well-formed.
      if (isWithoutBody(request.headers)) delete request.headers['content-type'];
      done();
    });
    app.removeAllContentTypeParsers();
    const parseJson = jsonParser(lossless ? parseLosslessly : ordinaryParser(app));
    const parse: Parser = (request, bytes, done) => {
      if (bytes.length === 0) done(null, undefined);
      else if (mayBeJson(request)) parseJson(request, bytes, done);
      else done(unsupported(request));
    };
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
    app.addContentTypeParser('*', { parseAs: 'buffer' }, parse);
  },
  { name: 'lenient-json-body' },
);

function mayBeJson({ headers, mediaType }: FastifyRequest): boolean {
  if (mediaType === 'application/json') return true;
  if (mediaType !== undefined && mediaType !== 'application/x-www-form-urlencoded') return false;
  return headers.origin === undefined && headers['sec-fetch-site'] === undefined;
}

const isWithoutBody = ({ 'transfer-encoding': chunked, 'content-length': length }: IncomingHttpHeaders) =>
  chunked === undefined && (length === undefined || Number(length) === 0);

function ordinaryParser(app: FastifyInstance): TextParser {
  const parse = app.getDefaultJsonParser('error', 'error') as SimpleParser;
  return (request, text, members, done) =>
    parse(request, text, (error, body) => {
      if (error) return done(error);
      if (isDeeper(body, maxDepth)) return done(new TooDeep());
      const proceed = (isAmbiguous: boolean) => {
        // Reading it again finds the member.
        if (isAmbiguous) parseLosslessly(request, text, members, done);
        else done(null, body);
      };
      const comparing = hasDuplicates(members, body);
      if (text.length > longText) runInTurns(comparing).then(proceed, done);
      else proceed(finish(comparing));
    });
}

/** Parses in steps, so that a long body does not delay other requests. */
const parseLosslessly: TextParser = (_request, text, _members, done) => {
  runInTurns(parseInputInSteps(text)).then((body) => done(null, body), done);
};

function toProblem(error: Error): Error {
  // Code that walks over a value calls itself for each level, on a stack that is bounded.
  if (error instanceof TooDeep) return badBody(`is nested more than ${maxDepth} levels deep.`);
  if (error instanceof DuplicateMember) return badBody(`${error.message}.`);
  return error instanceof SyntaxError && !('statusCode' in error)
    ? badBody(`is not valid JSON: ${error.message}`)
    : error;
}

const badBody = (what: string) => new HttpError(400, `The body ${what}`);

/** Characters of a body whose values are counted in turns. */
const longText = 1_000_000;

function jsonParser(parseJson: TextParser): Parser {
  const parseBytes = (request: FastifyRequest, bytes: Buffer, done: Done) => {
    // Decoding replaces invalid bytes by U+FFFD, which would turn two URNs into one.
    if (!isUtf8(bytes)) done(new HttpError(400, 'The body is not valid UTF-8.'));
    else {
      const text = bytes.toString();
      const proceed = ({ values, inTexts, members }: ValueCount) => {
        if (values > valuesMax) done(tooManyValues(`${valuesMax} JSON values`));
        else if (inTexts > valuesMaxInTexts)
          done(tooManyValues(`${valuesMaxInTexts} JSON values, with those in its texts`));
        else if (request.memory?.reach(memoryPerValue * inTexts) === false) done(busy());
        else parseJson(request, text, members, (error, body) => done(error && toProblem(error), body));
      };
      const counting = countValues(text);
      if (text.length > longText) runInTurns(counting).then(proceed, done);
      else proceed(finish(counting));
    }
  };
  return (request, bytes, done) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers;
    if (type !== 'application/json' && !isInUtf8(type)) done(unsupported(request));
    else if (encoding === undefined) parseBytes(request, bytes, done);
    else {
      decompress(bytes, encoding, request.routeOptions.bodyLimit!, (error, plain) => {
        if (error) done(error);
        else parseBytes(request, plain, done);
      });
    }
  };
}

const tooManyValues = (limit: string) =>
  new HttpError(413, `The body has more than ${limit}. Send it in parts.`);

const charset = /;\s*charset\s*=\s*("[^"]*"|[^\s;]*)/gi;

const isInUtf8 = (type = '') =>
  [...type.matchAll(charset)].every(([, value = '']) => /^"?utf-?8"?$/i.test(value));

const unsupported = ({ headers: { 'content-type': type } }: FastifyRequest) =>
  new HttpError(415, `Unsupported Media Type${type === undefined ? '' : ` "${type}"`}. ${expectedType}`);
