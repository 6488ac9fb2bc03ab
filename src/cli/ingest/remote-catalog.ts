import { CommandFailed } from '../command-failed.js';
import { notAuthenticated } from '../remote/client.js';
import type { Target } from '../remote/target.js';
import { type Answer, answerOf, connectionProblem, type Refused } from './answer.js';

/** A running catalog, over HTTP. */
export interface RemoteCatalog {
  /** @throws CommandFailed when no catalog answers at the URL */
  check(): Promise<void>;
  /**
   * Writes proposals, which are JSON texts: all or none.
   *
   * @returns why they were rejected; null when they are written
   * @throws CommandFailed when other proposals would fail too
   */
  ingest(proposals: readonly string[]): Promise<Refusal | null>;
}

/** Why a batch was refused, and the proposals that caused it. A refused single proposal is always named. */
export interface Refusal extends Refused {
  readonly text: string;
}

export interface RemoteOptions {
  readonly target: Target;
  readonly userAgent: string;
  readonly wait: (ms: number) => Promise<void>;
  readonly info: (line: string) => void;
  /** Tells what an answer warns of. */
  readonly tellWarnings: (headers: Headers) => Promise<void>;
}

const timeoutMs = 120_000;
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const maxPauseMs = 120_000;
const retryable = new Set([429, 502, 503, 504]);

export function remoteCatalog({ target, userAgent, wait, info, tellWarnings }: RemoteOptions): RemoteCatalog {
  const { url, urlFrom, token } = target;
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };

  /** Returns the response, or why there was none. */
  async function request(path: string, init: RequestInit): Promise<Answer | string> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      return await answerOf(await fetch(`${url}${path}`, { ...init, headers, signal, redirect: 'manual' }));
    } catch (error) {
      return connectionProblem(error);
    }
  }

  /** Retries while the service is busy or unavailable. Safe, because repeating a write changes nothing. */
  async function requestWithRetries(path: string, init: RequestInit): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const answer = await request(path, init);
      if (typeof answer !== 'string' && !retryable.has(answer.status)) return answer;
      const { text, retryAfterMs } =
        typeof answer === 'string' ? { text: answer, retryAfterMs: null } : answer;
      const own = pausesMs[tries];
      if (own === undefined) throw new CommandFailed(`The catalog at ${url}: ${text}, ${tries + 1} times.`);
      const pause = Math.min(retryAfterMs ?? own, maxPauseMs);
      info(`the catalog at ${url}: ${text}; trying again in ${Math.ceil(pause / 1_000)} s`);
      await wait(pause);
    }
  }

  return {
    async check() {
      const answer = await request('/config', {});
      const isFrom = `The address is from ${urlFrom}.`;
      if (typeof answer === 'string')
        throw new CommandFailed(`No catalog answers at ${url}: ${answer}. ${isFrom}`, 3);
      if (answer.status !== 200)
        throw new CommandFailed(`No catalog at ${url}: /config answers ${answer.text}. ${isFrom}`, 3);
    },

    async ingest(proposals) {
      const body = `{"proposals":[${proposals.join(',')}]}`;
      const answer = await requestWithRetries('/aspects?action=ingestProposalBatch', {
        method: 'POST',
        body,
      });
      const { status, text, refused } = answer;
      await tellWarnings(answer.headers);
      if (status >= 200 && status < 300) return null;
      if (status === 401) throw new CommandFailed(notAuthenticated(target));
      if ((status >= 400 && status < 500) || status === 500) {
        const isOnly = proposals.length === 1 && refused.reasons.size === 0;
        return { text, ...refused, ...(isOnly && { reasons: new Map([[0, text]]) }) };
      }
      throw new CommandFailed(`The catalog at ${url} answers ${text}.`);
    },
  };
}
