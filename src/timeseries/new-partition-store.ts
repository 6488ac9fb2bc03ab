import type { Month } from '../core/month.js';
import { createPartition, existingTables } from '../db/months.js';
import type { Transaction } from '../db/query.js';

export interface IndexMonth {
  readonly indexName: string;
  readonly month: Month;
}

/** Returns which of these tables do not exist, sorted. */
export async function missingTables(tx: Transaction, names: readonly string[]): Promise<string[]> {
  const existing = await existingTables(tx, names);
  return names.filter((name) => !existing.has(name)).sort();
}

/** The lock prevents two transactions from creating the same table. */
async function stillMissing(tx: Transaction, names: readonly string[]): Promise<string[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.timeseries.partitions'))`);
  return missingTables(tx, names);
}

export async function createIndices(tx: Transaction, indexNames: readonly string[]) {
  for (const name of await stillMissing(tx, indexNames)) {
    await createPartition(tx, 'timeseries_events', `"${name}"`, {
      like: 'PARTITION BY RANGE (timestamp_millis)',
      bounds: `IN ('${name}')`,
    });
  }
}

export async function createMonths(
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
