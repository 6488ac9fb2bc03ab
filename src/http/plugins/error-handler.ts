import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutTokens } from '../../access-tokens/token-format.js';
import { CatalogError, errorTable } from '../../core/errors.js';
import { familyOf, type PathFamily } from '../path-family.js';
import { wantedType } from './json-body.js';

/** What a REST caller sees of an error (contract, section 9). */
export interface RestError {
  readonly exceptionClass: 'com.linkedin.restli.server.RestLiServiceException';
  readonly message: string;
  readonly status: number;
}

/** What a caller sees of an error of any other path. */
export interface PlainError {
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Answers an error in the shape of the path's family, whether or not there is something at the path. */
export const errorSender =
  (sendGraphqlError: SendError): SendError =>
  (error, request, reply) => {
    const family = familyOf(request.routeOptions.url ?? request.url);
    if (family === 'graphql') sendGraphqlError(error, request, reply);
    else sendError(error, request, reply, family);
  };

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  family: Exclude<PathFamily, 'graphql'>,
) {
  const { status, message } = publicFace(error);
  log(error, status, request);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 5);
  reply.code(status);
  if (family === 'plain') reply.send(plainError(status, message));
  else reply.header('x-restli-error-response', 'true').send(restError(status, message));
}

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;

export const plainError = (status: number, message: string): PlainError => ({
  status,
  error: STATUS_CODES[status] ?? 'Error',
  message: withoutTokens(message),
});

const restError = (status: number, message: string): RestError => ({
  exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
  message: withoutTokens(message),
  status,
});

/** Fastify, its plugins and 429 say their status in `statusCode`; their texts for a 4xx are written for callers. */
function publicFace(error: unknown): { status: number; message: string } {
  if (error instanceof CatalogError) return { status: error.code, message: error.message };
  const {
    statusCode: status,
    message,
    code,
  } = Object(error) as { statusCode: number } & NodeJS.ErrnoException;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { status, message: `${message}. ${wantedType}` };
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
