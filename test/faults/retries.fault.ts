import t from 'tap';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import type { Transaction } from '../../src/db/query.js';
import { transaction } from '../../src/db/transaction.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { guarantee } from './guarantee.js';
import { server, withoutServer } from './support/targets.js';

const writers = Array.from({ length: 6 }, (_, index) => index);
const rounds = 20;
const maxAttempts = 6;

t.test('transactions that PostgreSQL rolls back are retried', { skip: withoutServer }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!, null);
  const open = (options: string) => {
    const opened = openPostgresql({ url: `${url}?options=${options}`, poolSize: 8, onIdleError: () => {} });
    t.teardown(() => opened.close());
    return opened;
  };
  const db = open('');
  const strict = open(encodeURIComponent('-c default_transaction_isolation=serializable'));
  await db.query('CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)');
  await db.query('INSERT INTO counters SELECT id, 0 FROM generate_series(1, 3) id');
  const values = async () =>
    (await db.query<{ value: number }>('SELECT value FROM counters ORDER BY id')).map(({ value }) => value);

  /** Runs all writers concurrently. Returns how often each transaction ran, and the waits between its runs. */
  async function all(work: (tx: Transaction, writer: number) => Promise<unknown>, on = db) {
    const runs: number[] = [];
    const waits: { after: number; ms: number }[] = [];
    let done = 0;
    const one = async (writer: number) => {
      for (let round = 0; round < rounds; round += 1) {
        let ran = 0;
        let failedAt = 0;
        await transaction(on, async (tx) => {
          if (ran > 0) waits.push({ after: ran, ms: performance.now() - failedAt });
          ran += 1;
          try {
            await work(tx, writer);
          } finally {
            failedAt = performance.now();
          }
        }).then(
          () => (done += 1),
          (error) => t.match(String(error), /could not serialize|deadlock/i, 'fails for the last time'),
        );
        runs.push(ran);
      }
    };
    await Promise.all(writers.map(one));
    return { runs, waits, done };
  }

  const serializable = await all(async (tx) => {
    const [row] = await tx.query<{ value: number }>('SELECT value FROM counters WHERE id = 1');
    await tx.query('UPDATE counters SET value = $1 WHERE id = 1', [row!.value + 1]);
  }, strict);
  t.equal((await values())[0], serializable.done, 'each success is written once');

  const deadlocked = await all(async (tx, writer) => {
    await tx.query("SET LOCAL deadlock_timeout = '10ms'");
    for (const step of writer % 2 ? [2, 3] : [3, 2]) {
      await tx.query('UPDATE counters SET value = value + 1 WHERE id = $1', [step]);
    }
  });
  t.same((await values()).slice(1), [deadlocked.done, deadlocked.done], 'each success is written as a whole');
  const [{ deadlocks }] = (await db.query(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )) as [{ deadlocks: number }];

  for (const [name, { runs, waits }] of Object.entries({ serializable, deadlocked })) {
    const most = Math.max(...runs);
    t.ok(most > 1 && most <= maxAttempts, `${name}: tried ${most} times at most`);
    const first = waits.filter(({ after }) => after === 1).map(({ ms }) => Math.round(ms / 2));
    t.ok(new Set(first).size > 3, `${name}: the waits differ`);
  }

  let ran = 0;
  const cutOff = transaction(db, async (tx) => {
    ran += 1;
    await tx.query('UPDATE counters SET value = -1 WHERE id = 1');
    const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await db.query('SELECT pg_terminate_backend($1)', [row!.pid]);
    await tx.query('SELECT 1');
  });
  await t.rejects(cutOff, { message: /The database is unavailable/ });
  t.equal(ran, 1, 'no retry after a broken connection, which may have committed');
  const tried = [...serializable.runs, ...deadlocked.runs];
  guarantee(t, 'serialization failures and deadlocks are retried a bounded number of times, with jitter', {
    transactions: tried.length,
    'run again': tried.reduce((sum, runs) => sum + runs - 1, 0),
    'deadlocks counted by PostgreSQL': deadlocks,
    'runs at most': Math.max(...tried),
    'given up': tried.length - serializable.done - deadlocked.done,
    'done twice': 0,
  });
});
