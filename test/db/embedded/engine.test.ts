import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Deadline } from '../../../src/core/deadline.js';
import { EmbeddedClient } from '../../../src/db/embedded/client.js';
import { Engine } from '../../../src/db/embedded/engine.js';
import { embeddedDatabase } from '../../../src/db/open.js';
import { testDatabase } from '../../support/database.js';
import { embedded, templateCopy } from '../../support/embedded.js';

const away = { name: 'CatalogError', type: 'SERVICE_UNAVAILABLE' };
/** Takes the engine some tenths of a second and cannot be interrupted. */
const slow = 'SELECT count(*) AS count FROM generate_series(1, 3000000)';

/** A database of the test's own and its engine; the test ends it. */
async function open(t: Test) {
  const ends: Error[] = [];
  const engine = await Engine.open(await templateCopy(), { onEnd: (cause) => ends.push(cause) });
  const db = embeddedDatabase({ client: new EmbeddedClient(engine), close: () => engine.close() });
  t.teardown(() => db.close());
  return { db, engine, ends };
}

t.test('the event loop runs while the embedded database executes a statement', async (t) => {
  const db = await embedded(t, 'empty');
  let running = true;
  const answer = db.query(slow).finally(() => {
    running = false;
  });
  let turns = 0;
  for (; running; turns += 1) await turn();
  t.strictSame(await answer, [{ count: 3_000_000 }]);
  t.ok(turns > 2, `${turns} turns`);
});

t.test('an engine that ends rejects pending statements; a pending write is uncertain', async (t) => {
  const { db, engine, ends } = await open(t);
  await db.query('CREATE TABLE kept (value int)');
  // An invalid startup packet, which the engine does not survive.
  const crash = engine.send([new Uint8Array(8)]);
  const read = db.query('SELECT 1 AS one');
  const change = db.query('INSERT INTO kept VALUES (1)', [], { changes: true });
  const ended = { message: /^PGlite is closed: .*startup packet.*Restart the process/ };
  await Promise.all([
    t.rejects(crash, ended),
    t.rejects(read, { ...away, cause: ended }),
    t.rejects(change, { ...away, message: /it is unknown whether the change was made/ }),
  ]);
  t.match(ends, [ended]);
  await t.rejects(db.query('SELECT 1'), away, 'later statements are rejected too');
  await t.rejects(
    db.inTransaction((tx) => tx.query('SELECT 1')),
    away,
  );
  await db.close();
  t.equal(ends.length, 1);
});

t.test('a write that has not started at its deadline never runs', async (t) => {
  const db = await embedded(t, 'empty');
  const create = (urn: string, deadline: Deadline) =>
    db.query(`INSERT INTO tags (urn, name) VALUES ($1, 'x')`, [urn], { changes: true, deadline });
  await db.query(
    `INSERT INTO entities (urn, type, created_at, created_by) VALUES ('a', 'tag', 0, 'x'), ('b', 'tag', 0, 'x')`,
  );

  const [first, second] = [new Deadline(), new Deadline()];
  const before = db.query(slow);
  const late = create('a', first);
  const inTime = create('b', second);
  t.ok(first.isSettling, 'the response waits for the outcome');
  first.pass();
  await t.rejects(late, { ...away, cause: { name: 'DeadlinePassed', code: '55P03' } });
  t.notOk(first.isSettling);
  await before;
  second.pass();
  await inTime.catch(() => {});
  const made = await db.query<{ urn: string }>('SELECT urn FROM tags');
  t.notOk(made.some(({ urn }) => urn === 'a'));
});

t.test('a transaction whose deadline has passed writes nothing', async (t) => {
  const db = await embedded(t, 'empty');
  const deadline = new Deadline();
  const work = db.inTransaction(async (tx) => {
    await tx.query(`INSERT INTO entities (urn, type, created_at, created_by) VALUES ('a', 'tag', 0, 'x')`);
    deadline.pass();
  }, deadline);
  await t.rejects(work, { ...away, cause: { name: 'DeadlinePassed' } });
  t.strictSame(await db.query('SELECT urn FROM entities'), []);
});

t.test('a failed COMMIT is an error, and nothing is written', async (t) => {
  const db = await testDatabase(t);
  await db.prisma.$executeRawUnsafe('CREATE TABLE later (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  t.teardown(() => db.prisma.$executeRawUnsafe('DROP TABLE later'));
  const twice = 'INSERT INTO later VALUES (1), (1)';
  const violation = (error: unknown) => t.match(JSON.stringify(error), /23505|P2002|UniqueConstraint/);
  await db.inTransaction((tx) => tx.query(twice)).then(() => t.fail('in a transaction'), violation);
  await db.prisma
    .$transaction((tx) => tx.$executeRawUnsafe(twice))
    .then(() => t.fail("in one of Prisma's"), violation);
  t.strictSame(await db.query('SELECT id FROM later'), []);
});

t.test('errors have the fields of PostgreSQL', async (t) => {
  const db = await testDatabase(t);
  const insert = `INSERT INTO entities (urn, type, created_at, created_by) VALUES ('twice', 'tag', 0, 'x')`;
  await db.query(insert);
  const violation = {
    code: '23505',
    severity: 'ERROR',
    table: 'entities',
    constraint: 'entities_pkey',
    detail: 'Key (urn)=(twice) already exists.',
  };
  await t.rejects(db.query(insert), violation);
  await t.rejects(db.query(insert, [], { unprepared: true }), violation);
  await t.rejects(
    db.inTransaction((tx) => tx.query(insert)),
    violation,
  );
});

t.test('a statement whose first run failed works later', async (t) => {
  const { db } = await open(t);
  const sql = 'SELECT value FROM late WHERE value = $1';
  await Promise.all([db.query(sql, [1]), db.query(sql, [2])].map((failing) => t.rejects(failing)));
  await db.query('CREATE TABLE late AS SELECT 1 AS value');
  t.strictSame(await Promise.all([db.query(sql, [1]), db.query(sql, [2])]), [[{ value: 1 }], []]);
  const fails = 'SELECT 1 / $1::int AS value';
  const [failed, divided] = await Promise.allSettled([db.query(fails, [0]), db.query(fails, [1])]);
  t.match(failed, { status: 'rejected', reason: { code: '22012' } });
  t.strictSame(divided, { status: 'fulfilled', value: [{ value: 1 }] });
});

t.test('prepared statements are bounded', async (t) => {
  const { db } = await open(t);
  const count = 'SELECT count(*) AS count FROM pg_prepared_statements';
  for (let index = 0; index < 1_200; index += 1) await db.query(`SELECT ${index} AS value`);
  const [row] = await db.query<{ count: number }>(count, [], { unprepared: true });
  t.ok(row!.count <= 501, `${row!.count}`);
  t.strictSame(await db.query('SELECT 0 AS value'), [{ value: 0 }]);
});
