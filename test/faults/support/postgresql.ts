import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Test } from 'tap';
import { freePort } from './ports.js';
import { temporaryFolder } from './service.js';

const installed = '/usr/lib/postgresql';
const [version] = existsSync(installed)
  ? readdirSync(installed).sort((a, b) => Number(b) - Number(a))
  : [undefined];

export const withoutBinaries = !version && `there is no PostgreSQL in ${installed}`;

/** PostgreSQL refuses to run as root. `setpriv` keeps the process id, so that signals reach the server. */
const asRoot = process.getuid?.() === 0;
const [program, ...before] = asRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']
  : ['env'];

/** The user and group of the server; null when they are those of the test. */
export const postgresAccount =
  asRoot && version
    ? (['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres']))) as [number, number])
    : null;

/**
 * Starts a server for one test, with PostgreSQL's usual durability, which can be killed and started again.
 *
 * @param primary the URL of the primary, for a streaming replica
 * @param prepare writes files into the folder of the data before the start
 * @param folder for all its files; default: a temporary one
 */
export async function ownServer(
  t: Test,
  primary?: string,
  {
    initdb = [],
    prepare = () => {},
    folder = temporaryFolder(t),
  }: { initdb?: string[]; prepare?: (data: string) => void; folder?: string } = {},
) {
  const bin = join(installed, version!, 'bin');
  const data = join(folder, 'data');
  if (postgresAccount) chownSync(folder, postgresAccount[0], statSync(folder).gid);
  const make = primary
    ? ['pg_basebackup', '-D', data, '-d', primary, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    : ['initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', ...initdb];
  const [tool, ...options] = make as [string, ...string[]];
  execFileSync(program!, [...before, join(bin, tool), ...options], { stdio: 'ignore', cwd: '/' });
  prepare(data);
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function start() {
    const options = ['-D', data, '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
    server = spawn(program!, [...before, join(bin, 'postgres'), ...options], { stdio: 'ignore', cwd: '/' });
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      await sleep(20);
    }
  }

  /** Kills the server and all its child processes. */
  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const { pid } = server;
    const ended = once(server, 'exit');
    // A stopped server starts no children while they are listed.
    process.kill(pid!, 'SIGSTOP');
    const children = listChildren(pid!);
    for (const one of [pid!, ...children]) signal(one);
    await ended;
    while (children.some(lives)) await sleep(5);
  }
  t.teardown(kill);

  /** Stops the server and all its child processes for a while. */
  async function pause(ms: number) {
    const all = [server!.pid!, ...listChildren(server!.pid!)];
    for (const one of all) signal(one, 'SIGSTOP');
    await sleep(ms);
    for (const one of all) signal(one, 'SIGCONT');
  }

  await start();
  return { url, start, kill, pause, folder, port };
}

const listChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function signal(pid: number, name: NodeJS.Signals = 'SIGKILL') {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A zombie counts as dead. */
function lives(pid: number) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function answers(url: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
