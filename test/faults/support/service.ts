import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { freePort } from './ports.js';

export const main = fileURLToPath(new URL('../../../src/main.js', import.meta.url));

/** The service in a process of its own. It keeps its port and folder when it is started again. */
export interface Service {
  readonly url: string;
  readonly folder: string;
  readonly dataDir: string;
  /** Resolves when the service is ready, with the ms that this took. @param program of another release */
  start(program?: string): Promise<number>;
  pid(): number;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<null>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Returns the first administrator's token; null when another process has written it. */
  token(): string | null;
  /** Returns the output of all starts. */
  log(): string;
}

export const temporaryFolder = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-fault-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** @param args of `catalog serve` */
export async function service(
  t: Test,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<Service> {
  const folder = temporaryFolder(t);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = env.DATA_DIR ?? join(folder, 'data');
  let child: ChildProcess | undefined;
  let log = '';

  async function end(signal: NodeJS.Signals) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    return (await ended)[0] as number | null;
  }
  t.teardown(() => end('SIGKILL'));

  async function start(program = main) {
    const startedAt = performance.now();
    child = spawn(process.execPath, ['--enable-source-maps', program, 'serve', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: `${port}`, LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (log += chunk));
    while (!(await answersReady(url))) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() - startedAt > 120_000) {
        throw new Error(`The service does not start (exit code ${child.exitCode}): ${log.slice(-4_000)}`);
      }
      await sleep(10);
    }
    return performance.now() - startedAt;
  }

  return {
    url,
    folder,
    dataDir,
    start,
    pid: () => child!.pid!,
    kill: () => end('SIGKILL') as Promise<null>,
    stop: () => end('SIGTERM'),
    token() {
      const file = join(dataDir, 'bootstrap-token');
      return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
    },
    log: () => log,
  };
}

export const answersReady = async (url: string) => {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
};
