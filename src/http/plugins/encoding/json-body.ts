import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { busy, uncounted } from '../../../core/memory-budget.js';
import { maxDepth } from '../../../json/lossless-json.js';
import {
  checkDuplicatesInSteps,
  DuplicateMember,
  parseInputInSteps,
  TooDeep,
} from '../../../json/lossless-json-parser.js';
import { withNormalUrns } from '../../../json/normal-urns.js';
import { countValues, memoryPerValue, valuesMax, valuesMaxInTexts } from '../../../json/values.js';
import { expectedType } from '../../../public-error.js';
import { runInTurns } from '../../../scheduling/steps.js';
import { HttpError } from '../../http-error.js';
import { decompress } from './decompress.js';

type TextParser = (request: FastifyRequest, text: string) => Promise<unknown>;

/** Reads bodies as JSON in UTF-8, compressed or not, and rejects every other body. */
export const jsonBody = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, bodyReader(ordinaryParser(app)));
    app.addContentTypeParser('*', (request, _payload, done) => done(unsupported(request)));
  },
  { name: 'json-body' },
);

/**
 * Also reads JSON without a type or with the type `application/x-www-form-urlencoded`, which `curl --data` and Python's
 * urllib send with every body. An empty body means no body, regardless of its type. A JSON body may have
 * either type, unless a browser sends it: browsers send these two to any site without a preflight. The body
 * of a PATCH may also have the type of RFC 6902.
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
    const readBody = bodyReader(lossless ? losslessParser : ordinaryParser(app));
    const read = async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      if (!mayBeJson(request)) throw unsupported(request);
      return readBody(request, bytes);
    };
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
    app.addContentTypeParser('*', { parseAs: 'buffer' }, read);
  },
  { name: 'lenient-json-body' },
);

function mayBeJson({ headers, mediaType, method }: FastifyRequest): boolean {
  if (mediaType === 'application/json') return true;
  if (mediaType === 'application/json-patch+json') return method === 'PATCH';
  if (mediaType !== undefined && mediaType !== 'application/x-www-form-urlencoded') return false;
  return headers.origin === undefined && headers['sec-fetch-site'] === undefined;
}

const isWithoutBody = ({ 'transfer-encoding': chunked, 'content-length': length }: IncomingHttpHeaders) =>
  chunked === undefined && (length === undefined || Number(length) === 0);

/** Numbers are JavaScript's. */
function ordinaryParser(app: FastifyInstance): TextParser {
  const parse = promisify(app.getDefaultJsonParser('error', 'error')) as TextParser;
  return async (request, text) => {
    const body = await parse(request, text);
    await runInTurns(checkDuplicatesInSteps(text));
    return body;
  };
}

const losslessParser: TextParser = (_request, text) => runInTurns(parseInputInSteps(text));

function toProblem(error: Error): Error {
  // Code that walks over a value calls itself for each level, on a stack that is bounded.
  if (error instanceof TooDeep) return badBody(`is nested more than ${maxDepth} levels deep.`);
  if (error instanceof DuplicateMember) return badBody(`${error.message}.`);
  return error instanceof SyntaxError && !('statusCode' in error)
    ? badBody(`is not valid JSON: ${error.message}`)
    : error;
}

const badBody = (what: string) => new HttpError(400, `The body ${what}`);

const bodyReader = (parse: TextParser) => async (request: FastifyRequest, bytes: Buffer) => {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (type !== 'application/json' && !isInUtf8(type)) throw unsupported(request);
  const plain =
    encoding === undefined ? bytes : await decompressed(bytes, encoding, request.routeOptions.bodyLimit!);
  // Decoding replaces invalid bytes by U+FFFD, which would turn two URNs into one.
  if (!isUtf8(plain)) throw new HttpError(400, 'The body is not valid UTF-8.');
  const text = plain.toString();
  // A shorter text has too few values to exceed a limit.
  if (memoryPerValue * text.length > uncounted) await checkValues(request, text);
  try {
    return await parse(request, await runInTurns(withNormalUrns(text)));
  } catch (error) {
    throw toProblem(error as Error);
  }
};

async function checkValues(request: FastifyRequest, text: string): Promise<void> {
  const { values, inTexts } = await runInTurns(countValues(text));
  if (values > valuesMax) throw tooManyValues(`${valuesMax} JSON values`);
  if (inTexts > valuesMaxInTexts)
    throw tooManyValues(`${valuesMaxInTexts} JSON values, including those in its texts`);
  if (request.memory?.reach(memoryPerValue * inTexts) === false) throw busy();
}

const decompressed = promisify(decompress);

const tooManyValues = (limit: string) =>
  new HttpError(413, `The body has more than ${limit}. Send it in parts.`);

const charset = /;\s*charset\s*=\s*("[^"]*"|[^\s;]*)/gi;

const isInUtf8 = (type = '') =>
  [...type.matchAll(charset)].every(([, value = '']) => /^"?utf-?8"?$/i.test(value));

const unsupported = ({ headers: { 'content-type': type } }: FastifyRequest) =>
  new HttpError(415, `Unsupported Media Type${type === undefined ? '' : ` "${type}"`}. ${expectedType}`);
