import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import t, { type Test } from 'tap';
import { migrate } from '../../src/db/migrations/migrate.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { guarantee } from './guarantee.js';
import { client, isDone } from './support/client.js';
import { rounds } from './support/rounds.js';
import { type Service, service } from './support/service.js';
import { fillStarted } from './support/started-folder.js';
import { server, withoutServer } from './support/targets.js';

const create = 'mutation { createTag(input: { name: "x" }) }';

/** Kills a start at a moment, unless it fails before. */
async function killedAt(
  t: Test,
  one: Service,
  moment: (over: AbortSignal) => Promise<unknown>,
  name: string,
) {
  const start = one.start().then(
    () => 'ready',
    () => 'never ready',
  );
  const over = new AbortController();
  await Promise.race([moment(over.signal), start]);
  over.abort();
  await one.kill();
  t.comment(`killed ${name}: ${await start}`);
}

/** Starts again and checks that there is a token. */
async function startsWithToken(t: Test, one: Service, name: string) {
  await one.start();
  t.ok(isDone(await client(one.url, one.token()!).graphql(create)), `killed ${name}: the token works`);
  t.equal(await one.stop(), 0);
}

/** The file may come and go between two looks. */
const appears = (file: string) => async (over: AbortSignal) => {
  while (!existsSync(file) && !over.aborted) await sleep(1);
};

/** Files whose appearance is the moment: late and early while PostgreSQL makes its folder, and afterwards. */
const moments = ['postgres/base/5', 'bootstrap-token.unfinished', 'postgres/PG_VERSION', 'bootstrap-token'];

t.test('11.6: kill -9 while the embedded database and its first token are created', async (t) => {
  let killed = 0;
  for (const round of rounds({ least: 2, most: moments.length, seconds: 20 })) {
    killed = round;
    const moment = moments[round - 1]!;
    const one = await service(t);
    await killedAt(t, one, appears(join(one.dataDir, moment)), `at ${moment}`);
    if (moment.startsWith('postgres')) t.ok(existsSync(join(one.dataDir, 'postgres.unfinished')));
    await startsWithToken(t, one, `at ${moment}`);
    t.notOk(existsSync(join(one.dataDir, 'postgres.unfinished')));
  }
  guarantee(
    t,
    'kill -9 in the first start of the embedded database: the next start creates it again, with a token',
    {
      kills: killed,
    },
  );
});

t.test('11.6: kill -9 while a lost token is replaced', async (t) => {
  const one = await service(t);
  const file = join(one.dataDir, 'bootstrap-token');
  await fillStarted(t, one.dataDir);
  rmSync(file);
  await killedAt(t, one, appears(file), 'when the file exists again');
  await startsWithToken(t, one, 'when the file exists again');
});

const kills = { least: 3, most: 10, seconds: 12 };

t.test('11.6: kill -9 in a first start on PostgreSQL, at any time', { skip: withoutServer }, async (t) => {
  const first = await service(t, { DATABASE_URL: await scratchDatabaseUrl(t, server!, null) });
  const ms = await first.start();
  await first.stop();
  let killed = 0;
  for (const kill of rounds(kills)) {
    killed = kill;
    const one = await service(t, { DATABASE_URL: await scratchDatabaseUrl(t, server!, null) });
    const file = join(one.dataDir, 'bootstrap-token');
    // Half of the kills are close to the moment when the token's file is written.
    const moment =
      kill % 2
        ? () => sleep((ms * kill) / kills.most)
        : (over: AbortSignal) => appears(file)(over).then(() => sleep(kill - 2));
    const name =
      kill % 2 ? `after ${Math.round((ms * kill) / kills.most)} ms` : `${kill - 2} ms after the file`;
    await killedAt(t, one, moment, name);
    await startsWithToken(t, one, name);
  }
  guarantee(t, 'kill -9 at any time in a first start on PostgreSQL: the next start has a token', {
    kills: killed,
  });
});

/** Delays the COMMIT of a token, so that a test can act meanwhile. */
const slowCommit = `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(4); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON stored_access_tokens DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION slow()`;

t.test('11.6: kill -9 between the file and the COMMIT', { skip: withoutServer }, async (t) => {
  for (const lost of [true, false]) {
    const url = await scratchDatabaseUrl(t, server!, null);
    const db = openPostgresql({ url, poolSize: 1, onIdleError: () => {} });
    await migrate(db.migration);
    await db.close();
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(slowCommit);

    const one = await service(t, { DATABASE_URL: url });
    const name = lost ? 'while it commits, which is rolled back' : 'while it commits';
    // The COMMIT comes after the file.
    const committing = (over: AbortSignal) =>
      appears(join(one.dataDir, 'bootstrap-token'))(over).then(() => sleep(500));
    await killedAt(t, one, committing, name);
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    if (lost) await admin.query(others);
    else await sleep(5_000);
    const { rows } = await admin.query('SELECT FROM users');
    t.equal(rows.length, lost ? 0 : 1, 'the transaction’s outcome');
    await admin.query('DROP TRIGGER slow ON stored_access_tokens');
    await admin.end();
    await startsWithToken(t, one, name);
  }
});

t.test('11.6: three concurrent first starts on one PostgreSQL', { skip: withoutServer }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!, null);
  const all = await Promise.all([1, 2, 3].map(() => service(t, { DATABASE_URL: url, LOG_LEVEL: 'info' })));
  await Promise.all(all.map((one) => one.start()));
  const [winner, ...more] = all.filter((one) => one.token() !== null);
  t.ok(winner && more.length === 0, 'one of them has the file');
  for (const one of all) {
    t.ok(
      isDone(await client(one.url, winner!.token()!).graphql('{ __typename }')),
      'its token works on all processes',
    );
    t.match(one.log(), join(winner!.dataDir, 'bootstrap-token'), 'every log says where the file is');
    t.equal(await one.stop(), 0);
  }
});
