import type { Test } from 'tap';
import type { Database } from '../../../src/db/database.js';
import { openDatabase } from '../../../src/db/open.js';
import { scratchDatabaseUrl } from '../../support/database.js';
import { type Service, service } from './service.js';
import { fillStarted } from './started-folder.js';

export const server = process.env.TEST_DATABASE_URL;
export const withoutServer = !server && 'TEST_DATABASE_URL names no PostgreSQL';

/** Runs a test on each database concurrently. The service does not run yet. */
export async function onEach(
  t: Test,
  env: Record<string, string>,
  work: (t: Test, one: Service, open: () => Promise<Database>, databaseUrl?: string) => Promise<void>,
) {
  t.jobs = 2;
  await Promise.all([
    t.test('embedded', { buffered: true }, async (t) => {
      const one = await service(t, env);
      await fillStarted(t, one.dataDir);
      await work(t, one, () => opened(undefined, one.dataDir));
    }),
    t.test('PostgreSQL', { buffered: true, skip: withoutServer }, async (t) => {
      const url = await scratchDatabaseUrl(t, server!, null);
      const one = await service(t, { ...env, DATABASE_URL: url });
      await work(t, one, () => opened(url, one.dataDir), url);
    }),
  ]);
}

/** Opens a database that a process of the service may use. Without a URL: the one in a folder. */
export const opened = (databaseUrl: string | undefined, dataDir: string) =>
  openDatabase({ databaseUrl, dataDir, poolSize: 2, onIdleError: () => {} });
