import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { CatalogError, type ErrorType, errorTable } from '../core/errors.js';
import { beginningWithoutTokens, withoutTokens } from '../core/text.js';
import { logFailure, type PublicError, toPublicError } from '../public-error.js';

/** The stage at which a request failed, in the words of DataHub's GraphQL library. */
export type Classification = 'InvalidSyntax' | 'ValidationError' | 'DataFetchingException';

/** A document, or variables, that cannot be executed. */
export class DocumentRejected extends Error {
  override readonly name = 'DocumentRejected';
  readonly errors: readonly GraphQLError[];
  readonly classification: Classification;

  constructor(errors: readonly GraphQLError[], classification: Classification) {
    super('The document was rejected');
    this.errors = errors;
    this.classification = classification;
  }
}

/** An error as clients see it (docs/wire-contract.md, "Errors"). */
export interface WireError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions: {
    readonly code: number;
    readonly type: ErrorType;
    readonly reason?: PublicError['reason'];
    readonly missingPrivileges?: PublicError['missingPrivileges'];
    readonly refusedEntity?: string;
    readonly changeIds?: readonly string[];
    readonly classification?: Classification;
  };
}

const maxMessage = 1_000;

/** Cuts a message and removes tokens from it. graphql-js quotes its input, which can hold a token or a megabyte. */
export const sanitizeMessage = (message: string): string => beginningWithoutTokens(message, maxMessage);

export function toWireError(
  { locations, path, message }: Pick<GraphQLError, 'locations' | 'path' | 'message'>,
  type: ErrorType,
  classification: Classification,
  missingPrivileges?: PublicError['missingPrivileges'],
): WireError {
  const { code } = errorTable[type];
  return {
    message: sanitizeMessage(message),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, type, classification, ...(missingPrivileges && { missingPrivileges }) },
  };
}

export const isUnauthenticated = ({ originalError }: GraphQLError): boolean =>
  originalError instanceof CatalogError && originalError.type === 'UNAUTHENTICATED';

/** Logs an error of execution, and returns what the caller sees of it. Only the log gets unexpected errors. */
export function executionError(error: GraphQLError, request: FastifyRequest): WireError {
  const { locations, path, originalError } = error;
  const wire = (type: ErrorType, message: string, missing?: PublicError['missingPrivileges']) => {
    const outcome = errorTable[type].code >= 500 ? 'error' : 'refused';
    if (request.failure !== 'error') request.failure = outcome;
    return toWireError({ locations, path, message }, type, 'DataFetchingException', missing);
  };
  if (originalError instanceof CatalogError) {
    const { type, message, detail, missingPrivileges, changeIds, refusedEntity } = originalError;
    const { reason } = toPublicError(originalError);
    if (errorTable[type].code >= 500) logFailure({ err: originalError, path }, 'field failed', request);
    else request.log.info({ type, path, reason: detail && sanitizeMessage(detail) }, 'field refused');
    const answer = wire(type, message, missingPrivileges);
    const extensions = {
      ...answer.extensions,
      ...(reason && { reason }),
      ...(refusedEntity && { refusedEntity: withoutTokens(refusedEntity) }),
      ...(changeIds && { changeIds }),
    };
    return { ...answer, extensions };
  }
  if (isInvalidArgument(error)) return wire('BAD_REQUEST', error.message);
  logFailure({ err: originalError ?? error, path }, 'field failed', request);
  return wire('SERVER_ERROR', errorTable.SERVER_ERROR.text);
}

/**
 * Whether the error is about an argument. Only execution finds null for an argument that is not nullable, when it comes
 * from a nullable variable. graphql-js gives such an error no code, so its message is matched.
 */
const isInvalidArgument = ({ originalError, message }: GraphQLError) =>
  (originalError === undefined || originalError instanceof GraphQLError) && /^Argument "\w+" /.test(message);
