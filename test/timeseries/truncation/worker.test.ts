import t, { type Test } from 'tap';
import { operator } from '../../../src/core/actor.js';
import type { Database } from '../../../src/db/database.js';
import { actorReads, rightsReads } from '../../../src/policies/policies.js';
import {
  type CompactionStore,
  compactionStore,
  type PartitionStore,
  partitionStore,
} from '../../../src/timeseries/truncation/partition-store.js';
import { creatorStore, truncationStore } from '../../../src/timeseries/truncation/task-store.js';
import { truncationWorker } from '../../../src/timeseries/truncation/worker.js';
import { testDatabase } from '../../support/database.js';
import { savePolicy } from '../../support/save-policy.js';
import { addEvents, day, index, measureBytes, seconds, timesLeft } from '../../support/timeseries.js';

const now = day(11, 21);

interface Options {
  workerId?: string;
  exclusive?: boolean;
  clock?: () => number;
  errors?: unknown[];
  mayGoOn?: () => Promise<boolean>;
  partitions?: Partial<PartitionStore>;
  compaction?: Partial<CompactionStore>;
}

const workerOn = (t: Test, db: Database, options: Options = {}) =>
  truncationWorker({
    tasks: truncationStore(db),
    partitions: { ...partitionStore(db), ...options.partitions },
    compaction: { ...compactionStore(db), ...options.compaction },
    clock: options.clock ?? (() => now),
    mayGoOn: options.mayGoOn ?? (async () => true),
    workerId: options.workerId ?? 'me',
    exclusive: options.exclusive ?? false,
    onError: (error) => (options.errors ? options.errors.push(error) : t.fail(String(error))),
  });

const next = {
  ...{ endTimeMillis: day(3, 1), batchSize: 100, createdAt: now, deadline: null },
  createdBy: 'urn:li:corpuser:ops',
};

/** Two months of ten events each, and a task that deletes the first month and half of the second. */
async function begun(t: Test, more: { batchSize?: number; deadline?: number } = {}) {
  const db = await testDatabase(t);
  await addEvents(db, [...seconds(day(1, 1), 10), ...seconds(day(2, 1), 10)]);
  const tasks = truncationStore(db);
  const task = { ...next, ...more, indexName: index, endTimeMillis: day(2, 1) + 4_000 };
  const id = await tasks.begin(task, operator);
  return { db, id, task: () => tasks.find(id) };
}

const done = { state: 'COMPLETED', total: 15, deleted: 15, needsCompaction: false, finishedAt: now };
const left = seconds(day(2, 1), 10).slice(5);

/** Calls `act` after the batch with this number. */
function afterBatches(db: Database, count: number, act: () => unknown): Partial<PartitionStore> {
  let batches = 0;
  return {
    async deleteBatch(...given) {
      const events = await partitionStore(db).deleteBatch(...given);
      batches += 1;
      if (batches === count) act();
      return events;
    },
  };
}

t.test('a worker takes over the task of a dead process when the lease has expired', async (t) => {
  const { db, id, task } = await begun(t);
  const lease = (until: number) =>
    db.query(`UPDATE truncation_tasks SET runner = 'dead', lease_until = $2 WHERE id = $1`, [id, until]);
  await lease(now + 1);
  await workerOn(t, db).trigger();
  t.match(await task(), { state: 'RUNNING', deleted: 0 }, 'not before the lease has expired');
  await lease(now);
  await workerOn(t, db).trigger();
  t.match(await task(), done);
  t.same(await timesLeft(db), left);
});

t.test('a worker with an exclusive database takes over all tasks when it starts', async (t) => {
  const { db, id, task } = await begun(t);
  await db.query(`UPDATE truncation_tasks SET runner = 'dead', lease_until = $2 WHERE id = $1`, [
    id,
    now * 2,
  ]);
  const worker = workerOn(t, db, { exclusive: true });
  await worker.trigger();
  await worker.stop();
  t.match(await task(), done);
});

