import type { FastifyReply, FastifyRequest } from 'fastify';
import { Busy } from './core/busy.js';
import { busyChannel } from './core/channels.js';
import { CatalogError, type ErrorType, errorTable, type Failures } from './core/errors.js';
import { shortened } from './core/text.js';

/** The part of an error that a caller sees. */
export interface PublicError {
  readonly status: number;
  readonly type: ErrorType;
  readonly message: string;
  /** For programs, if the type is not specific enough. */
  readonly reason?: 'SESSION_ENDED' | 'TOKEN_SCOPES' | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The refused items of a batch. */
  readonly batch?: Failures | undefined;
  /** Of these privileges, the caller needs one. */
  readonly missingPrivileges?: CatalogError['missingPrivileges'];
  /** Of the entities that a request names, the first that is refused. */
  readonly refusedEntity?: string | undefined;
}

/** The hint of a 415 to the caller. */
export const expectedType = 'Send application/json, in UTF-8.';

/**
 * Returns what a caller may see of an error. A `CatalogError` is public. Fastify, its plugins and `HttpError` set
 * `statusCode`, and write their messages of 4xx for callers. Every other error is an unexpected one.
 */
export function toPublicError(error: unknown): PublicError {
  if (error instanceof CatalogError) {
    const { code: status, type, message, batch, missingPrivileges, refusedEntity } = error;
    const isRepeatable = status === 503 && !error.mayHaveChanged;
    const retryAfterSeconds = error instanceof Busy ? error.retryAfterSeconds : isRepeatable ? 5 : undefined;
    return {
      status,
      type,
      message,
      reason: findReason(error),
      batch,
      missingPrivileges,
      refusedEntity,
      retryAfterSeconds,
    };
  }
  const { statusCode: status, message, code, retryAfterSeconds } = Object(error) as HttpErrorFields;
  if (status >= 400 && status < 500) {
    const isWrongType = code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
    return {
      status,
      type: 'BAD_REQUEST',
      message: isWrongType ? `${message}. ${expectedType}` : message,
      retryAfterSeconds,
    };
  }
  if (status === 503) {
    const message = 'The service is busy. Try again later.';
    return { status, type: 'SERVICE_UNAVAILABLE', message, retryAfterSeconds: 5 };
  }
  const { code: unexpected, text } = errorTable.SERVER_ERROR;
  return { status: unexpected, type: 'SERVER_ERROR', message: text };
}

function findReason({ refusal, isBeyondScopes }: CatalogError): PublicError['reason'] {
  if (isBeyondScopes) return 'TOKEN_SCOPES';
  return refusal === 'session_ended' ? 'SESSION_ENDED' : undefined;
}

interface HttpErrorFields {
  readonly statusCode: number;
  readonly message: string;
  readonly code?: string;
  readonly retryAfterSeconds?: number;
}

/** Logs an error, sets the status and the headers of its response, and returns the public part for the body. */
export function prepareErrorAnswer(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): PublicError {
  const publicError = toPublicError(error);
  const { status, retryAfterSeconds } = publicError;
  logError(error, status, request);
  reply.code(status);
  if (status === 401) rejectCaller(reply);
  if (retryAfterSeconds !== undefined && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', retryAfterSeconds);
  }
  return publicError;
}

/** Sets the headers of a response to a caller who is not, or no longer, authenticated (RFC 6750, section 3). */
export const rejectCaller = (reply: FastifyReply): void =>
  void reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"');

/** Characters that the log gets of what a caller did wrong. */
const maxReason = 2_000;

function logError(error: unknown, status: number, request: FastifyRequest) {
  // The authentication plugin logs these. It has no part in a refusal before a commit.
  if (status === 429 || (status === 401 && !request.actor)) return;
  if (status >= 500) {
    logFailure({ err: error }, 'request failed', request);
    return;
  }
  const { message, detail } = Object(error) as CatalogError;
  request.log.info({ status, reason: shortened(detail ?? message, maxReason) }, 'request refused');
}

/**
 * Logs an error that the caller did not cause. Refusals of a busy service are counted, and logged by the minute
 * (`src/http/plugins/errors/refusals.ts`). When the client has disconnected, its deadline has cancelled the work:
 * such an error is not a failure of the service.
 */
export function logFailure(
  line: { readonly err: unknown; readonly path?: unknown },
  message: string,
  request: FastifyRequest,
): void {
  const isCancelled = request.raw.socket.destroyed && toPublicError(line.err).status === 503;
  if (line.err instanceof Busy && !isCancelled) busyChannel.publish(line.err);
  else request.log[isCancelled ? 'info' : 'error'](line, message);
}
