import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { buildApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { openCatalog } from '../src/startup/open-catalog.js';
import { consoleFiles } from './support/console-files.js';
import { scratchDatabaseUrl } from './support/database.js';
import { root } from './support/root.js';

/** The pages that people read, the README first. */
const docs = readdirSync(new URL('docs/', root))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);
const pages = ['README.md', ...docs].map((page) => {
  const text = readFileSync(new URL(page, root), 'utf8');
  return { page, examples: listExamples(text) };
});

/** The `sh` blocks of a page that call the service, in order, and the answer below each. */
function listExamples(text: string) {
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:```json\n(.*?)^```\n)?/gms)]
    .map(({ 1: code = '', 2: answer, index }) => ({
      line: text.slice(0, index).split('\n').length,
      code,
      answer,
    }))
    .filter(({ code }) => callsService(code));
}

function callsService(code: string): boolean {
  return /^(\w+=\$\()?curl /m.test(code);
}

t.test('every block of the README is run by a test', async (t) => {
  const readme = readFileSync(new URL('README.md', root), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
  // Those of the command line are run by test/faults/cli-examples.fault.ts.
  const others = blocks.filter((code) => !callsService(code) && !code.startsWith('catalog '));
  t.strictSame(others, ['npm ci && npm start\n', 'npm test\n'], 'these two start the service and the tests');
});

const without = ['bash', 'curl'].find((tool) => spawnSync(tool, ['--version']).error);
const skip = without ? `there is no ${without} here` : false;

t.test('every example of the pages answers what the page shows', { skip }, async (t) => {
  // One catalog for all pages, since a reader goes from one to the next; one shell for each, since a page stands alone.
  const folder = t.testdir();
  const env = { PATH: process.env.PATH ?? '', CATALOG: await serveSample(t, folder) };
  const separator = '\u001e';
  for (const { page, examples } of pages.filter((one) => one.examples.length > 0)) {
    const script = examples.map(({ code }) => `${code}\nprintf '%s' '${separator}'\n`).join('');
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder, env });

    const answers = stdout.split(separator).slice(0, -1);
    t.equal(answers.length, examples.length, `every block of ${page} ran`);
    for (const [index, { line, answer }] of examples.entries()) {
      t.test(`${page}, line ${line}`, async (t) => {
        t.ok(answer, 'the page shows an answer');
        const expected = JSON.parse((answer ?? '').replace(/([:[] ?)…(?!")/g, '$1"…"'));
        const actual = JSON.parse(answers[index] ?? '');
        t.strictSame(masked(actual, expected), expected);
      });
    }
  }
});

/** Serves a fresh catalog with sample metadata on the database that the tests run on. @returns its address */
async function serveSample(t: Test, folder: string): Promise<string> {
  const { TEST_DATABASE_URL: server } = process.env;
  const database = server ? { DATABASE_URL: await scratchDatabaseUrl(t, server, null) } : {};
  const config = readConfig({ DATA_DIR: `${folder}/data`, ...database });
  const catalog = await openCatalog(config, { log: pino({ enabled: false }), clock: Date.now });
  await catalog.seedSample();
  const { services } = catalog;
  const app = await buildApp({
    services,
    config,
    ready: () => catalog.ready(),
    consoleFiles: consoleFiles(),
  });
  t.teardown(async () => {
    await app.close();
    await catalog.close();
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** Returns the answer, with `…` wherever the expected one has it in place of any text or value. */
function masked(actual: unknown, expected: unknown): unknown {
  if (expected === '…') return actual === undefined ? actual : expected;
  if (typeof expected === 'string' && typeof actual === 'string') {
    const [before = '', after = '', ...more] = expected.split('…');
    const fits = expected.includes('…') && actual.startsWith(before) && actual.endsWith(after);
    return fits && more.length === 0 ? expected : actual;
  }
  if (typeof actual !== 'object' || actual === null) return actual;
  if (Array.isArray(actual)) return actual.map((item, index) => masked(item, at(expected, index)));
  return Object.fromEntries(
    Object.entries(actual).map(([key, value]) => [key, masked(value, at(expected, key))]),
  );
}

const at = (value: unknown, key: string | number): unknown =>
  (value as Record<string | number, unknown> | null | undefined)?.[key];
