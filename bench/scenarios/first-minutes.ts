import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runCommand, type Taken } from '../command.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import { type Candidate, cpuMs, freePort, peakMb, start } from '../process.js';

/** What the service cannot do without: the packages of K, the baseline of an install. */
const given = [
  ...['fastify', 'mercurius', 'graphql', '@pothos/core', '@pothos/plugin-zod'],
  ...['prisma', '@prisma/client', 'argon2', 'tap'],
];

/** A commit in a folder of its own, or a baseline. */
interface Tree {
  readonly name: string;
  readonly folder: string;
  /** The folder in which its package is installed. */
  readonly installed: string;
}

/**
 * Everything until the first answer, and what a process takes that nobody asks, of this commit and of another one, in
 * turns. K is an install of `given`, P is PGlite alone opening such a folder and answering one query.
 */
export async function firstMinutes(
  environment: Environment,
  { against, rounds, idleSeconds }: { against: string; rounds: number; idleSeconds: number },
): Promise<Row[]> {
  const base = join(environment.folder, 'first-minutes');
  mkdirSync(base);
  const trees = ['HEAD', ...(against ? [against] : [])].map((commit): Tree => {
    const name = git(process.cwd(), 'rev-parse', '--short', commit);
    const folder = join(base, name);
    git(base, 'clone', '--quiet', process.cwd(), folder);
    git(folder, 'checkout', '--quiet', name);
    return { name, folder, installed: join(base, `${name}-installed`) };
  });
  const rows: Row[] = [];
  function add(part: string, name: string, taken: Partial<Taken>, more: Row = {}) {
    // The whole takes minutes.
    console.error(`${part}: ${name}, ${JSON.stringify({ ...taken, ...more })}`);
    rows.push({
      part,
      of: name,
      'processor s': round(taken.cpu),
      s: round(taken.wall),
      'peak MB': taken.peak === undefined ? '' : Math.round(taken.peak),
      packages: '',
      MB: '',
      files: '',
      'statements a minute': '',
      ...more,
    });
  }

  for (const tree of [...trees, minimal(base, trees[0]!)]) {
    // An empty cache and home for each.
    const env = { HOME: join(base, 'home'), npm_config_cache: join(base, 'home', 'cache') };
    const taken = await runCommand(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: tree.folder,
      env,
    });
    rmSync(env.HOME, { recursive: true, force: true });
    add('npm ci --ignore-scripts', tree.name, taken, measureFolder(tree.folder));
  }
  for (const tree of trees)
    add('npm run build', tree.name, await runCommand(['npm', 'run', 'build'], { cwd: tree.folder }));
  // The first file that needs a database makes the one that all tests copy.
  for (const tree of trees)
    add(
      'npm test of one file',
      tree.name,
      await runCommand(['npm', 'test', '--', '--test-arg=db/state'], { cwd: tree.folder }),
    );
  for (const tree of trees) {
    mkdirSync(tree.installed);
    execFileSync('npm', ['pack', '--pack-destination', tree.installed], {
      cwd: tree.folder,
      stdio: 'ignore',
    });
    const archive = readdirSync(tree.installed)[0]!;
    const taken = await runCommand(
      ['npm', 'install', '--omit=dev', '--no-audit', '--no-fund', `./${archive}`],
      { cwd: tree.installed },
    );
    add('npm install of the package', tree.name, taken, measureFolder(tree.installed));
  }
  const starts = trees.map((tree) => () => startsOf(tree));
  for (const [part, name, taken] of await inTurns([...starts, () => bareStarts(trees[0]!)], rounds))
    add(part, name, taken);
  for (const tree of trees)
    for (const database of ['embedded', 'postgresql'] as const) {
      const { cpu, statements } = await idle(environment, tree, database, idleSeconds);
      add(`idle for a minute, ${database}`, tree.name, { cpu }, { 'statements a minute': statements });
    }
  return rows;
}

type Measured = readonly [part: string, of: string, taken: Taken];

/** Runs the measurements in turns. @returns the median of each */
async function inTurns(works: readonly (() => Promise<Measured[]>)[], rounds: number): Promise<Measured[]> {
  const all = new Map<string, Measured[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const work of works)
      for (const one of await work()) {
        const key = `${one[0]} ${one[1]}`;
        all.set(key, [...(all.get(key) ?? []), one]);
      }
  return [...all.values()].map((ones): Measured => {
    const mid = (key: keyof Taken) => median(ones.map(([, , taken]) => taken[key]));
    return [ones[0]![0], ones[0]![1], { cpu: mid('cpu'), wall: mid('wall'), peak: mid('peak') }];
  });
}

