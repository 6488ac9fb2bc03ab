import type { Requester } from '../core/actor.js';
import { CatalogError } from '../core/errors.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { existingTables } from './partition-store.js';
import { indexNameOf, type Month, monthOf, type TimeseriesAspect, tableOf } from './timeseries-index.js';

/**
 * Months that one transaction writes to or deletes from at most. Each takes up to four locks, of which PostgreSQL has
 * 6,400 for all transactions together by default.
 */
export const monthsPerTransaction = 240;

interface IndexMonth {
  readonly indexName: string;
  readonly month: Month;
}

/** The months that events fall into. */
export interface Months {
  /** By the names of their tables. */
  readonly wanted: ReadonlyMap<string, IndexMonth>;
  /** The indices that are not there yet. */
  readonly newIndices: readonly string[];
}

interface Placed {
  readonly aspect: TimeseriesAspect;
  readonly timestampMillis: number;
}

/**
 * Makes the months that events need, in a transaction of its own; those of a new index are left to `holdMonths`, since a
 * refused request makes no index. Called when nothing else speaks against the request.
 *
 * @param maxNew months that one request may need and that are not there
 * @throws INVALID_ASPECT
 */
export async function prepareMonths(
  db: Database,
  events: readonly Placed[],
  maxNew: number,
  requester?: Requester,
): Promise<Months> {
  const { missing, ...months } = await findMonths(db, events);
  if (months.wanted.size > monthsPerTransaction) {
    throw tooMany(`events of ${months.wanted.size} months of time series`, `${monthsPerTransaction}`);
  }
  if (missing.length > maxNew) {
    throw tooMany(
      `${missing.length} months of time series that are not there yet`,
      `${maxNew} (MONTHS_PER_REQUEST_MAX)`,
    );
  }
  const ofKnownIndices = missing.filter((table) => {
    return !months.newIndices.includes(months.wanted.get(table)!.indexName);
  });
  if (ofKnownIndices.length > 0) {
    await transaction(db, (tx) => makeMonths(tx, months.wanted, ofKnownIndices), requester);
  }
  return months;
}

const tooMany = (what: string, limit: string) =>
  new CatalogError(
    'INVALID_ASPECT',
    `the request has ${what}; at most ${limit} go into one. Send it in parts`,
  );

/**
 * Keeps the months of events from being dropped until the transaction ends, and makes those that are not there. Called
 * before the transaction locks anything else: a drop locks the index first, then the month.
 */
export async function holdMonths(tx: Transaction, { wanted, newIndices }: Months): Promise<void> {
  if (wanted.size === 0) return;
  if (newIndices.length > 0) await makeIndices(tx, newIndices);
  await holdIndices(
    tx,
    [...wanted.values()].map(({ indexName }) => indexName),
  );
  const missing = await missingOf(tx, [...wanted.keys()]);
  if (missing.length > 0) await makeMonths(tx, wanted, missing);
}

/** Keeps the months of indices from being dropped until the transaction ends. @param indexNames some that exist */
export async function holdIndices(tx: Transaction, indexNames: readonly string[]): Promise<void> {
  const names = [...new Set(indexNames)].sort().map((name) => `ONLY "${name}"`);
  await tx.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`, [], { unprepared: true });
}

/** The months that events need, and the tables of those that are not there. */
export async function findMonths(
  { query }: Transaction,
  events: readonly Placed[],
): Promise<Months & { readonly missing: readonly string[] }> {
  const wanted = new Map<string, IndexMonth>();
  for (const { aspect, timestampMillis } of events) {
    const indexName = indexNameOf(aspect);
    const month = monthOf(timestampMillis);
    wanted.set(tableOf(indexName, month), { indexName, month });
  }
  if (wanted.size === 0) return { wanted, newIndices: [], missing: [] };
  const indexNames = new Set([...wanted.values()].map(({ indexName }) => indexName));
  const names = await missingOf({ query }, [...wanted.keys(), ...indexNames]);
  return {
    wanted,
    missing: names.filter((name) => wanted.has(name)),
    newIndices: names.filter((name) => indexNames.has(name)),
  };
}

async function missingOf(tx: Transaction, names: readonly string[]): Promise<string[]> {
  const existing = await existingTables(tx, names);
  return names.filter((name) => !existing.has(name)).sort();
}

/** Two that make the same table at once would fail. */
async function stillMissing(tx: Transaction, names: readonly string[]): Promise<string[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.timeseries.partitions'))`);
  return missingOf(tx, names);
}

async function makeIndices(tx: Transaction, indexNames: readonly string[]) {
  for (const name of await stillMissing(tx, indexNames)) {
    await attach(tx, 'timeseries_events', `"${name}"`, {
      like: 'PARTITION BY RANGE (timestamp_millis)',
      bounds: `IN ('${name}')`,
    });
  }
}

async function makeMonths(tx: Transaction, wanted: Months['wanted'], tables: readonly string[]) {
  for (const table of await stillMissing(tx, tables)) {
    const { indexName, month } = wanted.get(table)!;
    await attach(tx, `"${indexName}"`, `"${table}"`, {
      like: '',
      bounds: `FROM (${month.from}) TO (${month.to})`,
    });
  }
}

/**
 * Makes a partition beside readers and writers of the others: CREATE TABLE … PARTITION OF would lock them out. Names are
 * of our own making (an aspect's of the fixed list, a month's number), so they need no quoting rule.
 */
async function attach(tx: Transaction, parent: string, table: string, is: { like: string; bounds: string }) {
  const run = (sql: string) => tx.query(sql, [], { unprepared: true });
  await run(`CREATE TABLE ${table} (LIKE ${parent} INCLUDING ALL) ${is.like}`);
  await run(`ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES ${is.bounds}`);
}
