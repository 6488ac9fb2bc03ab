import type { SignInLink } from '../access-tokens/sessions/sign-in-links.js';
import type { Config } from '../config.js';
import type { WriteLines } from '../core/audit-target.js';
import type { Clock } from '../core/clock.js';
import { userUrn } from '../core/urn.js';
import { databaseClock } from '../db/database-clock.js';
import { type MigrationResult, type Resolution, resolveMigration } from '../db/migrations/migrate.js';
import { createServices, type Services } from '../services.js';
import { openMigrated, openWhenUp, type StartDeps } from './database.js';
import type { FirstToken } from './describe-first-token.js';
import { bootstrap, provideLinkToken } from './first-administrator.js';
import { warnOfSlowNames } from './names-index.js';
import { checkState } from './state.js';
import { unknownNames } from './unknown-names.js';

/** A catalog on its open database, ready for its transports. */
export interface Catalog {
  readonly services: Services;
  readonly firstToken: FirstToken;
  /** Makes the link that signs in the first administrator once; null when that user is not active. */
  createSignInLink(): Promise<SignInLink | null>;
  /** Rejects while the database is unavailable or not fit for use. */
  ready(): Promise<void>;
  /** Loads the sample metadata into an empty store. Returns one line with the result. */
  seedSample(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Waits for the database, opens and migrates it, and creates the first administrator.
 *
 * @throws StartupError when the service can't start, or the signal's reason once it is aborted
 */
export async function openCatalog(
  config: Config,
  {
    log,
    clock: ownClock,
    signal,
    writeLines,
  }: StartDeps & { readonly clock: Clock; readonly writeLines?: WriteLines | undefined },
): Promise<Catalog> {
  const { db } = await openMigrated(config, { log, ...(signal && { signal }) });
  try {
    const state = await checkState(db, config, log);
    await warnOfSlowNames(db, log);
    const settled = { ...config, ASPECTS_UNKNOWN: await unknownNames(db, config, log) };
    const onBackgroundError = (err: unknown) => log.error({ err }, 'background work failed');
    const onNotice = (detail: object, text: string) => log.warn(detail, text);
    const { now: clock, stop: stopClock } = await databaseClock(db, ownClock, {
      onDifference: (aheadMs) =>
        log.warn(
          { aheadMs },
          "the clocks of the database and of this machine differ, and the database's clock is used: synchronize both with NTP",
        ),
      onError: (err) => log.warn({ err }, "the database's clock could not be read"),
    });
    const services = createServices({ config: settled, db, clock, onBackgroundError, onNotice, writeLines });
    const firstToken = await bootstrap({ db, config, log, now: clock() });
    return {
      services,
      firstToken,
      async createSignInLink() {
        const tokenId = await provideLinkToken(db, firstToken.user, clock());
        return tokenId === null ? null : services.sessions.createLink(tokenId);
      },
      ready: state.ready,
      async seedSample() {
        const { seedSample } = await import('./seed.js');
        const onLoad = () => log.info({}, 'loading the sample metadata');
        const obstacle = await seedSample(db, userUrn(config.BOOTSTRAP_ADMIN), clock(), onLoad);
        return obstacle === null ? 'sample metadata loaded' : `${obstacle}: no sample loaded`;
      },
      async close() {
        state.stop();
        stopClock();
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

/** Migrates the database only. @throws StartupError when it cannot be opened or migrated */
export async function migrateCatalog(config: Config, deps: StartDeps): Promise<MigrationResult> {
  const { db, result } = await openMigrated(config, deps);
  await db.close();
  return result;
}

/** Records the outcome of a migration that another tool left unfinished. @throws StartupError when there is none */
export async function resolveCatalogMigration(
  config: Config,
  { resolution, ...deps }: StartDeps & { resolution: Resolution },
): Promise<void> {
  const db = await openWhenUp(config, deps);
  try {
    await resolveMigration(db.migration, resolution);
  } finally {
    await db.close();
  }
}
