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

/** PostgreSQL refuses to run as root; `setpriv` keeps the process number, so that signals reach the server. */
const asRoot = process.getuid?.() === 0;
const [program, ...before] = asRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']
  : ['env'];

/** The user and group that the server runs as, where that is not the test's own. */
export const postgresAccount =
  asRoot && version
    ? (['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres']))) as [number, number])
    : null;

/**
 * A server of the test's own, with its usual durability, to be killed and started again. It ends with the test.
 *
 * @param primary the URL of the one that it is to be a streaming replica of
 */
export async function ownServer(t: Test, primary?: string) {
  const folder = temporaryFolder(t);
  const bin = join(installed, version!, 'bin');
  const data = join(folder, 'data');
  if (postgresAccount) chownSync(folder, postgresAccount[0], statSync(folder).gid);
  const make = primary
    ? ['pg_basebackup', '-D', data, '-d', primary, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    : ['initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'];
  const [tool, ...options] = make as [string, ...string[]];
  execFileSync(program!, [...before, join(bin, tool), ...options], { stdio: 'ignore', cwd: '/' });
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

  /** The server and all that it has started, none of which gets to say good-bye. */
  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const { pid } = server;
    const ended = once(server, 'exit');
    // Stopped, it starts nobody while its children are counted.
    process.kill(pid!, 'SIGSTOP');
    const children = childrenOf(pid!);
    for (const one of [pid!, ...children]) signal(one);
    await ended;
    while (children.some(lives)) await sleep(5);
  }
  t.teardown(kill);

  await start();
  return { url, start, kill };
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function signal(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A zombie, which nobody has asked for its exit code yet, holds nothing any more. */
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
