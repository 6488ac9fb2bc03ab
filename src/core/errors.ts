import type { Privilege } from '../datahub/privileges.js';

/** All errors that a caller can see: the type, as GraphQL shows it, the status of both transports, and the public text. */
export const errorTable = {
  BAD_REQUEST: { code: 400, text: null },
  UNAUTHENTICATED: { code: 401, text: 'Unauthorized to perform this action.' },
  UNAUTHORIZED: {
    code: 403,
    // DataHub's sentence, which its clients compare.
    text: 'Unauthorized to perform this action. Please contact your DataHub administrator.',
  },
  NOT_FOUND: { code: 404, text: null },
  CONFLICT: { code: 409, text: null },
  INVALID_ASPECT: { code: 422, text: null },
  SERVER_ERROR: { code: 500, text: 'An unknown error occurred.' },
  SERVICE_UNAVAILABLE: { code: 503, text: 'The database is unavailable. Try again later.' },
} as const;

export type ErrorType = keyof typeof errorTable;

/** One refused item of a batch. */
export interface Failure {
  readonly index: number;
  /** As the client sent them; null when they are missing. */
  readonly urn: string | null;
  readonly aspect: string | null;
  readonly status: number;
  readonly reason: string;
  readonly missingPrivileges?: readonly Privilege[];
}

/** The refused items of a batch: their number, and the first of them. */
export interface Failures {
  readonly failureCount: number;
  readonly failures: readonly Failure[];
}

/** Why an authentication can be refused, for the metrics. */
export const refusals = [
  'no_credentials',
  'malformed',
  'unknown',
  'revoked',
  'withdrawn',
  'expired',
  'wrong_secret',
  'wrong_signature',
  'wrong_claim',
  'keys_unavailable',
  'inactive_user',
  'too_many_failures',
  'session_ended',
] as const;

export type Refusal = (typeof refusals)[number];

interface ErrorOptions {
  readonly detail?: string;
  readonly refusal?: Refusal;
  readonly cause?: unknown;
  readonly batch?: Failures;
  readonly missingPrivileges?: readonly Privilege[] | undefined;
  readonly refusedEntity?: string | undefined;
  readonly isBeyondScopes?: boolean;
  readonly changeIds?: readonly string[];
  readonly mayHaveChanged?: boolean;
}

/** An expected error. `detail` is only for the log, everything else is also for the caller. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly type: ErrorType;
  readonly detail: string | undefined;
  /** The reason of an UNAUTHENTICATED. */
  readonly refusal: Refusal | undefined;
  readonly batch: Failures | undefined;
  /** The privileges of an UNAUTHORIZED, of which the caller needs one. */
  readonly missingPrivileges: readonly Privilege[] | undefined;

  /** Of the entities that a request names, the first that an UNAUTHORIZED is about. */
  readonly refusedEntity: string | undefined;

  /** Whether the token of an UNAUTHORIZED has scopes, and none of them includes one of these privileges. */
  readonly isBeyondScopes: boolean;

  /** The first of the changes that an undo is refused for. */
  readonly changeIds: readonly string[] | undefined;

  /** Whether the change may have been made. Programs must not repeat such a request by themselves. */
  readonly mayHaveChanged: boolean;

  constructor(type: ErrorType, message?: string, options: ErrorOptions = {}) {
    const { detail, refusal, cause, batch, missingPrivileges, changeIds } = options;
    super(message ?? errorTable[type].text ?? type, { cause });
    this.type = type;
    this.detail = detail;
    this.refusal = refusal;
    this.batch = batch;
    this.missingPrivileges = missingPrivileges;
    this.refusedEntity = options.refusedEntity;
    this.isBeyondScopes = options.isBeyondScopes ?? false;
    this.changeIds = changeIds;
    this.mayHaveChanged = options.mayHaveChanged ?? false;
  }

  get code(): number {
    return errorTable[this.type].code;
  }
}

export const badRequest = (message: string) => new CatalogError('BAD_REQUEST', message);
export const notFound = (message: string) => new CatalogError('NOT_FOUND', message);
export const conflict = (message: string) => new CatalogError('CONFLICT', message);
/** A refusal for a reason that is not a missing privilege. */
export const unauthorized = (detail: string) => new CatalogError('UNAUTHORIZED', undefined, { detail });
export const sessionEnded = (detail: string) =>
  new CatalogError('UNAUTHENTICATED', 'The session has ended. Sign in again.', {
    refusal: 'session_ended',
    detail,
  });
export const unauthenticated = (refusal: Refusal, detail: string) =>
  new CatalogError('UNAUTHENTICATED', undefined, { refusal, detail });
