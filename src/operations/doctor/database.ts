import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../db/database.js';
import { databaseClock } from '../../db/database-clock.js';
import { freeBytes, neededBytes } from '../../db/embedded/disk.js';
import { elsewhere, oldestMajor } from '../../db/migrations/ledger.js';
import { migrationStatus } from '../../db/migrations/migrate.js';
import type { Query } from '../../db/query.js';
import { readState } from '../../db/state.js';
import { describePolicies, readNamedEarly } from '../../startup/named-early-store.js';
import { error, type Finding, ok, warning } from './finding.js';
import { readSchema, readVersion } from './version-store.js';

export async function versionFinding(db: Database): Promise<Finding> {
  const { version, major, encoding } = await readVersion(db.query);
  const text = `${db.kind === 'embedded' ? 'the embedded ' : ''}PostgreSQL ${version} responds`;
  if (major >= oldestMajor && encoding === 'UTF8') return ok('database', text);
  if (major >= oldestMajor)
    return warning(
      'database',
      `${text}, with the encoding ${encoding}, which cannot store every text`,
      'move to a database in UTF8 with `catalog export` and `catalog import`',
    );
  return error('database', `${text}, which is too old`, `use PostgreSQL ${oldestMajor} or newer`);
}

/** The tables of new months are created while the service runs. */
export async function schemaFinding(query: Query): Promise<Finding> {
  const { schema, role, mayCreate } = await readSchema(query);
  if (mayCreate) return ok('schema', 'the tables of new months can be created');
  return error(
    'schema',
    `${role} may not create tables in the schema ${schema}: writes of time series and audited changes will fail in a new month`,
    `as the owner of the schema, run GRANT CREATE ON SCHEMA ${schema} TO ${role};`,
  );
}

/** @returns whether the database has exactly the migrations of this build, or only some of them, too */
export async function migrationFindings(
  db: Database,
): Promise<{ findings: Finding[]; isCurrent: boolean; isOlder: boolean }> {
  const { applied, pending, unfinished, unknown, edited, isForeign } = await migrationStatus(db.migration);
  const findings: Finding[] = [];
  if (isForeign) {
    const text = `the database has migrations of another program, such as ${unknown[0]}`;
    return { findings: [error('migrations', text, elsewhere)], isCurrent: false, isOlder: false };
  }
  if (unknown.length > 0)
    findings.push(
      error(
        'migrations',
        `a newer build has applied ${unknown.join(', ')}`,
        'use that build, or restore an earlier backup',
      ),
    );
  if (unfinished.length > 0)
    findings.push(
      error(
        'migrations',
        `another tool left ${unfinished.join(', ')} unfinished`,
        'settle the migration with `catalog migrate --resolve-applied` or `--resolve-rolled-back`',
      ),
    );
  if (pending.length > 0)
    findings.push(
      warning(
        'migrations',
        `not applied yet: ${pending.join(', ')}`,
        'run `catalog migrate`, or start the service',
      ),
    );
  for (const early of applied.length > 0 ? await readNamedEarly(db.query, pending) : [])
    findings.push(
      warning(
        'policies',
        `${early.displayName} (${early.privilege}) grants nothing yet, and the upgrade takes it out of ${early.count} ` +
          `policies, so that it does not begin to: ${describePolicies(early)}`,
        'after the upgrade, grant it to those who should have it, with `catalog policy grant`',
      ),
    );
  if (edited.length > 0)
    findings.push(
      warning('migrations', `edited after they were applied: ${edited.join(', ')}`, 'reinstall the package'),
    );
  const isCurrent = unknown.length + unfinished.length + pending.length === 0;
  if (findings.length === 0) findings.push(ok('migrations', `all ${applied.length} are applied`));
  const isOlder = unknown.length + unfinished.length === 0 && applied.length > 0 && !isCurrent;
  return { findings, isCurrent, isOlder };
}

export async function clockFinding(db: Database, own: Clock): Promise<Finding> {
  let aheadMs = 0;
  const { stop } = await databaseClock(db, own, {
    onDifference: (ms) => {
      aheadMs = ms;
    },
    onError: () => {},
  });
  stop();
  if (aheadMs === 0) return ok('clock', 'the clocks of the database and of this machine agree');
  const text = `the database's clock is ${aheadMs} ms ahead of this machine's`;
  return warning('clock', text, 'synchronize both with NTP; expiry is determined by the database’s clock');
}

export async function stateFindings(db: Database): Promise<Finding[]> {
  const { missing, readOnly } = await readState(db.query);
  if (missing.length > 0) {
    const text = `the database lacks tables or columns that its migrations have created: ${missing.slice(0, 10).join(', ')}`;
    return [error('tables', text, 'restore a backup, or use another database')];
  }
  if (readOnly === null) return [ok('tables', 'every table and column exists and can be written')];
  return [
    warning(
      'tables',
      `the database is ${readOnly}: writes are refused`,
      'use the primary, or make the database writable',
    ),
  ];
}

/** Below this, a warning leaves time to act. */
const comfortableBytes = 1_000_000_000;

/** Checks the disk of DATA_DIR: without space, the embedded database is read-only. */
export function diskFinding({ DATA_DIR, DATABASE_URL }: Config): Finding {
  const folder = resolve(DATA_DIR);
  const free = freeBytes(existing(folder));
  const text = `${Math.floor(free / 1_000_000)} MB are free on the disk of DATA_DIR ${folder}`;
  const fix = 'free some space, or choose a DATA_DIR on another disk';
  if (!DATABASE_URL && free < neededBytes(existsSync(join(folder, 'postgres'))))
    return error('disk', text, fix);
  return free < comfortableBytes ? warning('disk', text, fix) : ok('disk', text);
}

/** Returns the folder, or the nearest one above it that exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));
