import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import { closePromptly } from './closing.js';
import { restErrors, sendError } from './errors.js';
import { RequestLog } from './log.js';

/** Room in a path for a URN of 512 bytes, each percent-encoded. */
const maxParamLength = 3 * 512;

/** Fastify with this service's limits, before any route. */
export function createServer(
  config: Config,
  retiring: AbortSignal,
  logger?: FastifyBaseLogger,
): FastifyInstance {
  const timeout = config.REQUEST_TIMEOUT_MS;
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new RequestLog(),
    bodyLimit: config.BODY_LIMIT_BYTES,
    // To receive a request, to answer it, and how long a socket may then be silent before it is closed.
    requestTimeout: timeout,
    handlerTimeout: timeout,
    connectionTimeout: timeout + 5_000,
    genReqId: () => randomUUID(),
    // Who calls is decided by the socket's own address; a forwarded header is anybody's word.
    trustProxy: false,
    return503OnClosing: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    frameworkErrors: sendError,
  });
  app.removeContentTypeParser('text/plain');
  restErrors(app);
  closePromptly(app, retiring);
  app.addHook('onRequest', async (request, reply) => {
    // What a caller quotes to find the cause in the log.
    reply.header('x-request-id', request.id);
    // Answers hold token texts and depend on the caller.
    reply.header('cache-control', 'no-store');
  });
  return app;
}
