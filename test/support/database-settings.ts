import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/db/database.js';
import { openWhenUp } from '../../src/startup/database.js';
import { scratchDatabaseUrl } from './database.js';
import { templateCopy } from './embedded.js';
import { quiet } from './quiet.js';

/** Returns the settings of a migrated and empty database of its own, for commands: on PostgreSQL when the tests run there. */
export async function databaseSettings(t: Test): Promise<Record<string, string>> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'catalog-test-'));
  t.teardown(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const { TEST_DATABASE_URL: server } = process.env;
  if (server) return { DATA_DIR, DATABASE_URL: await scratchDatabaseUrl(t, server) };
  cpSync(await templateCopy(), join(DATA_DIR, 'postgres'), { recursive: true });
  return { DATA_DIR };
}

/** Works on the database of settings, and closes it: one process at a time can open an embedded one. */
export async function onDatabase<T>(
  settings: Readonly<Record<string, string>>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openWhenUp(readConfig(settings), { log: quiet });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
