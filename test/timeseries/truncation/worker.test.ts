import t, { type Test } from 'tap';
import type { Database } from '../../../src/db/database.js';
import { type SpaceStore, spaceStore } from '../../../src/timeseries/truncation/compaction-store.js';
import { type MonthStore, monthStore } from '../../../src/timeseries/truncation/partition-store.js';
import { truncationStore } from '../../../src/timeseries/truncation/task-store.js';
import { truncationRunner } from '../../../src/timeseries/truncation/worker.js';
import { testDatabase } from '../../support/database.js';
import { addEvents, bytesOf, day, index, seconds, timesLeft } from '../../support/timeseries.js';

const now = day(11, 21);

interface Options {
  runner?: string;
  alone?: boolean;
  clock?: () => number;
  errors?: unknown[];
  months?: Partial<MonthStore>;
  space?: Partial<SpaceStore>;
}

const runnerOn = (t: Test, db: Database, options: Options = {}) =>
  truncationRunner({
    tasks: truncationStore(db),
    months: { ...monthStore(db), ...options.months },
    space: { ...spaceStore(db), ...options.space },
    clock: options.clock ?? (() => now),
    runner: options.runner ?? 'me',
    alone: options.alone ?? false,
    onError: (error) => (options.errors ? options.errors.push(error) : t.fail(String(error))),
  });

/** Two months, ten events each, and a task that takes the first and half of the second. */
async function begun(t: Test, more: { batchSize?: number; deadline?: number } = {}) {
  const db = await testDatabase(t);
  await addEvents(db, [...seconds(day(1, 1), 10), ...seconds(day(2, 1), 10)]);
  const tasks = truncationStore(db);
  const id = await tasks.begin({
    indexName: index,
    endTimeMillis: day(2, 1) + 4_000,
    batchSize: more.batchSize ?? 100,
    createdAt: now,
    createdBy: 'urn:li:corpuser:ops',
    deadline: more.deadline ?? null,
  });
  return { db, id, task: () => tasks.find(id) };
}

const done = { state: 'COMPLETED', total: 15, deleted: 15, unreleased: false, finishedAt: now };
const left = seconds(day(2, 1), 10).slice(5);

/** Does something after so many batches. */
function afterBatches(db: Database, count: number, act: () => unknown): Partial<MonthStore> {
  let batches = 0;
  return {
    async deleteBatch(...given) {
      const events = await monthStore(db).deleteBatch(...given);
      batches += 1;
      if (batches === count) act();
      return events;
    },
  };
}

t.test('a task that a dead process left is taken up when its lease is over', async (t) => {
  const { db, id, task } = await begun(t);
  const lease = (until: number) =>
    db.query(`UPDATE truncation_tasks SET runner = 'dead', lease_until = $2 WHERE id = $1`, [id, until]);
  await lease(now + 1);
  await runnerOn(t, db).wake();
  t.match(await task(), { state: 'RUNNING', deleted: 0 }, 'not before');
  await lease(now);
  await runnerOn(t, db).wake();
  t.match(await task(), done);
  t.same(await timesLeft(db), left);
});

t.test('on a database of its own, a process takes it up at its start', async (t) => {
  const { db, id, task } = await begun(t);
  await db.query(`UPDATE truncation_tasks SET runner = 'dead', lease_until = $2 WHERE id = $1`, [
    id,
    now * 2,
  ]);
  const runner = runnerOn(t, db, { alone: true });
  runner.start();
  await runner.wake();
  await runner.stop();
  t.match(await task(), done);
});

