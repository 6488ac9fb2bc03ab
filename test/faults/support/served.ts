import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { scratchDatabaseUrl } from '../../support/database.js';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The catalog as it is shipped, in a process of its own that ends with the test; its log goes to a file. */
export async function served(t: Test, env: Record<string, string> = {}) {
  const folder = t.testdir();
  const [logFile, runsFile] = [join(folder, 'log'), join(folder, 'argon2')];
  writeFileSync(runsFile, '');
  const server = process.env.TEST_DATABASE_URL;
  const database = server ? { DATABASE_URL: await scratchDatabaseUrl(t, server, null) } : {};
  const out = openSync(logFile, 'a');
  const child = spawn(
    process.execPath,
    ['--import', here('../../support/argon2-runs.js'), here('../../../src/main.js'), 'serve'],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', ARGON2_RUNS_FILE: runsFile, ...database, ...env },
      stdio: ['ignore', out, 'inherit'],
    },
  );
  closeSync(out);
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const log = () => readFileSync(logFile, 'utf8');
  let url: string | undefined;
  while (!url) {
    if (child.exitCode !== null) throw new Error(log());
    await sleep(50);
    [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(log()) ?? [];
  }
  return {
    url,
    log,
    pid: child.pid!,
    argon2Runs: () => readFileSync(runsFile, 'utf8').length,
    token: readFileSync(join(folder, 'data/bootstrap-token'), 'utf8').trim(),
  };
}
