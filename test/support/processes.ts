import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

/** Starts a process that runs a file of this folder and ends with the test. Resolves with its first line. */
export async function run(t: Test, file: string, ...args: string[]) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  t.teardown(kill);
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => [`ended with ${code}`]),
  ])) as [Buffer | string];
  return { pid: child.pid!, line: String(line).trim(), kill };
}
