import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import type { Query } from '../../src/db/query.js';
import { runWaiting, type WaitingWork } from '../../src/db/waiting-work.js';
import { testDatabase } from '../support/database.js';

const waits = 'SELECT min(urn::bigint) FROM access_changes';

/** Runs works in turns as fast as they go. `answered` is called between the answer of a look and its use. */
function turns(t: Test, db: Database, works: readonly WaitingWork[], answered = async () => {}) {
  const events = new EventTarget();
  let [now, looks] = [1_000, 0];
  const errors: unknown[] = [];
  const query: Query = async (...args) => {
    looks += 1;
    const rows = await db.query(...args);
    await answered();
    return rows as never;
  };
  const clock = () => {
    events.dispatchEvent(new Event('turn'));
    return now;
  };
  const onError = (error: unknown) => {
    errors.push(error);
    events.dispatchEvent(new Event('turn'));
  };
  // The pauses of background work do not keep a process alive.
  const alive = setInterval(() => {}, 60_000);
  t.teardown(() => clearInterval(alive));
  const work = runWaiting({ query, countWrites: db.countWrites }, works, { clock, onError, everyMs: 1 });
  t.teardown(() => work.stop());
  return {
    ...work,
    errors,
    looks: () => looks,
    setTime: (time: number) => (now = time),
    /** Resolves after further turns. */
    async pass(count: number) {
      for (let turn = 0; turn < count; turn += 1) await once(events, 'turn');
    },
  };
}

/** Adds what waits from a time on. */
const add = (db: Database, time: number) =>
  db.query(`INSERT INTO access_changes (urn, kind, since) VALUES ($1, 'SUSPENDED', 0)`, [`${time}`]);

function counted(db: Database, fails = () => false) {
  const work = {
    waits,
    retryMs: 50,
    runs: 0,
    /** Runs that have done their work: what is written before that can go with the work of an earlier write. */
    done: 0,
    async run() {
      work.runs += 1;
      if (fails()) throw new Error('not now');
      await db.query('DELETE FROM access_changes');
      work.done += 1;
    },
  };
  return work;
}

t.test('work runs once at the start, and then when something waits for it, from its time on', async (t) => {
  const db = await testDatabase(t);
  const [work, other] = [counted(db), { waits: 'SELECT null', retryMs: 50, async run() {} }];
  const running = turns(t, db, [work, other]);
  running.start();
  await running.pass(5);
  t.equal(work.runs, 1);

  await add(db, 2_000);
  await running.pass(5);
  t.equal(work.runs, 1, 'not before its time');
  running.setTime(2_000);
  await running.pass(5);
  t.equal(work.runs, 2);
  t.same(await db.query('SELECT FROM access_changes'), []);
});

t.test('an answer from before the end of a run does not start another one', async (t) => {
  const db = await testDatabase(t);
  await add(db, 0);
  const work = counted(db);
  const steps = new EventTarget();
  const [asked, ended] = [once(steps, 'asked'), once(steps, 'ended')];
  const run = async () => {
    await asked;
    await work.run();
    steps.dispatchEvent(new Event('ended'));
  };
  const running = turns(t, db, [{ ...work, run }], async () => {
    steps.dispatchEvent(new Event('asked'));
    await ended;
    await setImmediate();
  });
  running.start();
  await running.pass(5);
  t.equal(work.runs, 1);
});

t.test('a database of this process alone is asked only after a write', async (t) => {
  const db = await testDatabase(t);
  const work = counted(db);
  const running = turns(t, db, [work]);
  running.start();
  await running.pass(10);
  const looks = running.looks();
  await running.pass(50);
  if (db.kind === 'postgresql') t.ok(running.looks() > looks + 40, 'others may have written');
  else t.equal(running.looks(), looks);

  await db.query('SELECT count(*) FROM entities');
  await db.query('UPDATE entities SET type = type');
  await running.pass(10);
  if (db.kind === 'embedded') t.equal(running.looks(), looks, 'reads, and changes of no row, are not writes');

  for (const write of [
    () => add(db, 0),
    () =>
      db.inTransaction((tx) =>
        tx.query(`INSERT INTO access_changes (urn, kind, since) VALUES ('0', 'SUSPENDED', 0)`),
      ),
    () =>
      db.query(
        `WITH one AS (INSERT INTO access_changes (urn, kind, since) VALUES ('0', 'SUSPENDED', 0) RETURNING 1)
                    SELECT * FROM one`,
        [],
        { changes: true },
      ),
  ]) {
    const { runs, done } = work;
    await write();
    while (work.done === done) await running.pass(1);
    t.equal(work.runs, runs + 1);
  }
});

t.test('work that fails is run again after its pause, while other work goes on', async (t) => {
  const db = await testDatabase(t);
  let fails = true;
  const [work, other] = [counted(db, () => fails), { waits: 'SELECT null', retryMs: 50, async run() {} }];
  const running = turns(t, db, [work, other]);
  await add(db, 0);
  running.start();
  await running.pass(20);
  t.equal(work.runs, 1);
  t.match(running.errors, [{ message: 'not now' }]);
  fails = false;
  running.setTime(1_050);
  while (work.runs === 1) await running.pass(1);
  await running.pass(5);
  t.equal(work.runs, 2);
});

t.test('a database that is away is asked again', async (t) => {
  const db = await testDatabase(t);
  const work = { ...counted(db), waits: 'SELECT a FROM missing' };
  const running = turns(t, db, [work]);
  running.start();
  while (running.errors.length < 2) await running.pass(1);
  t.match(running.errors[0], { message: /missing/ });
});
