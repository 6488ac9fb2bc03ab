import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Answer, Client } from '../remote/client.js';
import { notAuthenticated } from '../remote/failure.js';
import { NoCatalog, Unreachable } from '../remote/no-catalog.js';
import { describe, type Refused, readRefused, readRetryAfter } from './answer.js';

/** A running catalog that takes proposals. */
export interface RemoteCatalog {
  /** @throws CommandFailed when no catalog responds at the URL */
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

const timeoutMs = 120_000;
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const maxPauseMs = 120_000;
const retryable = new Set([429, 502, 503, 504]);

export function remoteCatalog(
  client: Pick<Client, 'target' | 'send'>,
  { wait, info }: Pick<Dependencies, 'wait' | 'info'>,
): RemoteCatalog {
  const { target, send } = client;
  const { url } = target;

  /** Retries while the service is busy or unavailable. Safe, because repeating a write changes nothing. */
  async function sendWithRetries(path: string, body: string): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const answer = await send(path, body, timeoutMs).catch((error: unknown) => {
        if (error instanceof Unreachable) return error;
        throw error;
      });
      const isLost = answer instanceof Unreachable;
      if (!isLost && !retryable.has(answer.status)) return answer;
      const text = isLost ? answer.reason : describe(answer);
      const own = pausesMs[tries];
      if (own === undefined) throw new CommandFailed(`The catalog at ${url}: ${text}, ${tries + 1} times.`);
      const pause = Math.min((isLost ? null : readRetryAfter(answer)) ?? own, maxPauseMs);
      info(`the catalog at ${url}: ${text}; trying again in ${Math.ceil(pause / 1_000)} s`);
      await wait(pause);
    }
  }

  return {
    async check() {
      const answer = await send('/config');
      if (answer.status !== 200)
        throw new NoCatalog(`No catalog at ${url}: /config returns ${describe(answer)}.`, target);
    },

    async ingest(proposals) {
      const body = `{"proposals":[${proposals.join(',')}]}`;
      const answer = await sendWithRetries('/aspects?action=ingestProposalBatch', body);
      const { status } = answer;
      const text = describe(answer);
      if (status >= 200 && status < 300) return null;
      if (status === 401) throw new CommandFailed(notAuthenticated(target));
      if ((status >= 400 && status < 500) || status === 500) {
        const refused = readRefused(answer);
        const isOnly = proposals.length === 1 && refused.reasons.size === 0;
        return { text, ...refused, ...(isOnly && { reasons: new Map([[0, text]]) }) };
      }
      throw new CommandFailed(`The catalog at ${url} returns ${text}.`);
    },
  };
}
