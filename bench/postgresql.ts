import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const root = '/usr/lib/postgresql';

/** Starts a private PostgreSQL server from the installed binaries, in a temporary folder, with default durability. */
export async function startPostgresql(): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const version = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0]!;
  const bin = join(root, version, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'catalog-bench-'));
  // `setpriv` and `env` keep the process id, so that a signal reaches the server itself.
  const asPostgres =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']
      : ['env'];
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  const [program = '', ...args] = asPostgres;
  execFileSync(
    program,
    [...args, join(bin, 'initdb'), '-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres'],
    {
      stdio: 'ignore',
      cwd: '/',
    },
  );
  const port = await freePort();
  const options = [
    '-p',
    `${port}`,
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'shared_buffers=512MB',
  ];
  const server = spawn(program, [...args, join(bin, 'postgres'), '-D', join(folder, 'data'), ...options], {
    stdio: 'ignore',
    cwd: '/',
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    pid: server.pid!,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('PostgreSQL did not start within ten seconds');
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
