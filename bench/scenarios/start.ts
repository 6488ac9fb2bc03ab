import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { catalogFile, startCatalog } from '../catalog.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import { start } from '../process.js';

/** Time from the start of the process to its first answer, on an existing database. */
export async function starts(environment: Environment, times: number): Promise<Row[]> {
  const name = `start_${randomUUID().slice(0, 8)}`;
  const url = await environment.database(name);
  await (await startCatalog(name, environment.folder, { DATABASE_URL: url })).stop();
  const folder = join(environment.folder, 'start');
  await (await startCatalog('start', environment.folder, {})).stop();

  const settings = { postgresql: { DATABASE_URL: url }, embedded: { DATA_DIR: folder } };
  const rows: Row[] = [];
  for (const [database, env] of Object.entries(settings)) {
    const measured: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const begin = performance.now();
      const server = await start('start', catalogFile, {
        args: ['serve'],
        env: { PORT: '0', DATA_DIR: folder, ...env },
      });
      await (await fetch(`${server.url}/health/ready`)).text();
      measured.push(performance.now() - begin);
      await server.stop();
    }
    rows.push({ work: `start to first answer, ${database}`, 'ms, median': Math.round(median(measured)) });
  }
  return rows;
}
