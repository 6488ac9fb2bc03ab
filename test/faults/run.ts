import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

/** Files that measure times or memory. Each runs alone; two of the others run at a time. */
const alone = [
  'body-rate',
  'deadline',
  'decompression',
  'flood',
  'large-batches',
  'large-events',
  'linear-time',
  'many-values',
  'memory',
  'next-request',
  'replica',
  'slow-clients',
  'slow-machine',
];

/** Maximum seconds of one file. */
const limit = 600;

const here = fileURLToPath(new URL('./', import.meta.url));
const options = ['--enable-source-maps', '--import', join(here, '../support/stray-errors.js')];
const folder = mkdtempSync(join(tmpdir(), 'catalog-guarantees-'));
const lines = join(folder, 'lines');
writeFileSync(lines, '');
const took: string[] = [];
const seconds = (since: number) => (performance.now() - since) / 1_000;

/** Runs a file in a process of its own. A file over its limit fails by its name, and the others still run. */
async function run(name: string) {
  const since = performance.now();
  await t.spawn(process.execPath, [...options, join(here, `${name}.fault.js`)], {
    name,
    buffered: true,
    timeout: limit * 1_000,
    // The process would otherwise take over that all files together have no limit.
    env: {
      ...process.env,
      TAP_TIMEOUT: `${limit}`,
      GUARANTEES_FILE: lines,
      STARTED_FOLDER: join(folder, 'started'),
    },
  });
  const whole = Math.round(seconds(since));
  took.push(`${name} ${whole}`);
  if (whole >= limit) t.comment(`${name} is too slow: it was ended after ${whole} s`);
}

const all = readdirSync(here)
  .filter((file) => file.endsWith('.fault.js'))
  .map((file) => file.slice(0, -'.fault.js'.length));
/** `FAULTS` chooses files by their names. */
const names = (process.env.FAULTS?.split(' ') ?? all).sort();
for (const name of names) if (!all.includes(name)) t.fail(`there is no test/faults/${name}.fault.ts`);
const queue = names.filter((name) => !alone.includes(name));
const lane = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) await run(name);
};
t.jobs = 2;
await Promise.all([lane(), lane()]);
for (const name of names.filter((one) => alone.includes(one))) await run(name);
t.comment(`seconds: ${took.join(', ')}`);
t.comment(`what held:\n${readFileSync(lines, 'utf8').trimEnd()}`);
rmSync(folder, { recursive: true });
