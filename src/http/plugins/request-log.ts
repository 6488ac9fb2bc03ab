import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { shortened, withoutTokens } from '../../core/text.js';
import { findRoute } from '../find-route.js';
import { findFamily, readPath } from '../path-family.js';

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

const maxAction = 64;
const requestId = /^[\w.:/+=-]{1,128}$/;

/** Returns the id that the caller gave the request, and the client's address if a proxy forwarded the request. */
function callerFields({ headers, clientAddress, socket }: FastifyRequest) {
  const callersId = headers['x-request-id'];
  return {
    callersId: typeof callersId === 'string' && requestId.test(callersId) ? callersId : undefined,
    clientAddress: clientAddress === socket.remoteAddress ? undefined : clientAddress,
  };
}

/**
 * Returns the operation of a successful request: the root fields of a GraphQL request, or the route and the action of
 * any other. No part of it is chosen freely by the caller.
 */
function describeOperation(request: FastifyRequest, { statusCode }: FastifyReply) {
  const { operation, method, query } = request;
  if (operation !== undefined || statusCode >= 400) return operation?.text;
  const { action } = Object(query) as { action?: unknown };
  const route = `${method} ${findRoute(request).url}`;
  return typeof action === 'string' && method === 'POST'
    ? `${route}?action=${action.slice(0, maxAction)}`
    : route;
}

/** Writes one line for each request, with its actor, when the response is sent. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { callersId, clientAddress } = callerFields(request);
    const line = {
      req: request,
      res: reply,
      operation: describeOperation(request, reply),
      actor: (request.actor as FastifyRequest['actor'] | null)?.urn,
      callersId,
      clientAddress,
      responseTime: reply.elapsedTime,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}
