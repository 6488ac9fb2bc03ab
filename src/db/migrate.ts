import { type Migration, migrationsFolder, readMigrations, toMigrationList } from './migration-folder.js';
import { type MigrationStatus, readStatus } from './migration-status.js';
import type { MigrationAdapter, MigrationTarget } from './migration-target.js';
import { StartupError } from './startup-error.js';

export interface MigrationResult {
  /** The names of the migrations that this call applied. */
  readonly applied: readonly string[];
  /** Applied earlier, and their files changed since: worth a warning. */
  readonly edited: readonly string[];
}

/** What `migrate` would find; changes nothing. */
export const migrationStatus = async (
  target: MigrationTarget,
  folder = migrationsFolder,
): Promise<MigrationStatus> => readStatus(target, await readMigrations(folder));

/**
 * Brings a database up to the folder's last migration and writes Prisma's ordinary ledger. Where that lists them
 * all, this costs one statement; of several processes that start at once, one migrates and the others wait.
 *
 * @throws StartupError for a database that a newer build has migrated, whose last migration failed,
 *   or whose migration fails now; such a migration's own changes are rolled back, as those are of one whose process
 *   was killed, which is begun again
 */
export async function migrate(target: MigrationTarget, folder = migrationsFolder): Promise<MigrationResult> {
  const migrations = await readMigrations(folder);
  const { pending, begun, edited } = refuseSurprises(await readStatus(target, migrations));
  if (pending.length + begun.length === 0) return { applied: [], edited };
  return target.exclusively(async (adapter) => {
    // Nobody migrates now: what is still begun had its process killed, and was rolled back with it.
    if (begun.length > 0) await target.query(rollBackBegun);
    const now = refuseSurprises(await readStatus(target, migrations));
    if (now.pending.length === 0) return { applied: [], edited: now.edited };
    return { applied: await apply(adapter, folder, migrations), edited: now.edited };
  });
}

const rollBackBegun = `UPDATE _prisma_migrations SET rolled_back_at = now()
  WHERE finished_at IS NULL AND rolled_back_at IS NULL AND coalesce(logs, '') = ''`;

async function apply(adapter: MigrationAdapter, folder: string, migrations: readonly Migration[]) {
  // Megabytes of WebAssembly, which most starts don't need.
  const { withSchemaEngine, noFilters } = await import('./schema-engine.js');
  const migrationsList = toMigrationList(folder, migrations);
  try {
    const result = await withSchemaEngine(adapter, (engine) =>
      engine.applyMigrations({ migrationsList, ...noFilters() }),
    );
    return result.appliedMigrationNames;
  } catch (error) {
    throw new StartupError(`The database could not be migrated: ${inOneLine(error as Error)}`, {
      cause: error,
    });
  }
}

/** The engine's text is PostgreSQL's, then a trace of Rust's that names the migration. */
function inOneLine({ message }: Error): string {
  const name = /migration_name="([^"]+)"/.exec(message)?.[1];
  const reason = message
    .split(/\n\s+0: /)[0]
    ?.replace(/^external connector error\s+/, '')
    .trim();
  return name ? `migration ${name}: ${reason}` : `${reason}`;
}

function refuseSurprises(status: MigrationStatus): MigrationStatus {
  const { failed, unknown } = status;
  if (unknown.length > 0) {
    throw new StartupError(
      `The database has migrations that this build doesn't know: ${unknown.join(', ')}. A newer build migrated it; ` +
        'start that one.',
    );
  }
  if (failed.length > 0) {
    throw new StartupError(
      `The database has a migration that did not finish: ${failed.join(', ')}. Find out why (column "logs" of ` +
        '_prisma_migrations), then run `prisma migrate resolve --rolled-back <name>` and start again.',
    );
  }
  return status;
}
