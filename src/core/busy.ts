import { CatalogError } from './errors.js';

/** What requests do, for limits that one kind of them must not use up for the other. */
export type RequestClass = 'read' | 'write';

export const requestClasses = ['read', 'write'] as const satisfies readonly RequestClass[];

/** What a refused request would have waited for: requests of its class, memory, or argon2. */
export type BusyWith = RequestClass | 'memory' | 'authentication';

export const busyWith = [
  ...requestClasses,
  'memory',
  'authentication',
] as const satisfies readonly BusyWith[];

export interface BusyOptions {
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** ms that the oldest of the waiting requests has waited. */
  readonly waitedMs?: number;
}

/** A refusal of work that would wait too long behind the work of others. The log counts these by the minute. */
export class Busy extends CatalogError {
  readonly retryAfterSeconds: number;
  readonly waitedMs: number;

  constructor(
    readonly busyWith: BusyWith,
    {
      message = 'The service is busy. Try again later.',
      retryAfterSeconds = 5,
      waitedMs = 0,
    }: BusyOptions = {},
  ) {
    super('SERVICE_UNAVAILABLE', message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.waitedMs = waitedMs;
  }
}