t.test('a worker stops after the batch in flight, and the next start continues the task', async (t) => {
  const { db, id, task } = await begun(t, { batchSize: 1 });
  let stopped: Promise<void> | undefined;
  const stopping: ReturnType<typeof workerOn> = workerOn(t, db, {
    partitions: afterBatches(db, 2, () => {
      stopped = stopping.stop();
    }),
  });
  await stopping.trigger();
  await stopped;
  t.match(await task(), { state: 'RUNNING', total: 15, deleted: 12, batches: 3, needsCompaction: true });
  t.match(await db.query('SELECT lease_until AS until FROM truncation_tasks WHERE id = $1', [id]), [
    { until: 0 },
  ]);
  await stopping.trigger();
  t.match(await task(), { deleted: 12 }, 'a stopped worker starts nothing');

  await workerOn(t, db, { workerId: 'next' }).trigger();
  t.match(await task(), done);
  t.same(await timesLeft(db), left);
});

t.test('the space of events that were deleted before an interruption is freed after it', async (t) => {
  const { db, task } = await begun(t);
  await addEvents(
    db,
    Array.from({ length: 400 }, (_, milli) => day(2, 1) + milli),
  );
  const away = Object.assign(new Error('the database stops'), { code: '57P01' });
  const errors: unknown[] = [];
  await workerOn(t, db, { compaction: { compact: () => Promise.reject(away) }, errors }).trigger();
  t.same(errors, [away]);
  t.match(await task(), { state: 'RUNNING', needsCompaction: true }, 'later');
  const before = await measureBytes(db);
  await workerOn(t, db, { clock: () => now + 60_000 }).trigger();
  t.match(await task(), { state: 'COMPLETED', needsCompaction: false });
  t.ok((await measureBytes(db)) < before / 2);
});

t.test('a deadline cancels the rest of a task', async (t) => {
  const { db, task } = await begun(t, { batchSize: 1, deadline: now + 60_000 });
  let time = now;
  const partitions = afterBatches(db, 2, () => {
    time += 60_000;
  });
  await workerOn(t, db, { partitions, clock: () => time }).trigger();
  t.match(await task(), {
    state: 'CANCELED',
    reason: 'timeoutSeconds have passed',
    total: 15,
    deleted: 12,
    finishedAt: now + 60_000,
  });
  t.equal((await timesLeft(db)).length, 8);
  const tasks = truncationStore(db);
  t.equal(await tasks.claim('other', now * 2, now * 2), null, 'forever');
});

const cancel = (db: Database, id: bigint) => truncationStore(db).cancel(id, 'why', now + 1, operator);

t.test('a task that another process cancels ends after the statement in flight', async (t) => {
  const { db, id, task } = await begun(t, { batchSize: 1 });
  let canceled: Promise<unknown> | undefined;
  const partitions = afterBatches(db, 2, () => {
    canceled = cancel(db, id);
  });
  const late: Partial<PartitionStore> = {
    async deleteBatch(...given) {
      await canceled;
      return partitions.deleteBatch!(...given);
    },
  };
  await workerOn(t, db, { partitions: late }).trigger();
  t.equal(await canceled, true);
  t.match(await task(), { state: 'CANCELED', reason: 'why', total: 15, deleted: 12, finishedAt: now + 1 });
  t.equal((await timesLeft(db)).length, 8);
  t.equal(await cancel(db, id), false, 'it has ended');
  t.equal(await cancel(db, id + 1n), null, 'there is no such task');
  t.equal(await truncationStore(db).claim('other', now * 2, now * 2), null, 'nobody goes on');
});

