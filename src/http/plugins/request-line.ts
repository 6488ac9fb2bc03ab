import type { FastifyReply, FastifyRequest } from 'fastify';
import { symbols } from 'pino';
import { withoutTokens } from '../../core/text.js';
import { findFamily, readPath } from '../path-family.js';

/** What a logger of pino keeps for its lines. Other loggers have none of it. */
interface LineParts {
  readonly [symbols.lsCacheSym]: Readonly<Record<number, string>>;
  /** The fields that every line of the logger has, as JSON that begins with a comma. */
  readonly [symbols.chindingsSym]: string;
  readonly [symbols.timeSym]: () => string;
  readonly [symbols.endSym]: string;
  isLevelEnabled(level: 'info'): boolean;
  readonly [symbols.streamSym]: {
    readonly [symbols.needsMetadataGsym]?: boolean;
    write(line: string): unknown;
  };
}

/** What a line says beside the request and its answer. Callers write some of these texts. */
export interface LineFields {
  readonly operation: string | undefined;
  readonly actor: string | undefined;
  readonly callersId: string | undefined;
  readonly clientAddress: string | undefined;
}

const info = 30;

/** Without the parameters of GraphQL: they are documents and values. */
export function loggedUrl(request: Partial<FastifyRequest>): string {
  const { url = '' } = request;
  // The route, because a path can be spelled in many ways.
  const hasParameters = /[?#]/.test(url) && findFamily(request.routeOptions?.url ?? url) === 'graphql';
  return hasParameters ? readPath({ url }) : url;
}

/**
 * Writes the line of a request that has been answered, as `log.info` of pino would. That takes three times as long: it
 * walks over the fields, serializes copies of the request and the answer, and searches the whole line for secrets. Here
 * only the texts that callers write are searched.
 *
 * @returns false when the logger is not one of pino's, and nothing is written
 */
export function writeRequestLine(request: FastifyRequest, reply: FastifyReply, fields: LineFields): boolean {
  const parts = reply.log as unknown as Partial<LineParts>;
  const stream = parts[symbols.streamSym];
  if (!stream || stream[symbols.needsMetadataGsym]) return false;
  if (!parts.isLevelEnabled!('info')) return true;
  const { operation, actor, callersId, clientAddress } = fields;
  const version = request.headers['accept-version'];
  const port = request.socket.remotePort;
  stream.write(
    `${parts[symbols.lsCacheSym]![info]}${parts[symbols.timeSym]!()}${parts[symbols.chindingsSym]}` +
      `,"req":{"method":"${request.method}","url":${toText(loggedUrl(request))}` +
      `${version === undefined ? '' : `,"version":${toText(String(version))}`},"host":${toText(request.host)}` +
      `${request.ip === undefined ? '' : `,"remoteAddress":"${request.ip}"`}${port === undefined ? '' : `,"remotePort":${port}`}}` +
      `,"res":{"statusCode":${reply.statusCode}}${field('operation', operation)}${field('actor', actor)}` +
      `${field('callersId', callersId)}${field('clientAddress', clientAddress)}` +
      `,"responseTime":${reply.elapsedTime},"msg":"request completed"${parts[symbols.endSym]}`,
  );
  return true;
}

const field = (name: keyof LineFields, text: string | undefined) =>
  text === undefined ? '' : `,"${name}":${toText(text)}`;

/** Returns a text that can hold a token's, as JSON without it. */
const toText = (text: string) => JSON.stringify(withoutTokens(text));
