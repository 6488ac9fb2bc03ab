import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { create } from 'tar';
import { readConfig } from '../../src/config.js';
import { backUp } from '../../src/db/embedded/backup.js';
import { type EmbeddedOptions, openEmbedded } from '../../src/db/embedded/embedded.js';
import { embeddedTarget } from '../../src/db/embedded/migration.js';
import { migrationsFolder, readMigrations } from '../../src/db/migrations/folder.js';
import { migrate, migrationStatus } from '../../src/db/migrations/migrate.js';
import { migrateCatalog } from '../../src/startup/open-catalog.js';
import { folderBefore } from '../support/migrations.js';
import { run } from '../support/processes.js';
import { guarantee } from './guarantee.js';
import { temporaryFolder } from './support/service.js';
import { smallDisk, withoutMount } from './support/small-disk.js';

const folder = temporaryFolder(t);
const image = join(folder, 'image.tgz');
const noImage = join(folder, 'none');
const names = (await readMigrations(migrationsFolder)).map(({ name }) => name);

t.before(() => makeImage(image));

/** Makes an image. @param options of the database in it @param sql changes it */
async function makeImage(file: string, { migrations, sql, ...options }: Partial<Made> = {}) {
  const dataDir = `${file}.data`;
  const { client, close } = await openEmbedded(dataDir, options);
  await migrate(embeddedTarget(client), migrations);
  if (sql) await client.exec(sql);
  await close();
  await backUp(dataDir, file);
  return dataDir;
}
interface Made extends EmbeddedOptions {
  migrations: string;
  sql: string;
}

/** Opens a folder and checks that its database is a whole copy of the image that other accounts cannot read. */
async function opensWhole(t: Test, dataDir: string, options: EmbeddedOptions = { image }) {
  const { client, close } = await openEmbedded(dataDir, { onUnusableImage: refuse, ...options });
  const { applied, pending } = await migrationStatus(embeddedTarget(client));
  t.same([applied, pending], [names, []], 'it has all migrations');
  const { rows } = await client.query('SELECT FROM change_log');
  t.equal(rows.length, 1);
  await close();
  const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  const open = paths.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0);
  t.strictSame(open, [], 'no other account can read it');
  t.notOk(existsSync(join(dataDir, 'postgres.unfinished')));
}

/** Ends the creation of a database before PostgreSQL would initialize it. */
function refuse(why: string): never {
  throw new Error(`unusable: ${why}`);
}

/** When a creation is killed: once so many files are there, or when PostgreSQL opens them. */
const moments: Record<string, (files: readonly string[]) => boolean> = {
  'the first file': (files) => files.length > 0,
  'half of the files': (files) => files.length > 600,
  'the open database': (files) => files.includes('postmaster.pid'),
};

t.test('kill -9 while the image is extracted: the next start creates the database again', async (t) => {
  for (const [name, isNow] of Object.entries(moments)) {
    const dataDir = join(folder, name);
    const postgres = join(dataDir, 'postgres');
    const child = await run(t, './open-folder.js', dataDir, image);
    while (!existsSync(postgres) || !isNow(readdirSync(postgres, { recursive: true, encoding: 'utf8' })))
      await sleep(1);
    await child.kill();
    t.ok(existsSync(join(dataDir, 'postgres.unfinished')), `killed at ${name}`);
    await opensWhole(t, dataDir);
  }
  guarantee(t, 'kill -9 while a new database is copied: the next start creates it again', {
    kills: Object.keys(moments).length,
  });
});

t.test('a disk that fills up during the extraction is reported', { skip: withoutMount }, async (t) => {
  const disk = smallDisk(t, 128);
  const dataDir = join(disk.folder, 'data');
  // During the extraction, and after it: the database is then read-only.
  const spares = [0, 10_000_000, 50_000_000];
  for (const spare of spares) {
    const filled = openEmbedded(dataDir, {
      image,
      onUnusableImage: refuse,
      onCreate: () => disk.fill(spare),
    });
    await t.rejects(
      filled,
      { name: 'StartupError', message: /The disk of DATA_DIR .* is full: / },
      `${spare}`,
    );
    disk.empty();
  }
  await opensWhole(t, dataDir);
  guarantee(t, 'a disk that fills up while a new database is copied: the start says what to free', {
    disks: spares.length,
  });
});

