import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import type { Tracing } from '../core/tracing.js';
import { basePath, withoutBase } from './base-path.js';
import { jsonBody } from './plugins/encoding/json-body.js';
import { responseHeaders, setRequestHeaders } from './plugins/encoding/response-headers.js';
import { answerClientError, connectRefusal } from './plugins/errors/client-errors.js';
import { errorHandler, type SendError } from './plugins/errors/error-handler.js';
import { clientAddress } from './plugins/identity/client-address.js';
import { crossOrigin } from './plugins/identity/cross-origin.js';
import { bodyRate } from './plugins/limits/body-rate.js';
import { gracefulClose } from './plugins/limits/graceful-close.js';
import { requestChecks } from './plugins/limits/request-checks.js';
import { responseTimeout } from './plugins/limits/response-timeout.js';
import { RequestLog } from './plugins/monitoring/request-log.js';
import { tracing } from './plugins/monitoring/tracing.js';

/** Maximum length of a path segment, except for the wildcard. A URN has at most 512 bytes, each percent-encoded. */
const maxParamLength = 3 * 512;

const checkingIntervalMs = 500;

/**
 * Creates the Fastify application with this service's limits and the plugins that every request passes.
 *
 * @param draining aborted when connections should close after their next response
 * @param sendGraphqlError sends the errors of GraphQL's path
 * @param spans receives the spans of requests; without it there are none
 */
export function createServer(
  config: Config,
  draining: AbortSignal,
  sendGraphqlError: SendError,
  logger?: FastifyBaseLogger,
  spans?: Tracing,
): FastifyInstance {
  const timeoutMs = config.REQUEST_TIMEOUT_MS;
  const base = basePath(config.PUBLIC_URL);
  const handleError = errorHandler(sendGraphqlError);
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new RequestLog(),
    bodyLimit: config.BODY_LIMIT_BYTES,
    rewriteUrl: ({ url }) => withoutBase(base, url!),
    http: {
      requestTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      // By default Node checks these two every 30 seconds, which would make a limit of 1 second one of 31.
      connectionsCheckingInterval: checkingIntervalMs,
      // The plugin of request checks responds with a message. Node would respond without one.
      requireHostHeader: false,
    },
    requestTimeout: timeoutMs,
    // The maximum time of silence on a socket. It is longer than a response may take.
    connectionTimeout: timeoutMs + 5_000,
    // Closing waits for requests in flight, and Fastify applies the timeout of plugins to it.
    pluginTimeout: timeoutMs + 10_000,
    genReqId: () => randomUUID(),
    // Authentication uses the address of the socket: any client can send a forwarded header.
    trustProxy: false,
    return503OnClosing: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength },
    // Called without hooks, for a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      setRequestHeaders(request, reply);
      handleError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler(handleError);
  // Before the checks, so that a refused request has a span too.
  if (spans) app.register(tracing, spans);
  app.register(jsonBody);
  app.register(connectRefusal);
  app.register(bodyRate, { minBytesPerSecond: config.BODY_MIN_BYTES_PER_SECOND });
  app.register(gracefulClose, { draining });
  app.register(responseTimeout, { timeoutMs });
  app.register(responseHeaders, config);
  const { CORS_ORIGINS: origins } = config;
  if (origins.length > 0) app.register(crossOrigin, { origins });
  app.register(clientAddress, { proxies: config.TRUSTED_PROXIES });
  app.register(requestChecks);
  return app;
}
