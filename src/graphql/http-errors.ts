import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, type ErrorType, errorTable } from '../core/errors.js';
import { forLog, Refused, shown, toWire, type WireError } from './errors.js';

/** Whatever keeps a request from being executed, in the shape that GraphQL clients read. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Refused) {
    // Not the messages: they quote variables.
    request.log.info({ classification: error.classification }, 'document refused');
    send(
      reply,
      400,
      error.errors.map((one) => toWire(one, 'BAD_REQUEST', error.classification)),
    );
    return;
  }
  const { status, type, message } = publicFace(error);
  log(error, status, request);
  if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"');
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 5);
  send(reply, status, [{ message: shown(message), extensions: { code: status, type } }]);
}

function send(reply: FastifyReply, status: number, errors: readonly WireError[]) {
  reply.code(status).send({ errors, data: null, extensions: {} });
}

/** Fastify and its plugins say their status in `statusCode`; their texts for a 4xx are written for callers. */
function publicFace(error: unknown): { status: number; type: ErrorType; message: string } {
  if (error instanceof CatalogError) return { status: error.code, type: error.type, message: error.message };
  const {
    statusCode: status = 500,
    message,
    code,
  } = error as { statusCode?: number } & NodeJS.ErrnoException;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return { status, type: 'BAD_REQUEST', message: `${message}. Send application/json, in UTF-8.` };
  }
  if (status >= 400 && status < 500) return { status, type: 'BAD_REQUEST', message };
  if (status === 503)
    return { status, type: 'SERVICE_UNAVAILABLE', message: 'The service is busy. Try again later.' };
  const surprise = errorTable.SERVER_ERROR;
  return { status: surprise.code, type: 'SERVER_ERROR', message: surprise.text };
}

function log(error: unknown, status: number, request: FastifyRequest) {
  // The authentication hook has logged its refusals.
  if (status === 401 || status === 429) return;
  if (status >= 500) request.log.error({ err: forLog(error) }, 'request failed');
  else {
    const { message, detail } = error as CatalogError;
    request.log.info({ status, reason: shown(detail ?? message) }, 'request refused');
  }
}
