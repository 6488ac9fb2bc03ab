// `npm run test:clients`: what DataHub's own Python clients send and read, against the built service. The newest
// `acryl-datahub` goes into a virtual environment under the user's cache (CLIENTS_VENV chooses another folder); where
// there is no Python or no package index, that is said and nothing fails.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/main.js');
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const venv = process.env.CLIENTS_VENV || join(cache, 'metadata-catalog', 'clients');
const python = join(venv, 'bin/python');

const succeeds = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: 'ignore', ...options }).status === 0;

/** Null, or why there are no clients to test with. An index that is away leaves what was installed before. */
function install() {
  if (!existsSync(python)) {
    mkdirSync(venv, { recursive: true });
    if (!succeeds('python3', ['-m', 'venv', venv])) {
      rmSync(venv, { recursive: true, force: true });
      return 'python3 -m venv does not work here';
    }
  }
  const pip = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--disable-pip-version-check'];
  // The last two are for the source `datahub`, which reads the database of DataHub.
  const packages = ['acryl-datahub[datahub-rest,datahub]', 'psycopg2-binary'];
  if (succeeds(python, [...pip, ...packages], { timeout: 600_000 })) {
    // The test of pipelines is left out without it, also when it needs another version of the client.
    const version = 'import importlib.metadata as m; print("acryl-datahub==" + m.version("acryl-datahub"))';
    const client = spawnSync(python, ['-c', version], { encoding: 'utf8' }).stdout.trim();
    succeeds(python, [...pip, 'acryl-datahub-actions', client], { timeout: 600_000 });
    // The tests of the tools for agents are left out without them. They ask for an older client, and work with this one.
    const tools = [client.replace('acryl-datahub', 'datahub-agent-context'), 'google-re2'];
    succeeds(python, [...pip, '--no-deps', ...tools], { timeout: 600_000 });
    // The tests of OpenLineage's client are left out without it.
    succeeds(python, [...pip, 'openlineage-python'], { timeout: 600_000 });
    return null;
  }
  return succeeds(python, ['-c', 'import datahub'])
    ? null
    : `${packages[0]} can’t be installed: no package index answers, or this Python is too old`;
}

/** A database with a dozen access tokens that expired an hour ago. */
async function prepare(DATA_DIR) {
  const { openCatalog } = await import(join(root, 'dist/startup/open-catalog.js'));
  const { readConfig } = await import(join(root, 'dist/config.js'));
  const silent = () => {};
  const log = { info: silent, warn: silent, error: silent, debug: silent };
  const clock = () => Date.now() - 2 * 3_600_000;
  const catalog = await openCatalog(readConfig({ DATA_DIR }), { log, clock });
  for (let i = 0; i < 12; i += 1) {
    const token = { actorUrn: 'urn:li:corpuser:admin', duration: 'ONE_HOUR', name: `expired ${i}` };
    await catalog.services.tokens.issue(token);
  }
  await catalog.close();
}

/** @returns the service's URL */
async function listening(service) {
  for await (const line of createInterface({ input: service.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) {
      service.stdout.resume();
      return url;
    }
  }
  throw new Error('the service did not start');
}

async function run(folder) {
  const DATA_DIR = join(folder, 'data');
  await prepare(DATA_DIR);
  const env = { PATH: process.env.PATH, HOME: folder };
  const settings = { DATA_DIR, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' };
  const service = spawn(process.execPath, [main, 'serve', '--sample'], {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  try {
    const clients = spawn(python, [join(root, 'test/clients/test_clients.py')], {
      cwd: folder,
      env: {
        ...env,
        DATAHUB_GMS_URL: await listening(service),
        DATAHUB_GMS_TOKEN: readFileSync(join(DATA_DIR, 'bootstrap-token'), 'utf8').trim(),
        DATAHUB_TELEMETRY_ENABLED: 'false',
        CATALOG: `${process.execPath} ${main}`,
        PYTHONDONTWRITEBYTECODE: '1',
        ...(process.env.CLIENTS_SECONDS && { CLIENTS_SECONDS: process.env.CLIENTS_SECONDS }),
      },
      stdio: 'inherit',
    });
    // What was started ends with this process, and the temporary folder goes.
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clients.kill());
    const [status] = await once(clients, 'close');
    return status === 0 ? 0 : 1;
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

const missing = install();
if (missing) console.log(`clients left out: ${missing}`);
else {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-clients-'));
  try {
    process.exitCode = await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
