import type { Config } from './config.js';
import { connected, reasonOf } from './db/connect.js';
import type { Database } from './db/database.js';
import { isUnavailable } from './db/errors.js';
import { type MigrationResult, migrate } from './db/migrate.js';
import { openDatabase } from './db/open.js';
import { StartupError } from './db/startup-error.js';
import type { Clock } from './domain/clock.js';
import { userUrn } from './domain/urn.js';
import { createServices, type Services } from './services.js';
import { bootstrap } from './start/bootstrap.js';
import { seedSample } from './start/seed.js';

/** What starting needs of a logger. */
export interface Log {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** A catalog on its database, ready for its doors. */
export interface Catalog {
  readonly services: Services;
  /** Rejects while the database is away. */
  ready(): Promise<void>;
  /** Loads the sample metadata into an empty store. @param tell hears what was done, a line */
  seedSample(tell: (line: string) => void): Promise<void>;
  close(): Promise<void>;
}

interface StartDeps {
  readonly log: Log;
  /** Aborted when the process is to stop: nothing is waited for any more. */
  readonly signal?: AbortSignal;
}

/**
 * Opens the database, for which it waits, brings its schema up to date, and makes the first administrator.
 *
 * @throws StartupError, or the signal's reason
 */
export async function openCatalog(
  config: Config,
  { log, clock, signal }: StartDeps & { clock: Clock },
): Promise<Catalog> {
  const { db } = await openMigrated(config, { log, ...(signal && { signal }) });
  try {
    const onBackgroundError = (err: unknown) => log.error({ err }, 'work in the background failed');
    const services = createServices({ config, db, clock, onBackgroundError });
    await bootstrap({ db, config, log, now: clock() });
    return {
      services,
      ready: async () => void (await db.query('SELECT 1')),
      async seedSample(tell) {
        const loaded = await seedSample(db, userUrn(config.BOOTSTRAP_ADMIN), clock());
        tell(loaded ? 'sample metadata loaded' : 'the store holds metadata already: no sample loaded');
      },
      async close() {
        await services.background.stop();
        await services.flush();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Brings the schema up to date and nothing else. @throws StartupError */
export async function migrateCatalog(config: Config, deps: StartDeps): Promise<MigrationResult> {
  const { db, result } = await openMigrated(config, deps);
  await db.close();
  return result;
}

async function openMigrated(
  config: Config,
  { log, signal = new AbortController().signal }: StartDeps,
): Promise<{ db: Database; result: MigrationResult }> {
  const db = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    replicaUrl: config.DATABASE_REPLICA_URL,
    dataDir: config.DATA_DIR,
    poolSize: config.DATABASE_POOL_SIZE,
    timeoutMs: config.REQUEST_TIMEOUT_MS,
    onReplicaAway: (err) => log.warn({ err }, 'the replica failed a read: the primary answers for now'),
    onIdleError: (err) => log.warn({ err }, 'the database ended an idle connection'),
    onOpenFolder: (why) => log.warn({}, why),
    onReadOnly: (readOnly) =>
      log.warn(
        { dataDir: config.DATA_DIR },
        readOnly ? 'the disk is almost full: nothing is written' : 'the disk has room again',
      ),
  });
  try {
    if (db.kind === 'postgresql') await waitForServer(db, config, log, signal);
    const result = await migrate(db.migration);
    const { applied, edited } = result;
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    if (edited.length > 0) log.warn({ edited }, 'migrations that were applied have been edited since');
    return { db, result };
  } catch (error) {
    await db.close();
    throw isUnavailable(error) && db.kind === 'postgresql' ? unreachable(error, config) : error;
  }
}

const waitForServer = (db: Database, config: Config, log: Log, signal: AbortSignal) =>
  connected(db.migration, {
    timeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    signal,
    onRetry: (error, pauseMs) =>
      log.warn(
        { reason: reasonOf(error) },
        `the database of DATABASE_URL can't be reached yet: the next try is in ${pauseMs} ms`,
      ),
  });

/** The URL holds a password, so the message does not. */
const unreachable = (error: unknown, { DATABASE_CONNECT_TIMEOUT_MS: timeout }: Config) =>
  new StartupError(
    `The database of DATABASE_URL can't be reached: ${reasonOf(error)}. Check the URL and that PostgreSQL accepts ` +
      `connections; a server that is not up yet is waited for (DATABASE_CONNECT_TIMEOUT_MS is ${timeout}).`,
  );