t.test('a task ends before its next batch when its creator has lost the right', async (t) => {
  const { db, id, task } = await begun(t, { batchSize: 1 });
  const readActor = actorReads(rightsReads(db));
  const creator = 'urn:li:corpuser:ops';
  const mayGoOn = () => creatorStore(db, readActor)({ createdBy: creator, createdAt: now });
  const run = async (statement: string, batches: number) => {
    await db.query(`UPDATE truncation_tasks SET state = 'RUNNING', lease_until = 0 WHERE id = $1`, [id]);
    const partitions: Partial<PartitionStore> = {
      async deleteBatch(...given) {
        const events = await partitionStore(db).deleteBatch(...given);
        if ((await task())!.batches === batches) await db.query(statement, [creator]);
        return events;
      },
    };
    await workerOn(t, db, { partitions, mayGoOn }).trigger();
    const reason = `${creator} may no longer truncate`;
    t.match(await task(), { state: 'CANCELED', reason, batches, finishedAt: now });
  };
  await db.query(`INSERT INTO users (urn, created_at) VALUES ($1, $2::bigint)`, [creator, now]);
  await savePolicy(db, {
    ...{ id: 'ops', name: 'ops', type: 'PLATFORM', state: 'ACTIVE', resources: { type: null, urns: [] } },
    privileges: ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'],
    actors: { allUsers: false, users: [creator] },
  });
  await run(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`, 2);
  await db.query(`UPDATE users SET state = 'ACTIVE'`);
  await run(`UPDATE policies SET state = 'INACTIVE' WHERE $1 = ANY(users)`, 3);
  await db.query(`UPDATE policies SET state = 'ACTIVE'`);
  // A user who is removed and created again is newer than the task.
  await run('UPDATE users SET created_at = created_at + 1 WHERE urn = $1', 4);
});

t.test('a process ends the statement in flight of a task that it executes itself', async (t) => {
  const { db, id, task } = await begun(t);
  let canceled: Promise<unknown> | undefined;
  const canceling: ReturnType<typeof workerOn> = workerOn(t, db, {
    partitions: {
      deleteBatch(...given) {
        const signal = given[4];
        const interrupted = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
        canceling.interrupt(id + 1n);
        t.notOk(signal.aborted, 'another task');
        canceled = cancel(db, id);
        canceling.interrupt(id);
        return interrupted;
      },
    },
  });
  await canceling.trigger();
  t.equal(await canceled, true);
  t.match(await task(), { state: 'CANCELED', deleted: 10 });
  canceling.interrupt(id);
  await addEvents(db, [day(1, 3)]);
  t.ok(await truncationStore(db).begin({ ...next, indexName: index }, operator));
  await canceling.trigger();
  t.same(await timesLeft(db), [], 'the next task runs');
});

t.test('one of several workers executes a task', async (t) => {
  const { db, task } = await begun(t, { batchSize: 1 });
  const worked = new Set<string>();
  const workers = ['a', 'b', 'c'].map((workerId) => {
    const note: Partial<PartitionStore> = {
      plan: (...given) => {
        worked.add(workerId);
        return partitionStore(db).plan(...given);
      },
    };
    return workerOn(t, db, { workerId, partitions: note });
  });
  await Promise.all(workers.map((worker) => worker.trigger()));
  t.match(await task(), done);
  t.equal(worked.size, 1);
});

t.test('a worker that has lost its lease deletes nothing more', async (t) => {
  const { db, id, task } = await begun(t, { batchSize: 1 });
  let stolen: Promise<unknown> | undefined;
  const partitions = afterBatches(db, 1, () => {
    stolen = db.query(`UPDATE truncation_tasks SET runner = 'thief', lease_until = $2 WHERE id = $1`, [
      id,
      now * 2,
    ]);
  });
  const late: Partial<PartitionStore> = {
    async deleteBatch(...given) {
      await stolen;
      return partitions.deleteBatch!(...given);
    },
  };
  await workerOn(t, db, { partitions: late }).trigger();
  t.match(await task(), { state: 'RUNNING', deleted: 11 });
  t.equal((await timesLeft(db)).length, 9);
});

t.test('a failed task is final, and a new task of the index can start', async (t) => {
  const { db, id, task } = await begun(t);
  const errors: unknown[] = [];
  const boom = new Error('boom');
  await workerOn(t, db, { partitions: { drop: () => Promise.reject(boom) }, errors }).trigger();
  t.same(errors, [boom]);
  t.match(await task(), { state: 'FAILED', reason: 'an unknown error occurred', finishedAt: now });
  t.not(await truncationStore(db).begin({ ...next, indexName: index }, operator), id);
});
