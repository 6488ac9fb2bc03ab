import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, errorTable } from '../domain/errors.js';
import { withoutTokens } from '../domain/token-text.js';

/** What a REST caller sees of an error (contract, section 9). */
export interface RestError {
  readonly exceptionClass: 'com.linkedin.restli.server.RestLiServiceException';
  readonly message: string;
  readonly status: number;
}

/** Every error of the REST paths, and whatever no path claims, in the shape that DataHub's clients read. */
export function restErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    send(reply, 404, `There is nothing at ${pathOf(request)}.`);
  });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message } = publicFace(error);
  log(error, status, request);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 5);
  send(reply, status, message);
}

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;

function send(reply: FastifyReply, status: number, message: string) {
  const body: RestError = {
    exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
    message: withoutTokens(message),
    status,
  };
  reply.code(status).header('x-restli-error-response', 'true').send(body);
}

/** Fastify, its plugins and 429 say their status in `statusCode`; their texts for a 4xx are written for callers. */
function publicFace(error: unknown): { status: number; message: string } {
  if (error instanceof CatalogError) return { status: error.code, message: error.message };
  const { statusCode: status, message } = Object(error) as { statusCode: number; message: string };
  if (status >= 400 && status < 500) return { status, message };
  if (status === 503) return { status, message: 'The service is busy. Try again later.' };
  return { status: errorTable.SERVER_ERROR.code, message: errorTable.SERVER_ERROR.text };
}

function log(error: unknown, status: number, request: FastifyRequest) {
  // The authentication hook has logged its refusals.
  if (status === 401 || status === 429) return;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  else {
    const { message, detail } = Object(error) as CatalogError;
    request.log.info({ status, reason: detail ?? message }, 'request refused');
  }
}
