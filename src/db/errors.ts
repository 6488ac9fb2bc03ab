import { CatalogError } from '../core/errors.js';

/** Codes of errors that mean the database cannot be used now. */
const unavailable = new Set(
  [
    // PostgreSQL's (appendix A of its manual): shutdown, resources, read-only, connection, login.
    '57P01 57P02 57P03 53300 53100 53400 25006 08000 08001 08003 08004 08006 3D000 28000 28P01',
    // Prisma's.
    'P1000 P1001 P1002 P1003 P1008 P1010 P1011 P1017 P2024 P2028 P2037',
    // Kinds of the driver adapter, which hides the codes.
    'DatabaseNotReachable ConnectionClosed SocketTimeout TlsConnectionError',
    // Node's: network and disk.
    'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EPIPE ENOSPC EIO ENOENT',
  ].flatMap((codes) => codes.split(' ')),
);
/** Serialization failure and deadlock; P2034 is Prisma's code for both. */
const retryable = new Set(['40001', '40P01', 'P2034']);

/** Messages of node-postgres and PGlite for errors without a code. */
const unavailableMessage =
  /connection terminated|timeout (exceeded|expired)|read timeout|is not queryable|end on the pool|PGlite is closed/i;

export const isUnavailable = (error: unknown): boolean =>
  listCodes(error).some((code) => unavailable.has(code)) ||
  listMessages(error).some((text) => unavailableMessage.test(text));

/** Whether PostgreSQL rolled the transaction back because of concurrent ones, so that it can run again. */
export const isRetryable = (error: unknown): boolean => listCodes(error).some((code) => retryable.has(code));

/** The connection broke after a write was sent and before its outcome was known. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** Out of memory or lock table space, or another limit of PostgreSQL. */
const tooLarge = new Set(['53200', '54000', '54001', '54011', '54023']);

const isStatementTimeout = (error: unknown) => !isLockTimeout(error) && listCodes(error).includes('57014');

/**
 * Returns the error of a request that the database did not complete, or null if it failed for another reason. A statement
 * timeout is SERVICE_UNAVAILABLE: it does not tell a large request from a slow database. More than the database grants to
 * any request is BAD_REQUEST.
 *
 * @param work what the request does, such as `this search`
 * @param advice what makes the request smaller
 */
export function unfinished(error: unknown, work: string, advice: string): CatalogError | null {
  if (isStatementTimeout(error)) {
    const message = `${work} took longer than the request timeout (REQUEST_TIMEOUT_MS): try again later, or ${advice}`;
    return unavailableNow(message, error);
  }
  if (!listCodes(error).some((code) => tooLarge.has(code))) return null;
  const message = `${work} needs more than the database grants to one request: ${advice}`;
  return new CatalogError('BAD_REQUEST', message, { cause: error });
}

/** Whether a lock was not granted within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => listCodes(error).includes('55P03');

/** Whether a table that the statement names does not exist. */
export const isMissingTable = (error: unknown): boolean => listCodes(error).includes('42P01');

export const isUniqueViolation = (error: unknown): boolean =>
  listCodes(error).some((code) => code === '23505' || code === 'P2002');

/** Whether PostgreSQL refuses a value: its type or range, a constraint, or a name that it does not know. */
export const isWrongValue = (error: unknown): boolean =>
  listCodes(error).some((code) => /^(22|23)...$|^42P01$|^42703$/.test(code));

/** Returns SERVICE_UNAVAILABLE for an error that a later attempt may not have; otherwise the unexpected error itself. */
export function toCatalogError(error: unknown): unknown {
  if (error instanceof CatalogError) return error;
  if (error instanceof OutcomeUnknown)
    return new CatalogError('SERVICE_UNAVAILABLE', outcomeUnknown, { cause: error, mayHaveChanged: true });
  if (isStatementTimeout(error) || isLockTimeout(error)) return unavailableNow(notInTime, error);
  if (listCodes(error).some((code) => tooLarge.has(code))) return unavailableNow(undefined, error);
  if (listCodes(error).includes('25006')) return unavailableNow(readOnly, error);
  return isUnavailable(error) ? unavailableNow(undefined, error) : error;
}

const unavailableNow = (message: string | undefined, cause: unknown) =>
  new CatalogError('SERVICE_UNAVAILABLE', message, { cause });
const readOnly = 'The database is read-only: nothing was written. Try again later.';
const notInTime = 'The database did not respond in time. Try again later.';
const outcomeUnknown =
  'The connection to the database was lost during the write, so it is unknown whether the change was made. Read it before you try again.';

interface Layered {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  originalMessage?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Returns the error and its causes: Prisma wraps the driver's error, which wraps the server's. */
function layers(error: unknown): Layered[] {
  const found: Layered[] = [];
  for (let layer = error as Layered | undefined; layer && typeof layer === 'object' && found.length < 6; ) {
    found.push(layer);
    layer = (layer.meta?.driverAdapterError ?? layer.cause) as Layered | undefined;
  }
  return found;
}

const texts = (values: unknown[]) => values.filter((value): value is string => typeof value === 'string');
const listCodes = (error: unknown) =>
  texts(layers(error).flatMap((layer) => [layer.code, layer.originalCode, layer.kind]));
const listMessages = (error: unknown) =>
  texts(layers(error).flatMap((layer) => [layer.message, layer.originalMessage]));
