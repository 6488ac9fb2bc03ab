import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { templateCopy } from '../support/embedded.js';
import { root } from '../support/root.js';
import { main, temporaryFolder } from './support/service.js';

/** Runs the `catalog` binary in a folder of its own. */
function catalog(t: Test, args: string[], env: Record<string, string> = {}, cwd = temporaryFolder(t)) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  return { child, output, ended: ended(child).then((exitCode) => ({ exitCode, ...output })), cwd };
}

const ended = async (child: ChildProcess) => (await once(child, 'close'))[0] as number | null;

async function listening(server: ReturnType<typeof catalog>): Promise<string> {
  for (;;) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output.stdout) ?? [];
    if (url) return url;
    if (server.child.exitCode !== null) throw new Error(server.output.stderr);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

t.test('each failure has an exit code and one clear message', async (t) => {
  const version = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version;
  const shown = await catalog(t, ['--version']).ended;
  t.match(shown, { exitCode: 0, stdout: /^\S+( \([\da-f]{8,}(-dirty)?\))?\n$/, stderr: '' });
  t.ok(shown.stdout.startsWith(version));
  t.match(await catalog(t, ['nope']).ended, { exitCode: 2, stdout: '', stderr: /unknown command 'nope'/ });
  const unread = { exitCode: 1, stdout: '', stderr: /^nowhere\.json cannot be read: [^\n]*\n$/ };
  t.match(await catalog(t, ['ingest', 'nowhere.json']).ended, unread);

  const wrong = await catalog(t, ['serve'], { PORT: 'x', LOG_LEVEL: 'y' }).ended;
  t.match(
    wrong,
    { exitCode: 1, stdout: '', stderr: /PORT: .*\n {2}LOG_LEVEL: / },
    'all problems of the settings',
  );

  const nowhere = { DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x', DATABASE_CONNECT_TIMEOUT_MS: '0' };
  const away = await catalog(t, ['serve'], { PORT: '0', ...nowhere }).ended;
  t.match(away, { exitCode: 1, stderr: /^The database of DATABASE_URL cannot be reached: [^\n]*\n$/ });
  t.notMatch(`${away.stdout}${away.stderr}`, 'hunter2', 'without the database’s password');
});

t.test('a reader that has read enough, such as head, ends a command without an error', async (t) => {
  const { child, ended } = catalog(t, ['--help']);
  child.stdout.destroy();
  t.match(await ended, { exitCode: 0, stderr: '' });
});

t.test('11.6: a start that can not write its files says so in one line', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'file'), 'no folder');
  // With the schema only, as a start that fails leaves it.
  cpSync(await templateCopy(), join(cwd, 'data/postgres'), { recursive: true });
  const env = { PORT: '0', BOOTSTRAP_TOKEN_FILE: 'file/token' };
  const expected =
    /^The first access token cannot be written to \S+file\/token by user [^\n]+BOOTSTRAP_TOKEN_FILE[^\n]+\n$/;
  t.match(await catalog(t, ['serve'], env, cwd).ended, { exitCode: 1, stderr: expected });
});

t.test('11.23: a port that is in use is reported before the wait for the database', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const { port } = other.address() as AddressInfo;
  const env = { PORT: `${port}`, DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x' };
  const { exitCode, stdout, stderr } = await catalog(t, ['serve'], env).ended;
  t.match(
    { exitCode, stderr },
    { exitCode: 1, stderr: /^Cannot listen on this address: [^\n]*EADDRINUSE[^\n]*\n$/ },
  );
  t.notMatch(stdout, 'reached yet');
});

