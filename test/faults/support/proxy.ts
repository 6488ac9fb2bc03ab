import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { freePort } from './ports.js';
import { temporaryFolder } from './service.js';

export const withoutProxy =
  spawnSync('haproxy', ['-v']).status !== 0 && 'there is no haproxy here (Debian: apt-get install haproxy)';

/** ms in which HAProxy certainly notices that a server is not ready. */
export const noticedMs = 1_500;

/** How HAProxy checks readiness: every so many ms, and how many failures in a row it takes as not ready. */
interface Check {
  readonly everyMs: number;
  readonly failures: number;
}
const documentedCheck: Check = { everyMs: 500, failures: 2 };

/** Starts HAProxy in front of services, by default configured like the documented example. It ends with the test. */
export async function proxy(
  t: Test,
  urls: readonly string[],
  { everyMs, failures }: Check = documentedCheck,
): Promise<string> {
  const folder = temporaryFolder(t);
  const port = await freePort();
  const servers = urls.map((url, index) => `  server s${index} ${new URL(url).host}`);
  const config = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 40s',
    '  timeout server 40s',
    `listen catalog`,
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /health/ready',
    `  default-server check inter ${everyMs}ms fall ${failures} rise 1`,
    ...servers,
    '',
  ];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config.join('\n'));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  t.teardown(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  while (!(await answers(port))) await sleep(20);
  return `http://127.0.0.1:${port}`;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
