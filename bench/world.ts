import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { catalogFile, startCatalog } from './catalog.js';
import { datasetRows, fill } from './data.js';
import type { Plan } from './measure.js';
import { startPostgresql } from './postgresql.js';
import { type Candidate, start } from './process.js';

/** The servers of a run. Each is started when it is first asked for, and all end with it. */
export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(plan: Plan) {
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

  /** A catalog on a database of its own, filled by these statements. */
  const catalogOn = (name: string, statements: readonly string[]) =>
    once(name, async () => {
      const url = await database(name);
      const candidate = await startCatalog(name, folder, { DATABASE_URL: url });
      await fill(url, statements);
      return candidate;
    });

  const world = {
    plan,
    folder,
    database,
    catalogOn,
    url: (name: string) => Object.assign(new URL(postgresql.url), { pathname: `/${name}` }).href,
    catalog: () => catalogOn('catalog', datasetRows(plan.datasets)),

    /** A further process on the catalog's database, as the README has systemd start it. */
    again: () =>
      once('again', () =>
        start('again', catalogFile, {
          args: ['serve'],
          env: { PORT: '0', DATABASE_URL: world.url('catalog'), MALLOC_ARENA_MAX: '1' },
        }),
      ),

    /** A hand-written one, on the same data. */
    candidate: (name: string, env: Record<string, string> = {}) =>
      once(name, async () => {
        await world.catalog();
        const file = fileURLToPath(new URL(`candidates/${name}.js`, import.meta.url));
        return start(name, file, { env: { DATABASE_URL: world.url('catalog'), ...env } });
      }),

    embedded: () =>
      once('embedded', async () => {
        await (await startCatalog('embedded', folder, {})).stop();
        const pglite = await PGlite.create(join(folder, 'embedded', 'postgres'));
        for (const statement of datasetRows(plan.datasets)) await pglite.exec(statement);
        await pglite.close();
        return startCatalog('embedded', folder, {});
      }),

    /** Ends a server before the run does. */
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
  return world;
}
