import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { embeddedTarget } from '../../src/db/migrate-embedded.js';
import { embeddedDatabase } from '../../src/db/open.js';
import { openPostgresql } from '../../src/db/postgresql.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = process.env.TEST_DATABASE_URL;

/** Names the migrations' content, so that a changed migration makes a new template. */
function fingerprint() {
  const hash = createHash('sha256');
  const folder = join(root, 'prisma/migrations');
  for (const name of readdirSync(folder).sort()) {
    if (name !== 'migration_lock.toml') hash.update(readFileSync(join(folder, name, 'migration.sql')));
  }
  return hash.digest('hex').slice(0, 16);
}

const templateFile = join(root, `node_modules/.cache/catalog/template-${fingerprint()}.tar`);
const templateName = `catalog_template_${fingerprint()}`;

/** A migrated template is made once; every test then has a database of its own in a fraction of the time. */
async function makeTemplate(): Promise<void> {
  if (server) await makeServerTemplate(server);
  else if (!existsSync(templateFile)) await makeEmbeddedTemplate();
}

let template: Promise<void> | undefined;
const templateMade = () => {
  template ??= makeTemplate();
  return template;
};

/** A migrated, empty database for one test, closed and dropped with it. */
export async function testDatabase(t: Test): Promise<Database> {
  await templateMade();
  return server ? serverDatabase(t, server) : embedded(t);
}

async function makeEmbeddedTemplate() {
  const pglite = await PGlite.create();
  await migrate(embeddedTarget(pglite));
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  mkdirSync(join(templateFile, '..'), { recursive: true });
  const draft = `${templateFile}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, templateFile);
}

async function embedded(t: Test) {
  const loadDataDir = new Blob([new Uint8Array(readFileSync(templateFile))]);
  const pglite = await PGlite.create({ loadDataDir });
  const db = embeddedDatabase({ pglite, close: () => pglite.close() });
  t.teardown(() => db.close());
  return db;
}

const urlOf = (base: string, name: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href;

async function administer<T>(base: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tests run in several processes: one makes the template, the others wait for it. */
async function makeServerTemplate(base: string) {
  await administer(base, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [templateName]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [templateName]);
    if (rowCount) return;
    const draft = `${templateName}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft}`);
    const db = openPostgresql({ url: urlOf(base, draft), poolSize: 1, onIdleError: () => {} });
    await migrate(db.migration);
    await db.close();
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${templateName}`);
  });
}

let made = 0;

/** @returns the URL of a database of the test's own, as a copy of the migrated template or empty */
export async function scratchDatabaseUrl(t: Test, base: string, { empty = false } = {}): Promise<string> {
  if (!empty) await templateMade();
  const name = `catalog_test_${process.pid}_${made++}`;
  await administer(base, (client) =>
    client.query(`CREATE DATABASE ${name} ${empty ? '' : `TEMPLATE ${templateName}`}`),
  );
  t.teardown(() => administer(base, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  return urlOf(base, name);
}

async function serverDatabase(t: Test, base: string) {
  const url = await scratchDatabaseUrl(t, base);
  const db = openPostgresql({ url, poolSize: 10, onIdleError: () => {} });
  t.teardown(() => db.close());
  return db;
}
