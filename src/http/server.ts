import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from '../config.js';
import { clientAddresses } from './plugins/client-address.js';
import { answerClientError, refuseConnect } from './plugins/client-errors.js';
import { errorSender, type SendError } from './plugins/error-handler.js';
import { closePromptly } from './plugins/graceful-close.js';
import { jsonBodies } from './plugins/json-body.js';
import { checkRequests } from './plugins/request-checks.js';
import { RequestLog } from './plugins/request-log.js';
import { answerWithin } from './plugins/response-timeout.js';
import { securityHeaders } from './plugins/security-headers.js';

/** Room in a path for a URN of 512 bytes, each percent-encoded. */
const maxParamLength = 3 * 512;

const checkingInterval = 500;

/**
 * Fastify with this service's limits, before any route.
 *
 * @param sendGraphqlError for what keeps a request from GraphQL's path from the plugin that is there
 */
export function createServer(
  config: Config,
  draining: AbortSignal,
  sendGraphqlError: SendError,
  logger?: FastifyBaseLogger,
): FastifyInstance {
  const timeout = config.REQUEST_TIMEOUT_MS;
  const sendError = errorSender(sendGraphqlError);
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new RequestLog(),
    bodyLimit: config.BODY_LIMIT_BYTES,
    // Node looks for requests that take too long to arrive every 30 seconds, which would make a limit of 1 one of 31.
    http: {
      requestTimeout: timeout,
      headersTimeout: timeout,
      connectionsCheckingInterval: checkingInterval,
      // checkRequests answers in words what Node would without any.
      requireHostHeader: false,
    },
    // To receive a request, and how long a socket may then be silent before it is closed.
    requestTimeout: timeout,
    connectionTimeout: timeout + 5_000,
    // Closing waits for what is in flight, and Fastify times it like the start of a plugin.
    pluginTimeout: timeout + 10_000,
    genReqId: () => randomUUID(),
    // Who calls is decided by the socket's own address; a forwarded header is anybody's word.
    trustProxy: false,
    return503OnClosing: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength },
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler(sendError);
  jsonBodies(app);
  refuseConnect(app);
  closePromptly(app, draining);
  answerWithin(app, timeout);
  securityHeaders(app);
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply);
    done();
  });
  clientAddresses(app, config.TRUSTED_PROXIES);
  checkRequests(app);
  return app;
}

function addHeaders(request: FastifyRequest, reply: FastifyReply) {
  // What a caller quotes to find the cause in the log.
  reply.header('x-request-id', request.id);
  // Answers hold token texts and depend on the caller.
  reply.header('cache-control', 'no-store');
}
