import { isRetryable } from '../errors.js';
import { StartupError } from '../startup-error.js';
import { type Migration, migrationsFolder, readMigrations } from './folder.js';
import { applyMigration, elsewhere, ensureLedger, resolveUnfinished } from './ledger.js';
import { type MigrationStatus, readStatus } from './status.js';
import type { MigrationTarget, MigrationTransaction } from './target.js';

export interface MigrationResult {
  /** The names of the migrations that this call applied. */
  readonly applied: readonly string[];
  /** Applied earlier, but their files have changed since: worth a warning. */
  readonly edited: readonly string[];
  /** Whether the database had no tables before. */
  readonly isNew: boolean;
}

type OnStart = (name: string, isNew: boolean, query: MigrationTransaction['query']) => unknown;

/** The outcome of a migration that another tool left unfinished. */
export interface Resolution {
  readonly name: string;
  readonly outcome: 'applied' | 'rolled back';
}

/** Returns the status without changing anything. */
export const migrationStatus = async (
  target: MigrationTarget,
  folder = migrationsFolder,
): Promise<MigrationStatus> => readStatus(target.query, await readMigrations(folder));

/**
 * Applies all pending migrations of the folder and writes Prisma's ordinary ledger. Each migration and its row of the
 * ledger are one transaction, so that an error, a lost connection or a killed process leaves nothing of it, and the
 * next call starts it again. After a deadlock, it starts again at once. Costs one statement when nothing is pending. Of
 * several processes that start at the same time, one applies a migration and the others wait.
 *
 * @param onStart called in the transaction of each migration before its script runs, with the migration's name and whether
 *   the database is new
 * @throws StartupError when a newer build has migrated the database, it holds other tables, another tool left a
 *   migration unfinished, or a migration fails
 */
export async function migrate(
  target: MigrationTarget,
  folder = migrationsFolder,
  onStart: OnStart = () => {},
): Promise<MigrationResult> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  let isNew: boolean | undefined;
  for (;;) {
    const status = await readStatus(target.query, migrations);
    isNew ??= status.applied.length === 0;
    throwIfUnknown(status);
    const { pending, unfinished, edited } = status;
    if (pending.length + unfinished.length === 0) return { applied, edited, isNew };
    const name = await applyNext(target, migrations, (next, { query }) => onStart(next, isNew!, query));
    if (name) applied.push(name);
  }
}

/** Records the outcome of an unfinished migration. @throws StartupError when there is none */
export async function resolveMigration(
  target: MigrationTarget,
  { name, outcome }: Resolution,
  folder = migrationsFolder,
): Promise<void> {
  const known = (await readMigrations(folder)).find((migration) => migration.name === name);
  if (!known) throw new StartupError(`This build has no migration ${name}.`);
  await target.withMigrationLock(async (transaction) => {
    await ensureLedger(transaction);
    await resolveUnfinished(transaction, known, outcome);
  });
}

/** How often a migration begins again after a deadlock with the requests that older processes serve. */
const maxAttempts = 20;

/** Returns the name of the applied migration; undefined when another process has applied it. */
async function applyNext(
  target: MigrationTarget,
  migrations: readonly Migration[],
  onStart: (name: string, transaction: MigrationTransaction) => unknown,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    let current: string | undefined;
    try {
      return await target.withMigrationLock(async (transaction) => {
        await ensureLedger(transaction);
        const status = await readStatus(transaction.query, migrations);
        throwIfUnknown(status);
        throwIfUnfinished(status.unfinished);
        const next = migrations.find(({ name }) => name === status.pending[0]);
        if (!next) return undefined;
        current = next.name;
        await onStart(current, transaction);
        await applyMigration(transaction, next);
        return current;
      });
    } catch (cause) {
      if (!current) throw cause;
      if (isRetryable(cause) && attempt < maxAttempts) continue;
      const { message, detail } = cause as Error & { detail?: string };
      const reason = [message, detail].filter(Boolean).join(': ');
      throw new StartupError(
        `The database could not be migrated: migration ${current}: ${reason}. It is applied as a whole or not at ` +
          'all: start again after you have fixed the cause.',
        { cause },
      );
    }
  }
}

function throwIfUnknown({ unknown, isForeign }: MigrationStatus) {
  if (unknown.length === 0) return;
  if (isForeign)
    throw new StartupError(
      `The database has migrations of another program (${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}). ${elsewhere}`,
    );
  throw new StartupError(
    `The database has migrations that this build does not know: ${unknown.join(', ')}. A newer build has migrated it; ` +
      'start that build.',
  );
}

/** Called under the lock only: without it, another process may still be running the migration. */
function throwIfUnfinished([name]: readonly string[]) {
  if (!name) return;
  throw new StartupError(
    `The database has a migration that another tool left unfinished: ${name}. The column "logs" of ` +
      '_prisma_migrations may say why. Find out whether its changes are in the database, then run ' +
      `\`catalog migrate --resolve-applied ${name}\` if they are, or else ` +
      `\`catalog migrate --resolve-rolled-back ${name}\`, and start again.`,
  );
}
