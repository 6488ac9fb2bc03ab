import { StartupError } from '../startup-error.js';
import { type Migration, migrationsFolder, readMigrations } from './folder.js';
import { applyMigration, ensureLedger, resolveUnfinished } from './ledger.js';
import { type MigrationStatus, readStatus } from './status.js';
import type { MigrationTarget } from './target.js';

export interface MigrationResult {
  /** The names of the migrations that this call applied. */
  readonly applied: readonly string[];
  /** Applied earlier, and their files changed since: worth a warning. */
  readonly edited: readonly string[];
}

/** What became of a migration that another tool began. */
export interface Resolution {
  readonly name: string;
  readonly outcome: 'applied' | 'rolled back';
}

/** What `migrate` would find; changes nothing. */
export const migrationStatus = async (
  target: MigrationTarget,
  folder = migrationsFolder,
): Promise<MigrationStatus> => readStatus(target.query, await readMigrations(folder));

/**
 * Brings a database up to the folder's last migration and writes Prisma's ordinary ledger. Each migration is one
 * transaction with its row in the ledger, so that an error, a lost connection or a killed process leaves nothing of
 * it, and the next call begins it again. Where all are applied, this costs one statement; of several processes that
 * start at once, one applies a migration and the others wait.
 *
 * @param onBegin hears the name of each migration before its script runs
 * @throws StartupError for a database that a newer build has migrated, that holds other tables, or where another
 *   tool left a migration unfinished, and for a migration that fails now
 */
export async function migrate(
  target: MigrationTarget,
  folder = migrationsFolder,
  onBegin: (name: string) => void = () => {},
): Promise<MigrationResult> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const { unknown, pending, unfinished, edited } = await readStatus(target.query, migrations);
    refuseNewer(unknown);
    if (pending.length + unfinished.length === 0) return { applied, edited };
    const name = await applyNext(target, migrations, onBegin);
    if (name) applied.push(name);
  }
}

/** Writes what became of an unfinished migration into the ledger. @throws StartupError when there is none */
export async function resolveMigration(
  target: MigrationTarget,
  { name, outcome }: Resolution,
  folder = migrationsFolder,
): Promise<void> {
  const known = (await readMigrations(folder)).find((migration) => migration.name === name);
  if (!known) throw new StartupError(`This build has no migration ${name}.`);
  await target.exclusively(async (transaction) => {
    await ensureLedger(transaction);
    await resolveUnfinished(transaction, known, outcome);
  });
}

/** @returns the name of the migration, unless another process was faster */
async function applyNext(
  target: MigrationTarget,
  migrations: readonly Migration[],
  onBegin: (name: string) => void,
): Promise<string | undefined> {
  let begun: string | undefined;
  try {
    return await target.exclusively(async (transaction) => {
      await ensureLedger(transaction);
      const status = await readStatus(transaction.query, migrations);
      refuseNewer(status.unknown);
      refuseUnfinished(status.unfinished);
      const next = migrations.find(({ name }) => name === status.pending[0]);
      if (!next) return undefined;
      begun = next.name;
      onBegin(begun);
      await applyMigration(transaction, next);
      return begun;
    });
  } catch (cause) {
    if (!begun) throw cause;
    const { message, detail } = cause as Error & { detail?: string };
    const reason = [message, detail].filter(Boolean).join(': ');
    throw new StartupError(
      `The database could not be migrated: migration ${begun}: ${reason}. It takes effect as a whole or not at ` +
        'all: start again when the cause is gone.',
      { cause },
    );
  }
}

function refuseNewer(unknown: readonly string[]) {
  if (unknown.length === 0) return;
  throw new StartupError(
    `The database has migrations that this build doesn't know: ${unknown.join(', ')}. A newer build migrated it; ` +
      'start that one.',
  );
}

/** Seen under the lock only: without it, an older build may be at work on it. */
function refuseUnfinished([name]: readonly string[]) {
  if (!name) return;
  throw new StartupError(
    `The database has a migration that another tool began and did not finish: ${name}. The column "logs" of ` +
      '_prisma_migrations may say why. Find out whether its changes are in the database, then run ' +
      `\`catalog migrate --resolve-applied ${name}\` if they are, or else ` +
      `\`catalog migrate --resolve-rolled-back ${name}\`, and start again.`,
  );
}