/** Starts the installed package on a folder that does not exist, and again. */
async function startsOf({ name, installed }: Tree): Promise<Measured[]> {
  const data = join(installed, 'data');
  const measured: Measured[] = [];
  for (const part of ['first start, with the sample', 'second start']) {
    const begin = performance.now();
    const server = await serve(installed, { DATA_DIR: data });
    const wall = (performance.now() - begin) / 1_000;
    measured.push([part, name, { cpu: cpuMs(server) / 1_000, wall, peak: peakMb(server.pid) }]);
    await server.stop();
  }
  rmSync(data, { recursive: true });
  const help = [process.execPath, join(packageIn(installed), 'dist/catalog.js'), '--help'];
  return [...measured, ['catalog --help', name, await runCommand(help, { cwd: installed })]];
}

/** The same of what a start cannot do without. */
async function bareStarts({ installed }: Tree): Promise<Measured[]> {
  const [folder, bare] = [join(installed, 'pglite'), [process.execPath, '--input-type=module', '-e']];
  const open = `import { PGlite } from '@electric-sql/pglite';
    import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
    const db = await PGlite.create(${JSON.stringify(folder)}, { extensions: { pg_trgm } });
    await db.query('SELECT 1');
    process.exit();`;
  const cwd = packageIn(installed);
  const measured: Measured[] = [
    ['first start, with the sample', 'P', await runCommand([...bare, open], { cwd })],
    ['second start', 'P', await runCommand([...bare, open], { cwd })],
    ['catalog --help', 'node -e 0', await runCommand([process.execPath, '-e', '0'], { cwd })],
  ];
  rmSync(folder, { recursive: true });
  return measured;
}

/** What a process takes in a minute with a probe every 10 s and a scrape every 15 s. */
async function idle(
  environment: Environment,
  { name, installed }: Tree,
  database: 'embedded' | 'postgresql',
  seconds: number,
): Promise<{ cpu: number; statements: number | string }> {
  const metricsPort = await freePort();
  const url = database === 'postgresql' ? await environment.database(`idle_${name}`) : undefined;
  const server = await serve(installed, {
    DATA_DIR: join(installed, `idle-${database}`),
    METRICS_PORT: `${metricsPort}`,
    ...(url && { DATABASE_URL: url }),
  });
  const client = url ? new pg.Client({ connectionString: url }) : undefined;
  await client?.connect();
  /** Each statement of the service's background is a transaction. */
  const count = async (): Promise<number> => {
    const { rows } = await client!.query(
      'SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0].n);
  };
  // What the sample and the start have left is done first.
  await sleep(20_000);
  const [cpu, statements] = [cpuMs(server), client && (await count())];
  for (let second = 0; second < seconds; second += 1) {
    if (second % 10 === 0) await (await fetch(`${server.url}/health/ready`)).text();
    if (second % 15 === 0) await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await sleep(1_000);
  }
  const perMinute = 60 / seconds;
  const taken = {
    cpu: ((cpuMs(server) - cpu) / 1_000) * perMinute,
    // PostgreSQL publishes these counts a second late.
    statements: client ? Math.round(((await count()) - statements!) * perMinute) : '',
  };
  await client?.end();
  await server.stop();
  return taken;
}

const packageIn = (installed: string) => join(installed, 'node_modules/metadata-catalog');

const serve = (installed: string, env: Record<string, string>): Promise<Candidate> =>
  start('catalog', join(packageIn(installed), 'dist/main.js'), {
    args: ['serve', '--sample'],
    env: { PORT: '0', ...env },
  });

/** K: the given packages alone, with the versions of a tree. */
function minimal(base: string, { folder }: Tree): Pick<Tree, 'name' | 'folder'> {
  const own = join(base, 'K');
  mkdirSync(own);
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const dependencies = Object.fromEntries(
    given.map((name) => [name, lock.packages[`node_modules/${name}`].version]),
  );
  writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true, dependencies }));
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: own, stdio: 'ignore' });
  return { name: 'K', folder: own };
}

/** Counts the entries of the lock file, and the size of the packages on disk. */
function measureFolder(folder: string): Row {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, 'node_modules', name)))
    .filter((one) => one.isFile());
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { packages: Object.keys(packages).length, MB: Math.round(bytes / 1e6), files: files.length };
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

const round = (value: number | undefined): number | string =>
  value === undefined ? '' : Math.round(100 * value) / 100;
