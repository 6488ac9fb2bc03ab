import type { Database } from '../db/database.js';
import { databaseTime } from '../db/database-clock.js';
import { retried, transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import type { AuditRow } from './event.js';
import {
  networksPerMinute,
  others,
  type RefusedCount,
  reasonsPerNetwork,
} from './refused-authentications.js';
import { addRows } from './store.js';

export type RefusedStore = ReturnType<typeof refusedStore>;

/** Counts are saved in `refused_authentications` until their minute is over, because audit events are never changed. */
export function refusedStore(db: Database) {
  return {
    /** Adds counts to those of the current minute. */
    async save(counts: readonly RefusedCount[]): Promise<void> {
      await retried(() => db.query(saveSql, columns(counts, 'network', 'reason', 'count')));
    },

    /**
     * Makes audit events of the oldest minute that is over: one for each of the networks with the most refusals, and one for
     * all others. Of several processes, one does this.
     *
     * @returns whether there was such a minute
     */
    addMinute: (): Promise<boolean> =>
      transaction(db, async (tx) => {
        const [lock] = await tx.query<{ locked: boolean }>(
          `SELECT pg_try_advisory_xact_lock(hashtext('catalog.audit.refused')) AS locked`,
        );
        if (!lock!.locked) return false;
        const counts = await tx.query<RefusedCount & { minute: number }>(takeSql, [graceMs]);
        if (counts.length === 0) return false;
        await addRows(tx, toRows(counts), counts[0]!.minute);
        return true;
      }),
  };
}

/** A statement that began in a minute has ended by then. */
const graceMs = 120_000;

/** SQL: when the oldest minute is over. */
export const refusalsWait = `SELECT min(minute) + ${graceMs} FROM refused_authentications`;

/** The order prevents deadlocks of concurrent statements. */
const saveSql = `
  INSERT INTO refused_authentications (minute, network, reason, count)
  SELECT (extract(epoch FROM date_trunc('minute', clock_timestamp())) * 1000)::bigint, network, reason, count
    FROM unnest($1::text[], $2::text[], $3::bigint[]) AS input(network, reason, count) ORDER BY network, reason
  ON CONFLICT (minute, network, reason) DO UPDATE SET count = refused_authentications.count + excluded.count`;

const takeSql = `
  DELETE FROM refused_authentications WHERE minute = (
    SELECT min(minute) FROM refused_authentications
     WHERE minute <= ${databaseTime} - $1::bigint)
  RETURNING minute, network, reason, count`;

/** Returns at most `networksPerMinute` rows of networks, and one of all others. */
function toRows(counts: readonly RefusedCount[]): AuditRow[] {
  const byNetwork = new Map<string, Map<string, number>>();
  const named = sums(counts.map(({ network, count }) => [network, count]))
    .map(([network]) => network)
    .filter((network) => network !== others.network)
    .slice(0, networksPerMinute);
  for (const { network: given, reason, count } of counts) {
    const network = named.includes(given) ? given : others.network;
    const reasons = byNetwork.get(network) ?? new Map<string, number>();
    byNetwork.set(network, reasons.set(reason, (reasons.get(reason) ?? 0) + count));
  }
  return [...byNetwork].map(([network, reasons]) => toRow(network, reasons));
}

function toRow(network: string, counts: ReadonlyMap<string, number>): AuditRow {
  const sorted = sums(counts);
  const kept = sorted.slice(0, reasonsPerNetwork);
  const rest = sorted.slice(reasonsPerNetwork).map(([, count]) => [others.reason, count] as const);
  const reasons = Object.fromEntries(sums([...kept, ...rest]));
  const count = sorted.reduce((sum, [, one]) => sum + one, 0);
  return {
    type: 'FailedLogInEvent',
    outcome: 'FAILURE',
    address: network === others.network ? null : network,
    detail: JSON.stringify({ count, reasons }),
    ...{ actorUrn: null, actedFor: null, subject: null, subjectType: null, aspect: null },
    ...{ requestId: null, userAgent: null, transport: null },
  };
}

/** Adds up the counts of each key. @returns the largest sum first */
function sums(counts: Iterable<readonly [key: string, count: number]>): [string, number][] {
  const sum = new Map<string, number>();
  for (const [key, count] of counts) sum.set(key, (sum.get(key) ?? 0) + count);
  return [...sum].sort(([, a], [, b]) => b - a);
}
