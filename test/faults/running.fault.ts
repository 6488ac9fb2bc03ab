// The pages about operation: their command blocks, and the commands of their tables, as they stand there.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { root } from '../support/root.js';
import { serve } from '../support/serve.js';
import { guarantee } from './guarantee.js';
import { freePort } from './support/ports.js';
import { answersReady, main, temporaryFolder } from './support/service.js';

const names = [
  'running',
  'embedded-database',
  'first-start',
  'access',
  'reverse-proxies',
  'backup',
  'sizing',
  'monitoring',
];
const page = [...names, 'audit', 'systemd', 'containers', 'commands']
  .map((name) => readFileSync(new URL(`docs/${name}.md`, root), 'utf8'))
  .join('\n');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', code = '']) => ({
  kind,
  lines: code.trim().split('\n'),
}));
const settings = (lines: readonly string[]) => lines.every((line) => /^[A-Z_]+=\S+$/.test(line));
const inTables = [...page.matchAll(/^\|.*\|$/gm)].flatMap(([row]) =>
  [...row.matchAll(/`(?:node dist\/catalog\.js|catalog) (.*?)`/g)].map(([, line]) => `catalog ${line}`),
);

/** What does not run here, by its beginning, and why. */
const notRun: Readonly<Record<string, string>> = {
  'docker ': 'a test machine has no Docker daemon; test/deploy.test.ts reads the files',
  'CATALOG_DATABASE_PASSWORD=': 'so here',
  'kubectl ': 'a test machine has no cluster; test/deploy/kubernetes.test.ts reads the manifests',
  'helm ': 'test/faults/helm.fault.ts renders the chart',
  'npm install': 'the packages are here already; a test below compares their versions',
  'catalog ingest': 'test/clients/documentation.py runs it',
  '{"timestamp"': 'a line of AUDIT_STREAM; test/audit/stream/stream.test.ts reads such lines',
  '{"stream"': 'a line of AUDIT_STREAM=stdout; test/audit/stream/stdout.test.ts reads such lines',
};
const describeReason = (line: string) =>
  Object.entries(notRun).find(([begin]) => line.startsWith(begin))?.[1];

const server = process.env.TEST_DATABASE_URL;
const placeholder = 'postgresql://user:password@host:5432/catalog';

/** A folder in which `catalog` and `node dist/catalog.js` are this build. */
async function shell(t: Test) {
  const folder = temporaryFolder(t);
  const binary = join(dirname(main), 'catalog.js');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(dirname(main), join(folder, 'dist'));
  writeFileSync(join(folder, 'bin/catalog'), `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`, {
    mode: 0o700,
  });
  const PORT = `${await freePort()}`;
  const PATH = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);

  /** Runs a line in bash; a `serve` is stopped when it is ready and `whileUp` has resolved. */
  async function run(line: string, whileUp = async (_url: string) => {}): Promise<void> {
    let output = '';
    const child = spawn('bash', ['-euc', line.replace(/(^|\s)(?=(?:node|catalog) )/, '$1exec ')], {
      cwd: folder,
      env: { PATH, PORT, HOME: folder, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    const ended = once(child, 'close');
    if (/ serve\b/.test(line)) {
      const url = `http://127.0.0.1:${PORT}`;
      while (!(await answersReady(url)) && isUp(child))
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (isUp(child)) await whileUp(url);
      child.kill('SIGTERM');
    }
    const [code] = await ended;
    t.equal(code, 0, line);
    if (code !== 0) t.comment(output.slice(-2_000));
  }
  return { run };
}

const isUp = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

t.test('every command block of the pages about operation runs, or says why not', async (t) => {
  t.ok(blocks.length >= 6);
  let ran = 0;
  for (const { kind, lines } of blocks) {
    const [first = ''] = lines;
    if (kind === 'text' && settings(lines)) {
      const config = readConfig(parseEnv(lines.join('\n')));
      t.equal(config.EXTERNAL_ISSUER, parseEnv(lines.join('\n')).EXTERNAL_ISSUER, first);
      continue;
    }
    // Files of other programs. test/systemd.test.ts gives the unit to systemd-analyze.
    if (kind === 'ini' || kind === 'conf') continue;
    for (const line of lines)
      if (describeReason(line)) t.comment(`not run: ${line}: ${describeReason(line)}`);
    const commands = lines.filter((line) => describeReason(line) === undefined);
    const needsServer = commands.some((line) => line.includes(placeholder));
    if (commands.length === 0) continue;
    await t.test(first, { skip: needsServer && !server && 'there is no PostgreSQL here' }, async (t) => {
      const { run } = await shell(t);
      const url = needsServer ? await scratchDatabaseUrl(t, server!, null) : '';
      // What there is to export.
      if (commands.some((line) => line.includes(' export '))) await run('catalog seed');
      for (const line of commands) {
        const { at, bodies } = await collector(t);
        await run(line.replace(placeholder, url).replace('http://127.0.0.1:4318', at), async (service) => {
          await fetch(`${service}/config`);
        });
        if (line.includes('OTEL_')) t.match(bodies.join(), /POST \/v1\/traces/, 'a trace was sent');
        ran += 1;
      }
    });
  }
  for (const begin of Object.keys(notRun))
    t.ok(
      [...blocks.flatMap(({ lines }) => lines), ...inTables].some((line) => line.startsWith(begin)),
      begin,
    );
  guarantee(t, 'the command blocks of the pages about operation run', { commands: ran });
});

t.test('every command of their tables runs, in their order', async (t) => {
  t.ok(inTables.length >= 10, inTables.join('\n'));
  const { run } = await shell(t);
  await run('catalog seed');
  // `catalog backup` of the last table stands for those of the first, which have arguments.
  const isNamed = (line: string) => describeReason(line) === undefined && line !== 'catalog backup';
  const commands = new Set(inTables.filter(isNamed));
  for (const line of commands) {
    // An import fills an empty database.
    const prefix = line.includes(' import ') ? 'DATA_DIR=./imported ' : '';
    await run(prefix + line.replace(/[[\]]/g, ''));
  }
  guarantee(t, 'the commands in the tables of the pages about operation run', { commands: commands.size });
});

t.test('the packages that the pages install are those that the tests use', async (t) => {
  const require = createRequire(import.meta.url);
  const packages = [...page.matchAll(/ (@[\w/-]+)@([\d.]+)/g)];
  t.ok(packages.length >= 3);
  for (const [, name = '', range = ''] of packages) {
    const file = new URL(`node_modules/${name}/package.json`, root);
    const { version } = JSON.parse(readFileSync(file, 'utf8'));
    t.ok(require('semver').satisfies(version, range), `${name} ${version} is ${range}`);
  }
});

/** Stands in for a collector of traces. */
async function collector(t: Test) {
  const bodies: string[] = [];
  const { url } = await serve(t, (request, response) => {
    bodies.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  return { at: url, bodies };
}
