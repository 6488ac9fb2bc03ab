import type { Config } from './config.js';
import type { Database } from './db/database.js';
import { isUnavailable } from './db/errors.js';
import { type MigrationResult, migrate, type Resolution, resolveMigration } from './db/migrate.js';
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

/** Opens the database, brings its schema up to date, and makes the first administrator. @throws StartupError */
export async function openCatalog(config: Config, deps: { log: Log; clock: Clock }): Promise<Catalog> {
  const { log, clock } = deps;
  const { db } = await openMigrated(config, log);
  try {
    const onBackgroundError = (err: unknown) => log.error({ err }, 'work in the background failed');
    const services = createServices({ config, db, clock, onBackgroundError });
    const file = await bootstrap(db, services, config, clock());
    if (file) log.info({ file, user: config.BOOTSTRAP_ADMIN }, `an access token for a day is in ${file}`);
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
export async function migrateCatalog(config: Config, { log }: { log: Log }): Promise<MigrationResult> {
  const { db, result } = await openMigrated(config, log);
  await db.close();
  return result;
}

/** Says what became of a migration that another tool left unfinished. @throws StartupError when there is none */
export async function resolveCatalogMigration(
  config: Config,
  { log, resolution }: { log: Log; resolution: Resolution },
): Promise<void> {
  const db = await open(config, log);
  try {
    await resolveMigration(db.migration, resolution);
  } catch (error) {
    throw isUnavailable(error) ? unreachable(error) : error;
  } finally {
    await db.close();
  }
}

const open = (config: Config, log: Log): Promise<Database> =>
  openDatabase({
    databaseUrl: config.DATABASE_URL,
    replicaUrl: config.DATABASE_REPLICA_URL,
    dataDir: config.DATA_DIR,
    poolSize: config.DATABASE_POOL_SIZE,
    timeoutMs: config.REQUEST_TIMEOUT_MS,
    onReplicaAway: (err) => log.warn({ err }, 'the replica failed a read: the primary answers for now'),
    onShrink: (connections) =>
      log.warn(
        { connections, DATABASE_POOL_SIZE: config.DATABASE_POOL_SIZE },
        'the database grants no more connections: requests share those that there are',
      ),
    onIdleError: (err) => log.warn({ err }, 'the database ended an idle connection'),
    onEnd: (err) =>
      log.error({ err }, 'the embedded database has ended: nothing is answered until a restart'),
    onReadOnly: (readOnly) =>
      log.warn(
        { dataDir: config.DATA_DIR },
        readOnly ? 'the disk is almost full: nothing is written' : 'the disk has room again',
      ),
  });

async function openMigrated(config: Config, log: Log): Promise<{ db: Database; result: MigrationResult }> {
  const db = await open(config, log);
  try {
    const result = await migrate(db.migration, undefined, (migration) =>
      log.info({ migration }, 'a migration begins'),
    );
    const { applied, edited } = result;
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    if (edited.length > 0) log.warn({ edited }, 'migrations that were applied have been edited since');
    return { db, result };
  } catch (error) {
    await db.close();
    throw isUnavailable(error) ? unreachable(error) : error;
  }
}

/** The URL holds a password, so the message does not. */
const unreachable = (error: unknown) =>
  new StartupError(
    `The database of DATABASE_URL can't be reached: ${(error as Error).message}. Check the URL and that PostgreSQL accepts connections.`,
  );
