import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../db/database.js';
import { folderHolder } from '../../db/embedded/folder-lock.js';
import { describeReason } from '../../db/postgresql/connect.js';
import { StartupError } from '../../db/startup-error.js';
import { openWhenUp } from '../../startup/database.js';
import { accessFindings, webhookFindings } from './access.js';
import { aspectFindings, columnsFinding, namesFinding, type OnProgress, repairFindings } from './aspects.js';
import {
  clockFinding,
  diskFinding,
  migrationFindings,
  schemaFinding,
  stateFindings,
  versionFinding,
} from './database.js';
import { error, type Finding, ok, warning } from './finding.js';
import { lineageFinding } from './lineage.js';
import { searchFindings } from './search.js';

export interface DiagnoseOptions {
  readonly clock: Clock;
  /** Whether stored aspects are repaired. */
  readonly repairsAspects: boolean;
  /** Called while aspects are read. */
  readonly onProgress: OnProgress;
}

/**
 * Checks the requirements of startup and operation. Changes nothing except for the aspects to repair: it neither
 * migrates nor creates a database.
 *
 * @returns the findings of all checks; none contains a secret
 */
export async function diagnose(config: Config, options: DiagnoseOptions): Promise<Finding[]> {
  const found = await runChecks(config, options);
  if (!options.repairsAspects || found.some(({ check }) => check === 'aspects')) return found;
  return [...found, error('aspects', 'no aspect was repaired', 'do what the other findings say first')];
}

async function runChecks(config: Config, options: DiagnoseOptions): Promise<Finding[]> {
  const found = [diskFinding(config)];
  if (!config.DATABASE_URL) {
    const holder = folderHolder(config.DATA_DIR);
    if (holder !== null) {
      const text = `process ${holder} uses the embedded database in ${config.DATA_DIR}; it was not checked`;
      return [...found, warning('folder lock', text, 'stop that process, and run this command again')];
    }
    found.push(ok('folder lock', 'no process uses the folder'));
    const interrupted = interruption(config.DATA_DIR);
    if (interrupted) return [...found, interrupted];
    if (!existsSync(join(config.DATA_DIR, 'postgres', 'PG_VERSION')))
      return [...found, ok('database', 'the first start of `catalog serve` creates the embedded database')];
  }
  return [...found, ...(await databaseFindings(config, options))];
}

/** The repair that the next start makes before it opens the database; null if none is needed. */
function interruption(folder: string): Finding | null {
  const has = (name: string) => existsSync(join(folder, name));
  const text = (what: string) => `${what} in ${folder}; the database was not checked`;
  if (has('postgres.replaced') && !has('postgres')) {
    const fix = 'restore again, or start the service, which brings back the database from before the restore';
    return warning('database', text('a restore was interrupted'), fix);
  }
  if (has('postgres.unfinished')) {
    const fix = 'start again: the start replaces the incomplete database, which is empty';
    return warning('database', text('the first start was interrupted'), fix);
  }
  return null;
}

async function databaseFindings(
  config: Config,
  { clock, repairsAspects, onProgress }: DiagnoseOptions,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const say = (_: object, text: string) => void found.push(warning('database', text, 'see docs/running.md'));
  let db: Database;
  try {
    // One attempt: the command should respond immediately.
    db = await openWhenUp(
      { ...config, DATABASE_CONNECT_TIMEOUT_MS: 0 },
      { log: { debug() {}, info() {}, warn: say, error: say } },
    );
  } catch (cause) {
    return [...found, failure(cause)];
  }
  try {
    found.push(await versionFinding(db));
    const migrations = await migrationFindings(db);
    found.push(...migrations.findings, await clockFinding(db, clock));
    if (migrations.isOlder) return [...found, ...(await webhookFindings(db, false))];
    if (!migrations.isCurrent) return found;
    return [
      ...found,
      ...(await stateFindings(db)),
      await schemaFinding(db.query),
      ...(await accessFindings(db, config, clock())),
      ...(await webhookFindings(db, true)),
      ...(await searchFindings(db)),
      await lineageFinding(db),
      await namesFinding(db.query, config),
      await columnsFinding(db.query),
      ...(repairsAspects
        ? await repairFindings(db, clock, onProgress)
        : await aspectFindings(db.query, onProgress)),
    ];
  } catch (cause) {
    return [...found, failure(cause)];
  } finally {
    await db.close();
  }
}

/** A StartupError contains the action to take. */
const failure = (cause: unknown): Finding =>
  cause instanceof StartupError
    ? { check: 'database', state: 'error', text: cause.message }
    : error('database', describeReason(cause), 'make the database reachable for this account');