t.test('with an image that cannot be used, PostgreSQL initializes the database', async (t) => {
  const bytes = readFileSync(image);
  const half = Math.floor(bytes.length / 2);
  const file = (name: string, content: Uint8Array | string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const flipped = Buffer.from(bytes);
  flipped[half]! ^= 0xff;
  mkdirSync(join(folder, 'a folder'));
  const dataDir = await makeImage(join(folder, 'edited'), {
    image,
    sql: `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = '${names[1]}'`,
  });
  await makeImage(join(folder, 'newer'), {
    image,
    sql: `INSERT INTO _prisma_migrations SELECT 'x', checksum, finished_at, '9_later', logs, rolled_back_at, started_at, 1
            FROM _prisma_migrations LIMIT 1`,
  });
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await create({ gzip: true, cwd: dataDir, file: join(folder, 'other-postgresql') }, ['postgres']);

  const truncated = file('half', bytes.subarray(0, half));
  const unusable: Record<string, RegExp> = {
    [truncated]: /unexpected end|TAR_/,
    [file('no end', bytes.subarray(0, -4))]: /unexpected end/,
    [file('flipped', flipped)]: /./,
    [file('empty', '')]: /./,
    [file('text', 'x'.repeat(2_000))]: /./,
    [join(folder, 'a folder')]: /./,
    [join(folder, 'edited')]: new RegExp(`migrations are not those of this build: ${names[1]}$`),
    [join(folder, 'newer')]: /migrations are not those of this build: 9_later$/,
    [join(folder, 'other-postgresql')]: /./,
  };
  for (const [one, why] of Object.entries(unusable)) {
    const target = join(folder, 'target');
    await t.rejects(openEmbedded(target, { image: one, onUnusableImage: refuse }), {
      message: new RegExp(`unusable: ${one}: .*${why.source}`),
    });
    t.notOk(existsSync(join(target, 'postgres')), 'nothing stays');
  }
  const reasons: string[] = [];
  const options = { image: truncated, onUnusableImage: (why: string) => void reasons.push(why) };
  const { client, close } = await openEmbedded(join(folder, 'target'), options);
  await migrate(embeddedTarget(client));
  await close();
  t.equal(reasons.length, 1);
  await opensWhole(t, join(folder, 'target'));
  guarantee(t, 'an image that cannot be used is left, and PostgreSQL initializes the database', {
    images: Object.keys(unusable).length,
  });
});

t.test('an image of an earlier build gets the missing migrations', async (t) => {
  const migrations = await folderBefore(folder, names.at(-1)!);
  const older = join(folder, 'older');
  await makeImage(older, { image: noImage, migrations });
  const dataDir = join(folder, 'later');
  const { client, close } = await openEmbedded(dataDir, { image: older, onUnusableImage: refuse });
  const { applied } = await migrate(embeddedTarget(client));
  t.same(applied, names.slice(-1));
  await close();
  await opensWhole(t, dataDir);
});

t.test('the log says what is done before a database is created', async (t) => {
  const config = readConfig({ DATA_DIR: join(folder, 'logged') });
  const isPacked = existsSync(new URL('../../database-image.tgz', import.meta.url));
  for (const expected of [
    ['creating the embedded database', ...(isPacked ? [] : ['creating the tables of the database'])],
    [],
  ]) {
    const lines: string[] = [];
    const add = (_: object, message: string) => void lines.push(message);
    await migrateCatalog(config, { log: { debug() {}, info: add, warn: add, error: add } });
    t.same(lines, expected);
  }
});