t.test('a stop ends after the batch at work, and the next start goes on', async (t) => {
  const { db, id, task } = await begun(t, { batchSize: 1 });
  let stopped: Promise<void> | undefined;
  const stopping: ReturnType<typeof runnerOn> = runnerOn(t, db, {
    months: afterBatches(db, 2, () => {
      stopped = stopping.stop();
    }),
  });
  await stopping.wake();
  await stopped;
  t.match(await task(), { state: 'RUNNING', total: 15, deleted: 12, batches: 3, unreleased: true });
  t.match(await db.query('SELECT lease_until AS until FROM truncation_tasks WHERE id = $1', [id]), [
    { until: 0 },
  ]);
  await stopping.wake();
  t.match(await task(), { deleted: 12 }, 'a stopped one begins nothing');

  await runnerOn(t, db, { runner: 'next' }).wake();
  t.match(await task(), done);
  t.same(await timesLeft(db), left);
});

t.test('what was deleted before an interruption gives its space back after it', async (t) => {
  const { db, task } = await begun(t);
  await addEvents(
    db,
    Array.from({ length: 400 }, (_, milli) => day(2, 1) + milli),
  );
  const away = Object.assign(new Error('the database stops'), { code: '57P01' });
  const errors: unknown[] = [];
  await runnerOn(t, db, { space: { release: () => Promise.reject(away) }, errors }).wake();
  t.same(errors, [away]);
  t.match(await task(), { state: 'RUNNING', unreleased: true }, 'later');
  const before = await bytesOf(db);
  await runnerOn(t, db, { clock: () => now + 60_000 }).wake();
  t.match(await task(), { state: 'COMPLETED', unreleased: false });
  t.ok((await bytesOf(db)) < before / 2);
});

t.test('a deadline cancels what is undone', async (t) => {
  const { db, task } = await begun(t, { batchSize: 1, deadline: now + 60_000 });
  let time = now;
  const months = afterBatches(db, 2, () => {
    time += 60_000;
  });
  await runnerOn(t, db, { months, clock: () => time }).wake();
  t.match(await task(), {
    state: 'CANCELED',
    reason: 'timeoutSeconds have passed',
    total: 15,
    deleted: 12,
    finishedAt: now + 60_000,
  });
  t.equal((await timesLeft(db)).length, 8);
  const tasks = truncationStore(db);
  t.equal(await tasks.claim('other', now * 2, now * 2), null, 'for good');
});

t.test('of several processes one does the work', async (t) => {
  const { db, task } = await begun(t, { batchSize: 1 });
  const worked = new Set<string>();
  const runners = ['a', 'b', 'c'].map((runner) => {
    const note: Partial<MonthStore> = {
      plan: (...given) => {
        worked.add(runner);
        return monthStore(db).plan(...given);
      },
    };
    return runnerOn(t, db, { runner, months: note });
  });
  await Promise.all(runners.map((runner) => runner.wake()));
  t.match(await task(), done);
  t.equal(worked.size, 1);
});

t.test('who has lost its lease changes nothing more', async (t) => {
  const { db, id, task } = await begun(t, { batchSize: 1 });
  let stolen: Promise<unknown> | undefined;
  const months = afterBatches(db, 1, () => {
    stolen = db.query(`UPDATE truncation_tasks SET runner = 'thief', lease_until = $2 WHERE id = $1`, [
      id,
      now * 2,
    ]);
  });
  const late: Partial<MonthStore> = {
    async deleteBatch(...given) {
      await stolen;
      return months.deleteBatch!(...given);
    },
  };
  await runnerOn(t, db, { months: late }).wake();
  t.match(await task(), { state: 'RUNNING', deleted: 11 });
  t.equal((await timesLeft(db)).length, 9);
});

t.test('a failure is final, and the index is free for another try', async (t) => {
  const { db, id, task } = await begun(t);
  const errors: unknown[] = [];
  const boom = new Error('boom');
  await runnerOn(t, db, { months: { drop: () => Promise.reject(boom) }, errors }).wake();
  t.same(errors, [boom]);
  t.match(await task(), { state: 'FAILED', reason: 'an unknown error occurred', finishedAt: now });
  const again = await truncationStore(db).begin({
    indexName: index,
    endTimeMillis: 0,
    batchSize: 1,
    createdAt: now,
    createdBy: 'urn:li:corpuser:ops',
    deadline: null,
  });
  t.not(again, id);
});
