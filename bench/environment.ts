import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { catalogFile, startCatalog } from './catalog.js';
import { datasetRows, fill } from './data.js';
import type { Plan } from './measure.js';
import { startPostgresql } from './postgresql.js';
import { type Candidate, freePort, start } from './process.js';

/** The servers of one run. Each starts at its first use; all stop when the run ends. */
export type Environment = Awaited<ReturnType<typeof openEnvironment>>;

export async function openEnvironment(plan: Plan) {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-bench-'));
  const postgresql = await startPostgresql();
  const running = new Map<string, Promise<Candidate>>();

  function once(name: string, make: () => Promise<Candidate>) {
    const candidate = running.get(name) ?? make();
    running.set(name, candidate);
    return candidate;
  }

  async function database(name: string): Promise<string> {
    const client = new pg.Client({ connectionString: postgresql.url });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return Object.assign(new URL(postgresql.url), { pathname: `/${name}` }).href;
  }

  /** Starts a catalog on a separate database, which these statements fill. */
  const catalogOn = (name: string, statements: readonly string[]) =>
    once(name, async () => {
      const url = await database(name);
      const candidate = await startCatalog(name, folder, { DATABASE_URL: url });
      await fill(url, statements);
      return candidate;
    });

  const environment = {
    plan,
    folder,
    postgresql,
    database,
    catalogOn,
    url: (name: string) => Object.assign(new URL(postgresql.url), { pathname: `/${name}` }).href,
    catalog: () => catalogOn('catalog', datasetRows(plan.datasets)),

    /** Starts another process on the catalog's database, with the environment of the systemd unit. */
    again: () =>
      once('again', () =>
        start('again', catalogFile, {
          args: ['serve'],
          env: { PORT: '0', DATABASE_URL: environment.url('catalog'), MALLOC_ARENA_MAX: '1' },
        }),
      ),

    /** Starts another process on the catalog's database that writes no line for a request. */
    quiet: () =>
      once('catalog, LOG_LEVEL=warn', async () =>
        start('catalog, LOG_LEVEL=warn', catalogFile, {
          args: ['serve'],
          env: { DATABASE_URL: environment.url('catalog'), LOG_LEVEL: 'warn' },
          port: await freePort(),
        }),
      ),

    /** Starts a hand-written server on the same data. */
    candidate: (name: string, env: Record<string, string> = {}) =>
      once(name, async () => {
        await environment.catalog();
        const file = fileURLToPath(new URL(`candidates/${name}.js`, import.meta.url));
        return start(name, file, { env: { DATABASE_URL: environment.url('catalog'), ...env } });
      }),

    embedded: () =>
      once('embedded', async () => {
        await (await startCatalog('embedded', folder, {})).stop();
        const pglite = await PGlite.create(join(folder, 'embedded', 'postgres'), { extensions: { pg_trgm } });
        for (const statement of datasetRows(plan.datasets)) await pglite.exec(statement);
        await pglite.close();
        return startCatalog('embedded', folder, {});
      }),

    /** Stops one server before the run ends. */
    async stop(name: string) {
      await (await running.get(name))?.stop();
      running.delete(name);
    },

    async close() {
      for (const candidate of running.values()) await (await candidate).stop();
      await postgresql.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return environment;
}
