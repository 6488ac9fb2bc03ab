import { CatalogError } from '../core/errors.js';

/**
 * PostgreSQL's error codes, appendix A of its manual; P-codes are Prisma's, the words the driver adapter's, which
 * hides the rest, Node's.
 */
const unavailable = new Set([
  ...['57P01', '57P02', '57P03', '53300', '53100', '53400', '25006', '08000', '08001', '08003', '08004'],
  ...[
    '08006',
    '3D000',
    '28000',
    '28P01',
    'P1000',
    'P1001',
    'P1002',
    'P1003',
    'P1008',
    'P1010',
    'P1011',
    'P1017',
  ],
  ...['P2024', 'P2028', 'P2037'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EPIPE',
    'ENOSPC',
    'EIO',
    'ENOENT',
  ],
]);
const worthARetry = new Set(['40001', '40P01', 'P2034']);

/** node-postgres and PGlite report these without a code. */
const closed =
  /connection terminated|timeout (exceeded|expired)|read timeout|is not queryable|end on the pool|PGlite is closed/i;

export const isUnavailable = (error: unknown): boolean =>
  codesOf(error).some((code) => unavailable.has(code)) || messagesOf(error).some((text) => closed.test(text));

/** PostgreSQL rolled the transaction back for what others did meanwhile, so that it can be run again. */
export const isRetryable = (error: unknown): boolean => codesOf(error).some((code) => worthARetry.has(code));

/** The deadline of the request passed. Looks like PostgreSQL's own error for a lock, or a statement, that takes too long. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
  readonly code: string;

  /** @param wasWaiting for a lock or a connection, rather than working */
  constructor({ wasWaiting, cause }: { wasWaiting: boolean; cause?: unknown }) {
    super('the deadline of the request has passed', { cause });
    this.code = wasWaiting ? '55P03' : '57014';
  }
}

/** The connection broke after a change was sent and before its outcome was known. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** Cancelled for its time, out of memory or of room for locks, or past a limit of PostgreSQL's. */
const tooMuch = new Set(['57014', '53200', '54000', '54001', '54011', '54023']);

/** The work takes more than the database gives to one request: where the request chose its size, a smaller one helps. */
export const isTooMuchWork = (error: unknown): boolean =>
  !isLockTimeout(error) && codesOf(error).some((code) => tooMuch.has(code));

/** A lock was not to be had within the transaction's `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codesOf(error).includes('55P03');

/** A table that the statement names is not there, or not any more. */
export const isMissingTable = (error: unknown): boolean => codesOf(error).includes('42P01');

export const isUniqueViolation = (error: unknown): boolean =>
  codesOf(error).some((code) => code === '23505' || code === 'P2002');

/** What the doors may see of a failed statement: "the database is away", or the surprise itself. */
export function toCatalogError(error: unknown): unknown {
  if (error instanceof CatalogError) return error;
  if (error instanceof OutcomeUnknown) return unavailableNow(outcomeUnknown, error);
  if (isTooMuchWork(error) || isLockTimeout(error)) return unavailableNow(notInTime, error);
  if (codesOf(error).includes('25006')) return unavailableNow(readOnly, error);
  return isUnavailable(error) ? unavailableNow(undefined, error) : error;
}

const unavailableNow = (message: string | undefined, cause: unknown) =>
  new CatalogError('SERVICE_UNAVAILABLE', message, { cause });
const readOnly = 'The database is read-only: nothing was written. Try again later.';
const notInTime = 'The database was not done in time. Try again later.';
const outcomeUnknown =
  'The connection to the database broke while the change was written: it is not known whether it was. Read it back before you try again.';

interface Layered {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  originalMessage?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Prisma wraps the driver's error, which wraps the server's. */
function layers(error: unknown): Layered[] {
  const found: Layered[] = [];
  for (let layer = error as Layered | undefined; layer && typeof layer === 'object' && found.length < 6; ) {
    found.push(layer);
    layer = (layer.meta?.driverAdapterError ?? layer.cause) as Layered | undefined;
  }
  return found;
}

const texts = (values: unknown[]) => values.filter((value): value is string => typeof value === 'string');
const codesOf = (error: unknown) =>
  texts(layers(error).flatMap((layer) => [layer.code, layer.originalCode, layer.kind]));
const messagesOf = (error: unknown) =>
  texts(layers(error).flatMap((layer) => [layer.message, layer.originalMessage]));