t.test('11.23: a stop during the wait for PostgreSQL is clean', async (t) => {
  const env = { PORT: '0', DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x', DATABSE_URL: 'hunter2' };
  const server = catalog(t, ['serve'], env);
  while (!server.output.stdout.includes('reached yet')) await once(server.child.stdout, 'data');
  server.child.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await server.ended;
  t.match({ exitCode, stderr }, { exitCode: 0, stderr: '' });
  t.match(stdout, /DATABSE_URL is not a setting: DATABASE_URL is[\s\S]*"stopped"/);
  t.notMatch(stdout, 'hunter2');
});

t.test('.env is read, and the environment overrides it', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, '.env'), 'PORT=fromfile\nLOG_LEVEL=fromfile\n');
  const { stderr } = await catalog(t, ['serve'], { PORT: 'fromenv' }, cwd).ended;
  t.match(stderr, /PORT: .*"fromenv"/);
  t.match(stderr, /LOG_LEVEL: .*"fromfile"/);
});

t.test('the .env of a folder does not say where a token is sent', async (t) => {
  const cwd = temporaryFolder(t);
  const elsewhere = 'http://127.0.0.1:2';
  writeFileSync(join(cwd, '.env'), `CATALOG_URL=${elsewhere}\nDATAHUB_GMS_URL=${elsewhere}\n`);
  const env = { HOME: cwd, DATAHUB_GMS_URL: 'http://127.0.0.1:1', CATALOG_TOKEN: 'x' };
  const { exitCode, stderr } = await catalog(t, ['whoami'], env, cwd).ended;
  t.match({ exitCode, stderr }, { exitCode: 3, stderr: /^No catalog responds at http:\/\/127\.0\.0\.1:1: / });
});

t.test('token create: a whole environment without an address and a token means the database', async (t) => {
  const { PATH, ...rest } = process.env as Record<string, string>;
  const cwd = temporaryFolder(t);
  const none = { CATALOG_URL: '', CATALOG_TOKEN: '', DATAHUB_GMS_URL: '', DATAHUB_GMS_TOKEN: '' };
  const env = { ...rest, ...none, HOME: cwd, XDG_CONFIG_HOME: cwd };
  const { exitCode, stderr } = await catalog(t, ['token', 'create'], env, cwd).ended;
  t.match({ exitCode, stderr }, { exitCode: 2, stderr: /--for <user> is required with --local/ });
});

t.test('serve: from the first token to a clean stop', async (t) => {
  const umask = process.umask(0);
  const server = catalog(t, ['serve'], { PORT: '0', TRUSTED_ACTOR_PROXIES: '10.0.0.0/8' });
  process.umask(umask);
  const url = await listening(server);
  const log = () =>
    server.output.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  t.match(log()[0], { database: 'embedded', trustedActorProxies: ['10.0.0.0/8'] }, 'logs what it trusts');

  const token = readFileSync(join(server.cwd, 'data/bootstrap-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/gms/operations?action=getIndexSizes`, { method: 'POST', headers });
  t.equal(response.status, 200);

  const create = ['token', 'create', '--local', '--actor', 'urn:li:corpuser:admin', '--duration', 'ONE_HOUR'];
  const locked = await catalog(t, create, {}, server.cwd).ended;
  t.match(locked, {
    exitCode: 1,
    stdout: '',
    stderr: /^The embedded database is in use by process \d+[^\n]*\n$/,
  });

  // Like npm, which forwards the Ctrl-C that the terminal has sent to both.
  server.child.kill('SIGINT');
  server.child.kill('SIGTERM');
  t.match(await server.ended, { exitCode: 0, stderr: '' });
  t.notMatch(server.output.stdout, token, 'no token in the log');
  t.equal(log().at(-1).msg, 'stopped');
  const open = readdirSync(server.cwd, { recursive: true, encoding: 'utf8' }).filter(
    // PostgreSQL sets the mode of this file itself; the folders around it are closed.
    (name) => !name.endsWith('pg_internal.init') && statSync(join(server.cwd, name)).mode & 0o077,
  );
  t.same(open, [], '11.7: its files are closed to other accounts');

  const created = await catalog(t, create, {}, server.cwd).ended;
  t.match(created, { exitCode: 0, stdout: /^mcs_\w+\n$/ }, 'the lock is released; only the text is printed');
});
