import type { Migration } from './migration-folder.js';
import type { MigrationTarget } from './migration-target.js';

/** What a database has been through, against what this build brings. By names of migrations, oldest first. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Begun and not finished, and the ledger says why; neither applied nor pending. */
  readonly failed: readonly string[];
  /** Begun and neither finished nor failed: under way, or their process was killed and nothing of them is there. */
  readonly begun: readonly string[];
  /** In the database, not in this build: a newer one has been here. */
  readonly unknown: readonly string[];
  /** Applied, and its file changed since. */
  readonly edited: readonly string[];
}

interface Entry {
  name: string;
  checksum: string;
  state: 'applied' | 'failed' | 'begun';
}

/** Reads Prisma's ledger, one statement, without the engine. */
export async function readStatus(
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<MigrationStatus> {
  const entries = new Map((await readLedger(target)).map((entry) => [entry.name, entry]));
  const names = migrations.map(({ name }) => name);
  const inLedger = (state: Entry['state']) =>
    [...entries.values()].filter((entry) => entry.state === state).map(({ name }) => name);
  return {
    applied: inLedger('applied'),
    failed: inLedger('failed'),
    begun: inLedger('begun'),
    pending: names.filter((name) => !entries.has(name)),
    unknown: [...entries.keys()].filter((name) => !names.includes(name)),
    edited: migrations
      .filter(({ name, checksum }) => (entries.get(name)?.checksum ?? checksum) !== checksum)
      .map(({ name }) => name),
  };
}

/** Rows that were rolled back stay as a record and count for nothing; unfinished ones come last and win. */
async function readLedger(target: MigrationTarget): Promise<Entry[]> {
  try {
    return await target.query<Entry>(
      `SELECT migration_name AS name, checksum, CASE WHEN finished_at IS NOT NULL THEN 'applied'
              WHEN logs > '' THEN 'failed' ELSE 'begun' END AS state FROM _prisma_migrations
       WHERE rolled_back_at IS NULL ORDER BY finished_at IS NULL, started_at`,
    );
  } catch (error) {
    const undefinedTable = '42P01';
    if ((error as { code?: unknown }).code === undefinedTable) return [];
    throw error;
  }
}
