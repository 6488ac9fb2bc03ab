import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readMigrations } from '../../../src/db/migrations/folder.js';
import { migrate, migrationStatus, resolveMigration } from '../../../src/db/migrations/migrate.js';
import { databases, exists, folderWith, readLedger, server } from '../../support/migrations.js';
import { waitFor } from '../../support/wait-for.js';

const name = '29990101000000_last';
const [broken, whole] = ['CREATE TABLE last (id int); SELECT nonsense(;', 'CREATE TABLE last (id int)'];

for (const [database, open] of Object.entries(databases)) {
  t.test(database, async (t) => {
    t.test('a failed migration is reported, leaves nothing, and is started again', async (t) => {
      const { target } = await open(t);
      const folder = await folderWith(t.testdir(), name, broken);
      const failure = { name: 'StartupError', message: /migration 29990101000000_last: .*syntax error/ };
      await t.rejects(migrate(target, folder), failure);
      t.equal(await exists(target, 'last'), false);
      t.equal(await exists(target, 'policies'), true, 'earlier migrations stay');
      await t.rejects(migrate(target, folder), failure, 'it is not skipped');

      await writeFile(join(folder, name, 'migration.sql'), whole);
      const begun: string[] = [];
      t.same(await migrate(target, folder, (one) => begun.push(one)), {
        applied: [name],
        edited: [],
        isNew: false,
      });
      t.same(begun, [name]);
      t.equal(await exists(target, 'last'), true);
    });

    t.test('a script may not end its transaction', async (t) => {
      const { target } = await open(t);
      const folder = await folderWith(t.testdir(), name, `${whole}; ROLLBACK; CREATE TABLE after (id int)`);
      await t.rejects(migrate(target, folder), { message: /ends the transaction/ });
      t.same((await migrationStatus(target, folder)).pending, [name]);
    });

    t.test('a migration that another tool left unfinished stops starts until it is resolved', async (t) => {
      const { target, run } = await open(t);
      const folder = await folderWith(t.testdir(), name, whole);
      await migrate(target);
      const before = await readLedger(target);
      const begin = (logs: string) =>
        run(`INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
             VALUES (gen_random_uuid(), 'theirs', '${name}', ${logs})`);
      const asks = {
        name: 'StartupError',
        message:
          /left unfinished: 29990101000000_last.*`catalog migrate --resolve-applied 29990101000000_last`/,
      };

      for (const logs of ['NULL', `'no space left'`]) {
        await begin(logs);
        t.same((await migrationStatus(target, folder)).unfinished, [name]);
        await t.rejects(migrate(target, folder), asks);
        await resolveMigration(target, { name, outcome: 'rolled back' }, folder);
        t.same(await migrate(target, folder), { applied: [name], edited: [], isNew: false });
        await run(`DROP TABLE last; DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
      }

      await begin('NULL');
      await resolveMigration(target, { name, outcome: 'applied' }, folder);
      t.same(await migrate(target, folder), { applied: [], edited: [], isNew: false });
      t.equal(await exists(target, 'last'), false, 'the recorded outcome counts');
      const checksum = (await readMigrations(folder)).at(-1)?.checksum;
      t.same((await readLedger(target)).slice(before.length), [
        { name, checksum: 'theirs', finished: null, logs: null, rolled_back: true, steps: 0 },
        { name, checksum, finished: true, logs: '', rolled_back: null, steps: 0 },
      ]);
      const again = { name: 'StartupError', message: /no unfinished migration 29990101000000_last/ };
      await t.rejects(resolveMigration(target, { name, outcome: 'rolled back' }, folder), again);
      const none = { name: 'StartupError', message: /no migration nope/ };
      await t.rejects(resolveMigration(target, { name: 'nope', outcome: 'applied' }, folder), none);
    });
  });
}

t.test(
  'a migration whose backend is terminated is started again at the next start',
  { skip: !server },
  async (t) => {
    const { target, run } = await databases.PostgreSQL!(t);
    const slow = `${whole}; SELECT pg_sleep(60)`;
    const folder = await folderWith(t.testdir(), name, slow);
    const failing = t.rejects(migrate(target, folder), { name: 'StartupError', message: /terminat/ });
    const terminated = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'catalog migrate' AND query LIKE '%pg_sleep(60)'`;
    await waitFor(async () => ((await run(terminated)) as { rowCount: number }).rowCount > 0);
    await failing;
    await writeFile(join(folder, name, 'migration.sql'), slow.replace('60', '0'));
    t.same(await migrate(target, folder), { applied: [name], edited: [], isNew: false });
    t.equal(await exists(target, 'last'), true);
  },
);
