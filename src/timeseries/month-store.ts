import type { Requester } from '../core/actor.js';
import { CatalogError } from '../core/errors.js';
import { type Month, toMonth } from '../core/month.js';
import type { Database } from '../db/database.js';
import { createPartition, existingTables, toTableName } from '../db/months.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { type TimeseriesAspect, toIndexName } from './timeseries-index.js';

/**
 * Months that one transaction writes to or deletes from at most. Each needs up to four locks. By default, PostgreSQL has
 * 6,400 for all transactions.
 */
export const monthsPerTransaction = 240;

/** The months of events. */
export interface Months {
  /** By name of table. */
  readonly wanted: ReadonlyMap<string, IndexMonth>;
  /** The indices that do not exist. */
  readonly newIndices: readonly string[];
}

interface EventTime {
  readonly aspect: TimeseriesAspect;
  readonly timestampMillis: number;
}

/**
 * Creates the missing months of events in a separate transaction. `lockMonths` creates the months of a new index,
 * because a rejected request must not create an index. Called after all other checks of the request.
 *
 * @param maxNew missing months that one request may need
 * @throws INVALID_ASPECT
 */
export async function createMissingMonths(
  db: Database,
  events: readonly EventTime[],
  maxNew: number,
  requester?: Requester,
): Promise<Months> {
  const { missing, ...months } = await findMonths(db, events);
  if (months.wanted.size > monthsPerTransaction) {
    throw tooMany(`events of ${months.wanted.size} months of time series`, `${monthsPerTransaction}`);
  }
  if (missing.length > maxNew) {
    throw tooMany(`${missing.length} new months of time series`, `${maxNew} (MONTHS_PER_REQUEST_MAX)`);
  }
  const ofKnownIndices = missing.filter((table) => {
    return !months.newIndices.includes(months.wanted.get(table)!.indexName);
  });
  if (ofKnownIndices.length > 0) {
    await transaction(db, (tx) => createMonths(tx, months.wanted, ofKnownIndices), requester);
  }
  return months;
}

const tooMany = (what: string, limit: string) =>
  new CatalogError(
    'INVALID_ASPECT',
    `the request has ${what}; at most ${limit} are allowed. Send it in parts`,
  );

/**
 * Keeps the months of events from being dropped until the transaction ends, and creates missing ones. Called before the
 * transaction locks anything else, because a drop locks the index first, then the month.
 */
export async function lockMonths(tx: Transaction, { wanted, newIndices }: Months): Promise<void> {
  if (wanted.size === 0) return;
  if (newIndices.length > 0) await createIndices(tx, newIndices);
  await lockIndices(
    tx,
    [...wanted.values()].map(({ indexName }) => indexName),
  );
  const missing = await missingTables(tx, [...wanted.keys()]);
  if (missing.length > 0) await createMonths(tx, wanted, missing);
}

/** Keeps the months of existing indices from being dropped until the transaction ends. */
export async function lockIndices(tx: Transaction, indexNames: readonly string[]): Promise<void> {
  const names = [...new Set(indexNames)].sort().map((name) => `ONLY "${name}"`);
  await tx.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`, [], { unprepared: true });
}

/** Returns the months of events, and the tables of the missing ones. */
export async function findMonths(
  { query }: Transaction,
  events: readonly EventTime[],
): Promise<Months & { readonly missing: readonly string[] }> {
  const wanted = new Map<string, IndexMonth>();
  for (const { aspect, timestampMillis } of events) {
    const indexName = toIndexName(aspect);
    const month = toMonth(timestampMillis);
    wanted.set(toTableName(indexName, month), { indexName, month });
  }
  if (wanted.size === 0) return { wanted, newIndices: [], missing: [] };
  const indexNames = new Set([...wanted.values()].map(({ indexName }) => indexName));
  const names = await missingTables({ query }, [...wanted.keys(), ...indexNames]);
  return {
    wanted,
    missing: names.filter((name) => wanted.has(name)),
    newIndices: names.filter((name) => indexNames.has(name)),
  };
}

export interface IndexMonth {
  readonly indexName: string;
  readonly month: Month;
}

/** Returns which of these tables do not exist, sorted. */
async function missingTables(tx: Transaction, names: readonly string[]): Promise<string[]> {
  const existing = await existingTables(tx, names);
  return names.filter((name) => !existing.has(name)).sort();
}

/** The lock prevents two transactions from creating the same table. */
async function stillMissing(tx: Transaction, names: readonly string[]): Promise<string[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.timeseries.partitions'))`);
  return missingTables(tx, names);
}

async function createIndices(tx: Transaction, indexNames: readonly string[]) {
  for (const name of await stillMissing(tx, indexNames)) {
    await createPartition(tx, 'timeseries_events', `"${name}"`, {
      like: 'PARTITION BY RANGE (timestamp_millis)',
      bounds: `IN ('${name}')`,
    });
  }
}

async function createMonths(
  tx: Transaction,
  wanted: ReadonlyMap<string, IndexMonth>,
  tables: readonly string[],
) {
  for (const table of await stillMissing(tx, tables)) {
    const { indexName, month } = wanted.get(table)!;
    await createPartition(tx, `"${indexName}"`, `"${table}"`, {
      like: '',
      bounds: `FROM (${month.from}) TO (${month.to})`,
    });
  }
}
