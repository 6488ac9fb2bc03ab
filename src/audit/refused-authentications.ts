import { safeText } from './detail.js';

/** How often the authentication of a network was refused for a reason. */
export interface RefusedCount {
  /** An IPv4 address or a /64 of IPv6; empty: further networks. */
  readonly network: string;
  readonly reason: string;
  readonly count: number;
}

/** Counts refused authentications in memory. Requests do not wait for the database. */
export interface RefusedAuthentications {
  /** @param reason ends with the kind of refusal; what is before its last colon names a token or a user */
  record(network: string, reason: string): void;
  /** Saves the counts. */
  flush(): Promise<void>;
}

/** Networks of a minute that have a row of their own; all others share one. */
export const networksPerMinute = 99;
/** Maximum number of kinds of refusals that are counted separately for one network. */
export const reasonsPerNetwork = 10;
/** The row of networks without a separate row, and of reasons that are not counted separately. */
export const others = { network: '', reason: 'other' } as const;

const delayMs = 5_000;
const maxReason = 80;

/** Any number of refusals within 5 s takes bounded memory, and one call of `save`. */
export function refusedAuthentications(
  save: (counts: readonly RefusedCount[]) => Promise<void>,
  onError: (error: unknown) => void,
): RefusedAuthentications {
  let pending = new Map<string, Map<string, number>>();
  let timer: NodeJS.Timeout | undefined;

  function add(given: string, reason: string, count: number) {
    const network = pending.has(given) || pending.size < networksPerMinute ? given : others.network;
    const reasons = pending.get(network) ?? new Map<string, number>();
    pending.set(network, reasons);
    const key = reasons.has(reason) || reasons.size < reasonsPerNetwork ? reason : others.reason;
    reasons.set(key, (reasons.get(key) ?? 0) + count);
    timer ??= setTimeout(flush, delayMs).unref();
  }

  async function flush() {
    clearTimeout(timer);
    timer = undefined;
    const counts = [...pending].flatMap(([network, reasons]) =>
      [...reasons].map(([reason, count]) => ({ network, reason, count })),
    );
    pending = new Map();
    if (counts.length === 0) return;
    try {
      await save(counts);
    } catch (error) {
      onError(error);
      for (const { network, reason, count } of counts) add(network, reason, count);
    }
  }

  return { record: (network, reason) => add(network, toKind(reason), 1), flush };
}

const toKind = (reason: string) =>
  safeText(reason.slice(reason.lastIndexOf(': ') + 1).trim()).slice(0, maxReason) || others.reason;
