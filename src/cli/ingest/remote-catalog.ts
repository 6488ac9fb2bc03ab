import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type Answer, describe, type Refused, readRefused } from '../remote/answer.js';
import type { Client } from '../remote/client.js';
import { notAuthenticated } from '../remote/failure.js';
import { NoCatalog, Unreachable } from '../remote/no-catalog.js';
import { describeResult, type Result, sendWithRetries } from '../remote/retries.js';

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

const busyStatuses = new Set([429, 502, 503, 504]);

/** Whether the service is busy or unavailable, so that the request may be served later. */
const isBusy = (result: Result): boolean => result instanceof Unreachable || busyStatuses.has(result.status);

export function remoteCatalog(
  client: Pick<Client, 'target' | 'send'>,
  deps: Pick<Dependencies, 'wait' | 'info'>,
): RemoteCatalog {
  const { target, send } = client;
  const { url } = target;

  /** Retries while the service is busy or unavailable. Safe, because repeating a write changes nothing. */
  async function sendPatiently(path: string, body: string): Promise<Answer> {
    const once = (): Promise<Result> =>
      send(path, body).catch((error: unknown) => {
        if (error instanceof Unreachable) return error;
        throw error;
      });
    const { result, tries } = await sendWithRetries(once, isBusy, url, deps);
    if (result instanceof Unreachable || isBusy(result))
      throw new CommandFailed(`The catalog at ${url}: ${describeResult(result)}, ${tries} times.`);
    return result;
  }

  return {
    async check() {
      const answer = await send('/config');
      if (answer.status !== 200)
        throw new NoCatalog(`No catalog at ${url}: /config returns ${describe(answer)}.`, target);
    },

    async ingest(proposals) {
      const body = `{"proposals":[${proposals.join(',')}]}`;
      const answer = await sendPatiently('/aspects?action=ingestProposalBatch', body);
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
