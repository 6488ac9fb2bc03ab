import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findGroup, ifLiving, peakMb } from './process.js';

/** What a command has taken, with its children. */
export interface Taken {
  /** Processor time, in s. */
  readonly cpu: number;
  /** Elapsed time, in s. */
  readonly wall: number;
  /** The memory of its largest process, in MB. */
  readonly peak: number;
}

/** Between two looks at the processes of a command. */
const lookMs = 50;

/** Runs a command to its end. @throws Error with its output when it fails */
export async function runCommand(
  command: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Taken> {
  const begin = performance.now();
  const shell = spawn('bash', ['-c', '"$@"; code=$?; times >&3; exit $code', '-', ...command], {
    cwd,
    env: { ...process.env, ...env },
    // A process group, so that all of its processes are found.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const pid = shell.pid!;
  let [output, times, peak] = ['', '', 0];
  for (const stream of [shell.stdout, shell.stderr])
    stream!.on('data', (chunk) => {
      output += chunk;
    });
  (shell.stdio[3] as Readable).on('data', (chunk) => {
    times += chunk;
  });
  const closed = once(shell, 'close');
  while (shell.exitCode === null) {
    peak = Math.max(peak, ...findGroup(pid).map((one) => ifLiving(() => peakMb(one)) ?? 0));
    await sleep(lookMs);
  }
  const wall = (performance.now() - begin) / 1_000;
  const [code] = await closed;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
  // The second line is that of the children: minutes and seconds, of users and of the system.
  const [, children = ''] = times.split('\n');
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + 60 * Number(m) + Number(s),
    0,
  );
  return { cpu, wall, peak };
}
