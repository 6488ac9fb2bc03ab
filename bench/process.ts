import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './load.js';

export interface Candidate {
  readonly name: string;
  readonly url: string;
  /** Empty: the server needs no token. */
  readonly tokens: readonly string[];
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits for the address that it prints, or until it answers on the port of one that prints nothing.
 * Its log goes to a file, as under a service manager.
 */
export async function start(
  name: string,
  file: string,
  { args = [], env = {}, port }: { args?: string[]; env?: Record<string, string>; port?: number } = {},
): Promise<Candidate> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-bench-log-'));
  const log = join(folder, 'log');
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...(port && { PORT: String(port) }), ...env },
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  });
  const url = port ? await answering(`http://127.0.0.1:${port}`, child) : await addressIn(log, child);
  return {
    name,
    url,
    tokens: [],
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

async function addressIn(log: string, child: ChildProcess): Promise<string> {
  while (child.exitCode === null) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(log, 'utf8')) ?? [];
    if (address) return address;
    await sleep(10);
  }
  throw new Error(`a candidate ended without an address: ${readFileSync(log, 'utf8')}`);
}

async function answering(url: string, child: ChildProcess): Promise<string> {
  while (child.exitCode === null) {
    if (await fetch(`${url}/health/ready`).catch(() => null)) return url;
    await sleep(10);
  }
  throw new Error('a candidate ended before it answered');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs one burst of load in a separate process. */
export async function load(
  { url, tokens }: Pick<Candidate, 'url' | 'tokens'>,
  options: Omit<LoadOptions, 'url' | 'tokens'>,
): Promise<LoadResult> {
  const file = fileURLToPath(new URL('load.js', import.meta.url));
  const args = [file, JSON.stringify({ url, tokens, ...options } satisfies LoadOptions)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as LoadResult;
}

/** Resident memory in MB. */
export const residentMb = ({ pid }: Candidate): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_000;

/** Processor time of all threads so far, in ms. Linux counts it in hundredths of a second. */
export function cpuMs({ pid }: Pick<Candidate, 'pid'>): number {
  const [user, system] = readStat(pid).slice(11);
  return 10 * (Number(user) + Number(system));
}

/** The same of a process and its children, also of those that have ended. */
export function cpuMsOfTree(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readParent(name) === pid);
  const own = readStat(pid).slice(11, 15).map(Number);
  const ticks = own.reduce((sum, one) => sum + one);
  const readMs = (child: string) => ifLiving(() => cpuMs({ pid: Number(child) })) ?? 0;
  return children.reduce((sum, child) => sum + readMs(child), 10 * ticks);
}

/** The largest resident memory of a process so far, in MB. */
export const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000;

/** The living processes of a group. */
export const findGroup = (group: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && ifLiving(() => Number(readStat(name)[2])) === group)
    .map(Number);

/** The fields of proc_pid_stat(5) from the third, which is the state. */
const readStat = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');

const readParent = (pid: string) => ifLiving(() => Number(readStat(pid)[1]));

/** Returns undefined when the process that is read has ended. */
export function ifLiving<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
