import type { FastifyRequest } from 'fastify';
import { shortened, withoutTokens } from '../../../core/text.js';
import { findFamily, readPath } from '../../path-family.js';

const authorization = /("authorization":")(?:[^"\\]|\\.)*/g;

/** Options for pino that keep secrets and data out of every line. */
export const safeLines = {
  formatters: {
    /** Keeps an error's type, code and stack. Other properties can hold a statement and its values, or a document. */
    log: (line: Record<string, unknown>) =>
      'err' in line ? { ...line, err: withoutProperties(line.err) } : line,
  },
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: loggedUrl(request),
      version: request.headers?.['accept-version'],
      host: request.host,
      remoteAddress: request.ip,
      remotePort: request.socket?.remotePort,
    }),
  },
  hooks: {
    /** Callers can write a token in every text. Headers are not logged; the second rule is a safeguard. */
    streamWrite: (text: string) => withoutTokens(text).replace(authorization, '$1[redacted]'),
  },
};

/** Without the parameters of GraphQL: they are documents and values. */
function loggedUrl(request: FastifyRequest): string {
  const { url = '' } = request;
  // The route, because a path can be spelled in many ways.
  const hasParameters = /[?#]/.test(url) && findFamily(request.routeOptions?.url ?? url) === 'graphql';
  return hasParameters ? readPath({ url }) : url;
}

/** Characters of an error and its stack. The message of a database's error can hold a whole value. */
const maxStack = 10_000;

function withoutProperties(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const stacks: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && stacks.length < 5; cause = cause.cause) {
    stacks.push(shortened(cause.stack ?? cause.message, maxStack));
  }
  const { name, message, code } = error as { name: string; message: string; code?: unknown };
  // pino takes the type of an object without a constructor from its name.
  const short = shortened(message, maxStack);
  return Object.assign(Object.create(null), {
    name,
    message: short,
    code,
    stack: stacks.join('\ncaused by: '),
  });
}
