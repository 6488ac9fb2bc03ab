/** The parts of an HTTP response that ingestion needs. */
export interface Answer {
  readonly status: number;
  /** The status and the service's message, for people. */
  readonly text: string;
  /** The wait that the response asks for; null without one. */
  readonly retryAfterMs: number | null;
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const words = [String(status), messageOf(await response.text()) || response.statusText];
  const id = headers.get('x-request-id');
  // The service's log has the cause under this id.
  if (status >= 500 && id) words.push(`(request ${id})`);
  return { status, text: words.join(' '), retryAfterMs: retryAfter(headers) };
}

const maxLength = 500;

/** Returns the message of the service's JSON error; empty for the body of a proxy, which may be anything. */
function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    if (typeof message === 'string') return message.slice(0, maxLength);
  } catch {}
  return '';
}

/** Parses seconds or a date; a date is compared with the response's own `Date`. */
function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const ms = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'no such host',
  TimeoutError: 'no answer in time',
};

/** Returns why there was no response. `fetch` has the reason in the error's cause. */
export function connectionProblem(error: unknown): string {
  const { name, message, cause } = error as Error;
  const { code, message: inner } = Object(cause) as NodeJS.ErrnoException;
  return known[code ?? name] ?? (inner || code || message);
}
