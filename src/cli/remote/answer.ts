import { isObject, type Json } from '../../json/lossless-json.js';

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Undefined when the body is not JSON, such as a proxy's page. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its answer
  readonly body: any;
}

/** The refused proposals of a batch; empty when the answer does not name them. */
export interface Refused {
  /** Status and reason, by the proposal's index. */
  readonly reasons: ReadonlyMap<number, string>;
  /** The number of further ones. */
  readonly more: number;
}

const maxLength = 500;

/** Returns the status and the service's message, for people. */
export function describe({ status, statusText, headers, body }: Answer): string {
  const { message: own, errors } = jsonError(body);
  const message = own ?? Object(Object(errors)[0]).message;
  const text = typeof message === 'string' ? message.slice(0, maxLength) : '';
  const id = headers.get('x-request-id');
  // The service's log has the cause under this id.
  return [status, text || statusText, ...(status >= 500 && id ? [`(request ${id})`] : [])].join(' ');
}

/** Returns the service's JSON error; empty for the body of a proxy, which may be anything. */
const jsonError = (body: unknown): Json => (isObject(body) ? body : {});

export function readRefused({ body }: Answer): Refused {
  const { failures, failureCount } = jsonError(body);
  const named = (Array.isArray(failures) ? failures : []).filter(isObject);
  const reasons = new Map(
    named.map(({ index, status, reason }) => [Number(index), `${status} ${reason}`] as const),
  );
  return { reasons, more: Math.max(Number(failureCount ?? 0) - reasons.size, 0) };
}

/**
 * Returns the wait that a response requests, in ms; null without one. A date is compared with the response's own
 * `Date`.
 */
export function readRetryAfter({ headers }: Answer): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const ms = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
