import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, type Failure, type Failures } from '../../../core/errors.js';
import { beginningWithoutTokens, withoutTokens } from '../../../core/text.js';
import { type PublicError, prepareErrorAnswer } from '../../../public-error.js';
import { findFamily, type PathFamily } from '../../path-family.js';

/** Characters of a message: more than that of a batch has, which names a hundred proposals. */
const maxMessage = 262_144;

/** The body of an error on a REST path (docs/wire-contract.md, "Errors"). */
export interface RestError extends Partial<Failures>, Pick<PublicError, 'reason' | 'missingPrivileges'> {
  readonly exceptionClass: 'com.linkedin.restli.server.RestLiServiceException';
  readonly message: string;
  readonly status: number;
}

/** The body of an error on a path that is neither REST nor GraphQL. */
export interface PlainError extends Partial<Failures>, Pick<PublicError, 'reason' | 'missingPrivileges'> {
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Returns the error handler of the application. The path determines the format, even without a route. */
export const errorHandler =
  (sendGraphqlError: SendError): SendError =>
  (error, request, reply) => {
    const family = findFamily(request.routeOptions.url ?? request.url);
    if (family === 'graphql') sendGraphqlError(error, request, reply);
    else sendError(error, request, reply, family);
  };

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  family: Exclude<PathFamily, 'graphql'>,
) {
  const answer = prepareErrorAnswer(error, request, reply);
  if (answer.status === 404) reply.header('not-found-reason', notFoundReason(error, request));
  if (family === 'plain') reply.send(plainError(answer));
  else reply.header('x-restli-error-response', 'true').send(restError(answer));
}

/** Tells what does not exist from a path that is not served. DataHub has the header, with ENTITY. */
function notFoundReason(error: unknown, { routeOptions }: FastifyRequest): 'ASPECT' | 'ENTITY' | 'ROUTE' {
  if (!(error instanceof CatalogError)) return 'ROUTE';
  return routeOptions.url?.endsWith('/aspects/*') ? 'ASPECT' : 'ENTITY';
}

export const plainError = ({
  status,
  message,
  reason,
  ...others
}: Omit<PublicError, 'type'>): PlainError => ({
  status,
  error: STATUS_CODES[status] ?? 'Error',
  message: beginningWithoutTokens(message, maxMessage),
  ...(reason && { reason }),
  ...listRefusals(others),
});

const restError = ({ status, message, reason, ...others }: PublicError): RestError => ({
  exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
  message: beginningWithoutTokens(message, maxMessage),
  status,
  ...(reason && { reason }),
  ...listRefusals(others),
});

const listRefusals = ({ batch, missingPrivileges }: Pick<PublicError, 'batch' | 'missingPrivileges'>) => ({
  ...(missingPrivileges && { missingPrivileges }),
  ...(batch && { ...batch, failures: batch.failures.map(failureWithoutTokens) }),
});

const failureWithoutTokens = ({ urn, aspect, reason, ...others }: Failure): Failure => ({
  ...others,
  urn: urn && withoutTokens(urn),
  aspect: aspect && withoutTokens(aspect),
  reason: withoutTokens(reason),
});
