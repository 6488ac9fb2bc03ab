import { countInert } from '../aspects/aspect-store.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { isUnavailable } from '../db/errors.js';
import { migrationsFolder, readMigrations } from '../db/migrations/folder.js';
import { type MigrationResult, migrate, migrationStatus } from '../db/migrations/migrate.js';
import { openDatabase } from '../db/open.js';
import { connected, describeReason } from '../db/postgresql/connect.js';
import { connectionConfig } from '../db/postgresql/connection.js';
import { explainFailure } from '../db/postgresql/explain.js';
import { detectPooling } from '../db/postgresql/pooling.js';
import { isUnverified } from '../db/postgresql/tls.js';
import { StartupError } from '../db/startup-error.js';
import type { Log } from './log.js';
import { describePolicies, type NamedEarly, readNamedEarly } from './named-early-store.js';

export interface StartDeps {
  readonly log: Log;
  /** Aborted when the process should stop: ends all waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Opens the database and migrates it.
 *
 * @param deps.check called before; nothing is migrated when it throws
 * @throws StartupError when that fails, or the signal's reason once it is aborted
 */
export async function openMigrated(
  config: Config,
  deps: StartDeps & { readonly check?: (db: Database) => Promise<void> },
): Promise<{ db: Database; result: MigrationResult }> {
  const { log } = deps;
  const db = await openWhenUp(config, deps);
  try {
    await deps.check?.(db);
    // The migrations of a new database are not news, so one line tells of all.
    const level = (isNew: boolean) => (isNew ? 'debug' : 'info');
    const early: NamedEarly[] = [];
    let started = 0;
    const result = await migrate(db.migration, undefined, async (migration, isNew, query) => {
      if (isNew && started === 0) log.info({}, 'creating the tables of the database');
      started += 1;
      log[level(isNew)]({ migration }, 'a migration has started');
      if (!isNew) early.push(...(await readNamedEarly(query, [migration])));
    });
    const { applied, edited, isNew } = result;
    if (applied.length > 0) log[level(isNew)]({ applied }, 'database migrated');
    if (applied.includes(peopleMigration)) await logInert(db, log);
    for (const one of early)
      log.warn(
        { privilege: one.privilege, policies: one.count },
        `${one.displayName} has an effect from this version on, and was taken out of stored policies, so that the upgrade ` +
          `grants nothing: ${describePolicies(one)}. Grant it to those who should have it`,
      );
    if (edited.length > 0) log.warn({ edited }, 'migrations that were applied have been edited since');
    return { db, result };
  } catch (error) {
    await db.close();
    throw inWords(error, config);
  }
}

const peopleMigration = '20261122030000_people';

/** Says once, after the upgrade, that aspects of access from before it have no effect. */
async function logInert(db: Database, log: Log): Promise<void> {
  const aspects = await countInert(db.query);
  if (aspects === 0) return;
  log.warn(
    { aspects },
    'aspects about users, groups and policies that were stored before this upgrade have no effect until they are written again',
  );
}

/** Opens a database that has exactly the migrations of this build. @throws StartupError when it has not */
export async function openCurrent(
  config: Config,
  deps: StartDeps,
): Promise<{ db: Database; migration: string }> {
  const db = await openWhenUp(config, deps);
  try {
    const { applied, pending, unfinished, unknown } = await migrationStatus(db.migration);
    const migration = applied.at(-1);
    if (migration === undefined || pending.length + unfinished.length + unknown.length > 0) {
      throw new StartupError(
        'The database lacks migrations of this build: `catalog doctor` lists them, and `catalog migrate` ' +
          'applies them.',
      );
    }
    return { db, migration };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Returns the name of the last migration of this build. */
export const lastMigration = async (): Promise<string> =>
  (await readMigrations(migrationsFolder)).at(-1)?.name ?? '';

/** Opens the database; waits for a server that is not up yet. @throws like `openMigrated` */
export async function openWhenUp(config: Config, deps: StartDeps): Promise<Database> {
  const { log } = deps;
  const url = config.DATABASE_URL;
  if ([url, config.DATABASE_REPLICA_URL].some((one) => one && isUnverified(one)))
    log.warn(
      {},
      'the certificate of PostgreSQL is not verified, so another server could take its place: sslmode=verify-full ' +
        'verifies it (docs/postgresql.md)',
    );
  return openDatabase({
    databaseUrl: url,
    ...(url && { pooling: await waitForServer(url, config, deps) }),
    replicaUrl: config.DATABASE_REPLICA_URL,
    dataDir: config.DATA_DIR,
    poolSize: config.DATABASE_POOL_SIZE,
    maxReadBytes: config.ANSWER_MAX_BYTES,
    isRecorded: config.CHANGE_EVENTS,
    timeoutMs: config.REQUEST_TIMEOUT_MS,
    onReplicaError: (err) => log.warn({ err }, 'the replica failed a read: the primary serves reads for now'),
    onShrink: (connections) =>
      log.warn(
        { connections, DATABASE_POOL_SIZE: config.DATABASE_POOL_SIZE },
        'the database grants no more connections: requests share the existing connections',
      ),
    onIdleError: (err) => log.warn({ err }, 'the database ended an idle connection'),
    onEnd: (err) =>
      log.error(
        { err },
        'the embedded database has failed: requests that need it are refused until a restart',
      ),
    onOpenFolder: (why) => log.warn({}, why),
    onCreate: () => log.info({ dataDir: config.DATA_DIR }, 'creating the embedded database'),
    onUnusableImage: (reason) =>
      log.warn(
        { reason },
        'the image of an empty database, which the package brings, cannot be used: creating the database takes longer',
      ),
    onReadOnly: (readOnly) =>
      log.warn(
        { dataDir: config.DATA_DIR },
        readOnly ? 'the disk is almost full: writes are refused' : 'the disk has space again',
      ),
  });
}

async function waitForServer(
  url: string,
  config: Config,
  { log, signal = new AbortController().signal }: StartDeps,
) {
  try {
    return await connected(() => detectPooling(connectionConfig(url)), {
      timeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
      signal,
      onRetry: (error, pauseMs) =>
        log.warn(
          { reason: describeReason(error) },
          `the database of DATABASE_URL cannot be reached yet: the next attempt is in ${pauseMs} ms`,
        ),
    });
  } catch (error) {
    throw inWords(error, config);
  }
}

/** Returns an error of a server in words. The message does not contain the URL, which holds a password. */
function inWords(error: unknown, { DATABASE_URL: url, DATABASE_CONNECT_TIMEOUT_MS: timeout }: Config) {
  if (!url || error instanceof StartupError) return error;
  const text = explainFailure(error, url);
  if (text !== null) return new StartupError(text, { cause: error });
  if (!isUnavailable(error)) return error;
  return new StartupError(
    `The database of DATABASE_URL cannot be reached: ${describeReason(error)}. Check the URL and that PostgreSQL accepts ` +
      `connections. DATABASE_CONNECT_TIMEOUT_MS (${timeout}) is the time to wait for a server that is still starting.`,
  );
}
