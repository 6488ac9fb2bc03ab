/** What of an HTTP answer counts here. */
export interface Answer {
  readonly status: number;
  /** For people: the status and the service's own words. */
  readonly text: string;
  /** How long it asks to be left alone. */
  readonly retryAfterMs: number | null;
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const words = [String(status), messageOf(await response.text()) || response.statusText];
  const id = headers.get('x-request-id');
  // Under which the service's log has the cause.
  if (status >= 500 && id) words.push(`(request ${id})`);
  return { status, text: words.join(' '), retryAfterMs: retryAfter(headers) };
}

const maxLength = 500;

/** The service's errors are JSON with a message; what a proxy sends may be anything. */
function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    if (typeof message === 'string') return message.slice(0, maxLength);
  } catch {}
  return '';
}

/** Seconds, or a date, which is told by the answer's own clock. */
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

/** Why there was no answer at all. `fetch` says so in the error's cause. */
export function connectionProblem(error: unknown): string {
  const { name, message, cause } = error as Error;
  const { code, message: inner } = Object(cause) as NodeJS.ErrnoException;
  return known[code ?? name] ?? (inner || code || message);
}
