import type { Migration } from './folder.js';

/** What a database has been through, against what this build brings. By names of migrations, oldest first. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Begun and not finished, which `migrate` never leaves behind: neither applied nor pending. */
  readonly unfinished: readonly string[];
  /** In the database, not in this build: a newer one has been here. */
  readonly unknown: readonly string[];
  /** Applied, and its file changed since. */
  readonly edited: readonly string[];
}

interface Entry {
  name: string;
  checksum: string;
  finished: boolean;
}

type Read = <Row>(sql: string) => Promise<Row[]>;

/** Compares Prisma's ledger with the migrations of a build. @param read runs one statement */
export async function readStatus(read: Read, migrations: readonly Migration[]): Promise<MigrationStatus> {
  const entries = new Map((await readLedger(read)).map((entry) => [entry.name, entry]));
  const names = migrations.map(({ name }) => name);
  const inLedger = (finished: boolean) =>
    [...entries.values()].filter((entry) => entry.finished === finished).map(({ name }) => name);
  return {
    applied: inLedger(true),
    unfinished: inLedger(false),
    pending: names.filter((name) => !entries.has(name)),
    unknown: [...entries.keys()].filter((name) => !names.includes(name)),
    edited: migrations
      .filter(({ name, checksum }) => (entries.get(name)?.checksum ?? checksum) !== checksum)
      .map(({ name }) => name),
  };
}

/** Rows that were rolled back stay as a record and count for nothing; unfinished ones come last and win. */
async function readLedger(read: Read): Promise<Entry[]> {
  try {
    return await read<Entry>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
       WHERE rolled_back_at IS NULL ORDER BY finished_at IS NULL, started_at`,
    );
  } catch (error) {
    const undefinedTable = '42P01';
    if ((error as { code?: unknown }).code === undefinedTable) return [];
    throw error;
  }
}
