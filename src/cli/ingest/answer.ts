import { mapOf } from '../../core/map-of.js';
import { isObject, type Json } from '../../json/lossless-json.js';

/** The refused proposals of a batch; empty when the answer does not name them. */
export interface Refused {
  /** Status and reason, by the proposal's index. */
  readonly reasons: ReadonlyMap<number, string>;
  /** How many more there are. */
  readonly more: number;
}

/** The parts of an HTTP response that ingestion needs. */
export interface Answer {
  readonly status: number;
  /** The status and the service's message, for people. */
  readonly text: string;
  readonly refused: Refused;
  readonly headers: Headers;
  /** The wait that the response asks for; null without one. */
  readonly retryAfterMs: number | null;
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const body = bodyOf(await response.text());
  const words = [String(status), messageOf(body) || response.statusText];
  const id = headers.get('x-request-id');
  // The service's log has the cause under this id.
  if (status >= 500 && id) words.push(`(request ${id})`);
  return {
    ...{ status, text: words.join(' '), refused: refusedOf(body) },
    ...{ headers, retryAfterMs: retryAfter(headers) },
  };
}

const maxLength = 500;

/** Returns the service's JSON error; empty for the body of a proxy, which may be anything. */
function bodyOf(text: string): Json {
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) return body;
  } catch {}
  return {};
}

const messageOf = ({ message }: Json): string =>
  typeof message === 'string' ? message.slice(0, maxLength) : '';

function refusedOf({ failures, failureCount }: Json): Refused {
  const named = (Array.isArray(failures) ? failures : []).filter(isObject);
  const reasons = new Map(
    named.map(({ index, status, reason }) => [Number(index), `${status} ${reason}`] as const),
  );
  return { reasons, more: Math.max(Number(failureCount ?? 0) - reasons.size, 0) };
}

/** Parses seconds or a date; a date is compared with the response's own `Date`. */
function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const ms = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

const known: ReadonlyMap<string, string> = mapOf({
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'no such host',
  TimeoutError: 'no answer in time',
});

/** Returns why there was no response. `fetch` has the reason in the error's cause. */
export function connectionProblem(error: unknown): string {
  const { name, message, cause } = error as Error;
  const { code, message: inner } = Object(cause) as NodeJS.ErrnoException;
  return known.get(code ?? name) ?? (inner || code || message);
}
