import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError } from 'graphql';
import { withoutTokens } from '../access-tokens/token-format.js';
import { CatalogError, type ErrorType, errorTable } from '../core/errors.js';

/** At which stage a request failed, as DataHub's GraphQL library names it. */
export type Classification = 'InvalidSyntax' | 'ValidationError' | 'DataFetchingException';

/** A document or its variables that can't run at all. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly errors: readonly GraphQLError[];
  readonly classification: Classification;

  constructor(errors: readonly GraphQLError[], classification: Classification) {
    super('The document was refused');
    this.errors = errors;
    this.classification = classification;
  }
}

/** An error as clients see it (contract, section 10). */
export interface WireError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions: {
    readonly code: number;
    readonly type: ErrorType;
    readonly classification?: Classification;
  };
}

const maxMessage = 1_000;

/** graphql-js quotes what it was given, and may have been given a token's text, or a megabyte. */
export function shown(message: string): string {
  const safe = withoutTokens(message);
  return safe.length > maxMessage ? `${safe.slice(0, maxMessage)}…` : safe;
}

export function toWire(
  { locations, path, message }: Pick<GraphQLError, 'locations' | 'path' | 'message'>,
  type: ErrorType,
  classification: Classification,
): WireError {
  const { code } = errorTable[type];
  return {
    message: shown(message),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, type, classification },
  };
}

/** An error of a resolver, or of the engine around it. Surprises go to the log, never to the caller. */
export function executionError(error: GraphQLError, log: FastifyBaseLogger): WireError {
  const { locations, path, originalError } = error;
  const wire = (type: ErrorType, message: string) =>
    toWire({ locations, path, message }, type, 'DataFetchingException');
  if (originalError instanceof CatalogError) {
    const { type, message, detail } = originalError;
    if (errorTable[type].code >= 500) log.error({ err: forLog(originalError), path }, 'field failed');
    else log.info({ type, path, reason: detail && shown(detail) }, 'field refused');
    return wire(type, message);
  }
  if (isBadArgument(error)) return wire('BAD_REQUEST', error.message);
  log.error({ err: forLog(originalError ?? error), path }, 'field failed');
  return wire('SERVER_ERROR', errorTable.SERVER_ERROR.text);
}

/** Null for an argument that can't be null, by way of a nullable variable: only execution can tell. */
const isBadArgument = ({ originalError, message }: GraphQLError) =>
  (originalError === undefined || originalError instanceof GraphQLError) && /^Argument "\w+" /.test(message);

/** Its stack and its causes' as text, without the properties, which can hold a document or a row. */
export function forLog(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: shown(String(error)), stack: '' };
  const stacks: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && stacks.length < 5; cause = cause.cause) {
    stacks.push(cause.stack ?? cause.message);
  }
  const stack = withoutTokens(stacks.join('\ncaused by: '));
  return { type: error.name, message: shown(error.message), stack };
}
