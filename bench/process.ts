import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './load.js';

export interface Candidate {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server and waits for the address that it prints. */
export async function start(
  name: string,
  file: string,
  {
    args = [],
    env = {},
    headers = {},
  }: { args?: string[]; env?: Record<string, string>; headers?: Record<string, string> },
): Promise<Candidate> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  child.stdout!.resume();
  return {
    name,
    url,
    headers,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  for await (const line of lines) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('a candidate ended without an address');
}

/** One burst of load, from a process of its own. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const file = fileURLToPath(new URL('load.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(options)]);
  return JSON.parse(stdout) as LoadResult;
}
