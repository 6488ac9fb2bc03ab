import { StartupError } from '../startup-error.js';
import type { Migration } from './folder.js';
import { elsewhere } from './ledger.js';

/** The migrations of a database compared with those of this build: names, oldest first. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Started by another tool and not finished: `migrate` itself leaves none. Neither applied nor pending. */
  readonly unfinished: readonly string[];
  /** In the database but not in this build: a newer build applied them. */
  readonly unknown: readonly string[];
  /** Applied, but the file has changed since. */
  readonly edited: readonly string[];
  /** Whether the migrations in the database are those of another program that uses Prisma. */
  readonly isForeign: boolean;
}

interface Entry {
  name: string;
  checksum: string;
  finished: boolean;
}

type ReadSql = <Row>(sql: string) => Promise<Row[]>;

/** Compares Prisma's ledger with the migrations of a build. @param read runs one statement */
export async function readStatus(read: ReadSql, migrations: readonly Migration[]): Promise<MigrationStatus> {
  const entries = new Map((await readLedger(read)).map((entry) => [entry.name, entry]));
  const names = migrations.map(({ name }) => name);
  const inLedger = (finished: boolean) =>
    [...entries.values()].filter((entry) => entry.finished === finished).map(({ name }) => name);
  const unknown = [...entries.keys()].filter((name) => !names.includes(name));
  return {
    applied: inLedger(true),
    unfinished: inLedger(false),
    pending: names.filter((name) => !entries.has(name)),
    unknown,
    edited: migrations
      .filter(({ name, checksum }) => (entries.get(name)?.checksum ?? checksum) !== checksum)
      .map(({ name }) => name),
    isForeign: unknown.length > 0 && unknown.length === entries.size,
  };
}

const [undefinedTable, undefinedColumn] = ['42P01', '42703'];

/** Reads the rows of the ledger that were not rolled back. The last of a name counts, so unfinished ones come last. */
async function readLedger(read: ReadSql): Promise<Entry[]> {
  try {
    return await read<Entry>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
       WHERE rolled_back_at IS NULL ORDER BY finished_at IS NULL, started_at`,
    );
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === undefinedTable) return [];
    if (code !== undefinedColumn) throw error;
    throw new StartupError(`The table _prisma_migrations is of another program. ${elsewhere}`);
  }
}
