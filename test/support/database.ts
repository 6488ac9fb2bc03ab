import pg from 'pg';
import type { Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { embedded } from './embedded.js';
import { fillTemplate, type Template, toName } from './template.js';

const server = process.env.TEST_DATABASE_URL;

/** Opens a database for one test: a copy of a template. It is closed and dropped with the test. */
export async function testDatabase(t: Test, template: Template = 'empty'): Promise<Database> {
  if (!server) return embedded(t, template);
  const db = open(await scratchDatabaseUrl(t, server, template), 10);
  t.teardown(() => db.close());
  return db;
}

/**
 * Creates a migrated database with a locale of its own on the server of the tests.
 *
 * @param locale options of CREATE DATABASE
 */
export async function databaseWithLocale(t: Test, base: string, locale: string): Promise<Database> {
  const name = `catalog_test_${process.pid}_${made++}`;
  await administer(base, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' ${locale}`),
  );
  t.teardown(() => administer(base, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const db = open(toUrl(base, name), 10);
  await fillTemplate(db, 'empty');
  t.teardown(() => db.close());
  return db;
}

/** The major version of the server of the tests. */
export const serverVersion = (base: string): Promise<number> =>
  administer(base, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(rows[0]!.server_version_num) / 10_000);
  });

let made = 0;

/** Creates a database for one test and returns its URL. @param template null: an empty database */
export async function scratchDatabaseUrl(
  t: Test,
  base: string,
  template: Template | null = 'empty',
): Promise<string> {
  const name = `catalog_test_${process.pid}_${made++}`;
  const source = template && (await serverTemplate(base, template));
  await administer(base, async (client) => {
    const { rows } = await client.query<{ copies: boolean }>(
      `SELECT current_setting('server_version_num')::int >= 150000 AS copies`,
    );
    // Without it, the files are copied through the log, for twice the processor time. PostgreSQL 14 does not do that.
    const strategy = rows[0]!.copies ? 'STRATEGY FILE_COPY' : '';
    await client.query(`CREATE DATABASE ${name} ${source ? `TEMPLATE ${source} ${strategy}` : ''}`);
  });
  t.teardown(() => administer(base, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  return toUrl(base, name);
}

/** Creates the template once: tests run in several processes, and the others wait. */
async function serverTemplate(base: string, template: Template): Promise<string> {
  const name = toName(template);
  await administer(base, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft}`);
    const db = open(toUrl(base, draft), 1);
    await fillTemplate(db, template);
    await db.close();
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
}

/** A test must not fail because the machine is slow. */
const timeoutMs = 600_000;

const open = (url: string, poolSize: number) =>
  openPostgresql({ url, poolSize, timeoutMs, onIdleError: () => {} });

const toUrl = (base: string, name: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href;

async function administer<T>(base: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
