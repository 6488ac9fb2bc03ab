import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fill } from './data.js';
import type { LoadResult } from './load.js';
import { startPostgresql } from './postgresql.js';
import { type Candidate, load, start } from './process.js';

const { values } = parseArgs({
  options: {
    datasets: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,32,128' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const datasets = Number(values.datasets);
const seconds = values.quick ? 2 : Number(values.seconds);
const rounds = values.quick ? 3 : Number(values.rounds);
const connections = values.connections.split(',').map(Number);

const candidateFile = (name: string) => fileURLToPath(new URL(`candidates/${name}.js`, import.meta.url));
const catalogFile = join(process.cwd(), 'dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'catalog-bench-'));
const postgresql = await startPostgresql();
const candidates: Candidate[] = [];

/** The catalog as it is shipped: authentication, policies and limits on; a line a request is not logged. */
async function catalog(name: string, settings: Record<string, string>): Promise<Candidate> {
  const env = {
    PORT: '0',
    LOG_LEVEL: 'info',
    BOOTSTRAP_TOKEN_FILE: join(folder, `${name}-token`),
    ...settings,
  };
  const server = await start(name, catalogFile, { args: ['serve'], env });
  const token = readFileSync(env.BOOTSTRAP_TOKEN_FILE, 'utf8').trim();
  return { ...server, headers: { authorization: `Bearer ${token}` } };
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const mid = (results: LoadResult[], key: keyof LoadResult) => median(results.map((result) => result[key]));

try {
  const env = { DATABASE_URL: postgresql.url };
  candidates.push(await catalog('catalog', { ...env, DATA_DIR: folder }));
  await fill(postgresql.url, datasets);
  for (const name of ['b0-route', 'b1-static', 'b2-pg', 'b3-prisma']) {
    candidates.push(await start(name, candidateFile(name), { env }));
  }
  // To compile what will be measured.
  for (const { url, headers } of candidates)
    await load({ url, headers, connections: 8, seconds: 2, datasets });

  const rows: Record<string, unknown>[] = [];
  for (const count of connections) {
    const results = new Map<string, LoadResult[]>(candidates.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, url, headers } of candidates) {
        results.get(name)!.push(await load({ url, headers, connections: count, seconds, datasets }));
      }
    }
    const ours = mid(results.get('catalog')!, 'perSecond');
    for (const [name, runs] of results) {
      const perSecond = mid(runs, 'perSecond');
      rows.push({
        work: 'W1 tag view',
        connections: count,
        candidate: name,
        'per second': Math.round(perSecond),
        p50: mid(runs, 'p50'),
        p99: mid(runs, 'p99'),
        failed: runs.reduce((sum, { failed }) => sum + failed, 0),
        'catalog is': `${(ours / perSecond).toFixed(2)} ×`,
      });
    }
  }
  console.table(rows);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  if (values.json)
    writeFileSync(values.json, JSON.stringify({ commit, datasets, seconds, rounds, rows }, null, 2));
} finally {
  for (const candidate of candidates) await candidate.stop();
  await postgresql.stop();
  rmSync(folder, { recursive: true, force: true });
}
