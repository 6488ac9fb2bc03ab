import t, { type Test } from 'tap';
import { operator as console } from '../../src/core/actor.js';
import { truncationStore } from '../../src/timeseries/truncation/task-store.js';
import { ingestUrl, proposal, valuesUrl } from '../support/aspects.js';
import { testCatalog } from '../support/catalog.js';
import {
  addEvents,
  day,
  ended,
  index,
  measureBytes,
  seconds,
  sizes,
  timesLeft,
  truncateUrl,
  urn,
} from '../support/timeseries.js';

const profile = { entityType: 'dataset', aspect: 'datasetProfile' };

async function operator(t: Test) {
  const catalog = await testCatalog(t);
  const caller = await catalog.user('ops', [
    'TRUNCATE_TIMESERIES_INDEX_PRIVILEGE',
    'GET_ES_TASK_STATUS_PRIVILEGE',
    'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE',
    'EDIT_ENTITY',
  ]);
  const truncate = async (body: object) =>
    (await caller.post(truncateUrl, { ...profile, dryRun: false, ...body })).body.value as string;
  return { ...catalog, caller, truncate };
}

t.test('a run deletes the events that the dry run counts, and frees their space', async (t) => {
  const { db, caller, truncate } = await operator(t);
  const kept = seconds(day(3, 2), 40);
  await addEvents(db, [...seconds(day(1, 1), 100), ...seconds(day(2, 1), 100), ...seconds(day(3, 1), 400)]);
  await addEvents(db, kept);
  await addEvents(db, [day(1, 1)], 'operation');
  const sizeMb = async () => (await caller.post(sizes)).body.value.indexSizes[0].sizeMb as number;
  const before = await sizeMb();
  const end = kept[9]!;
  t.match(await truncate({ endTimeMillis: end, dryRun: true }), /^Delete 610 out of 640 rows \(95\.31%\)\. /);

  const task = await truncate({ endTimeMillis: end, batchSize: 50, forceDeleteByQuery: true });
  t.match(task, /^[a-zA-Z0-9_-]+:[1-9][0-9]*$/);
  const status = await ended(caller, task);
  t.match(status, { completed: true, taskId: task, status: { total: 610, deleted: 610 } });
  t.same(await timesLeft(db), kept.slice(10), 'events at the end time are deleted');
  t.ok((await sizeMb()) < before / 4, 'the index takes less space');
  t.match(await db.query(`SELECT count(*) AS n FROM dataset_operationaspect_v1`), [{ n: 1 }]);

  const again = await ended(caller, await truncate({ endTimeMillis: end }));
  t.match(
    again,
    { completed: true, status: { total: 0, deleted: 0, batches: 0 } },
    'nothing is left to delete',
  );
});

t.test('an emptied index stays, and its months are created again', async (t) => {
  const { db, caller, truncate } = await operator(t);
  await addEvents(db, [...seconds(day(1, 1), 30), ...seconds(day(2, 1), 30)]);
  await ended(caller, await truncate({ endTimeMillis: day(12, 31) }));
  t.same(await timesLeft(db), []);
  t.match((await caller.post(sizes)).body.value.indexSizes, [{ indexName: index, sizeMb: 0 }]);
  t.match(await truncate({ endTimeMillis: 0, dryRun: true }), /^Delete 0 out of 0 rows \(NaN%\)\. /);

  const event = proposal(urn, 'datasetProfile', { timestampMillis: day(1, 2) });
  t.equal((await caller.post(ingestUrl, { proposal: event })).status, 200);
  t.same(await timesLeft(db), [day(1, 2)]);
});

t.test('an index without events is truncated', async (t) => {
  const { caller, truncate } = await operator(t);
  t.match(await ended(caller, await truncate({ endTimeMillis: day(1, 1) })), {
    status: { total: 0, deleted: 0 },
  });
});

t.test('a month whose events are deleted one by one keeps almost no space', async (t) => {
  const { db, caller, truncate } = await operator(t);
  await addEvents(db, seconds(day(1, 1), 500));
  const before = await measureBytes(db);
  await ended(caller, await truncate({ endTimeMillis: day(1, 20), batchSize: 7 }));
  t.same(await timesLeft(db), []);
  t.ok((await measureBytes(db)) < before / 10);
});

t.test('a second truncation of an index returns the running task', async (t) => {
  const { db, caller, truncate } = await operator(t);
  await addEvents(db, seconds(day(1, 1), 10));
  const created = { batchSize: 1, createdAt: Date.now(), createdBy: caller.urn, deadline: null };
  const begin = (indexName: string) =>
    truncationStore(db).begin({ indexName, endTimeMillis: day(1, 20), ...created }, console);
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => begin(index)));
  t.same(others, Array(4).fill(first), 'concurrent requests, too');
  t.not(await begin('dataset_operationaspect_v1'), first, 'another index has its own task');
  await db.query(`UPDATE truncation_tasks SET state = 'FAILED' WHERE id <> $1`, [first]);

  const task = await truncate({ endTimeMillis: day(6, 1) });
  t.equal(task, `catalog:${first}`);
  t.match(await ended(caller, task), { status: { deleted: 10 } });
  t.not(await truncate({ endTimeMillis: day(6, 1) }), task, 'after the task, a new one starts');
});

t.test('reads and writes continue during a truncation', async (t) => {
  const { db, caller, truncate } = await operator(t);
  for (let month = 1; month <= 6; month += 1) await addEvents(db, seconds(day(month, 1), 300));
  const newest = { urn, entity: 'dataset', aspect: 'datasetProfile', limit: 1 };
  const event = proposal(urn, 'datasetProfile', { timestampMillis: day(6, 1), rowCount: 1 });
  let done = false;
  const statuses = new Set<number>();
  const busy = async (url: string, body?: unknown) => {
    while (!done) statuses.add((await caller.post(url, body)).status);
  };
  const others = [busy(valuesUrl, newest), busy(ingestUrl, { proposal: event }), busy(sizes)];
  // Within the month that is written to, a written event may be deleted and written again.
  const { status } = await ended(caller, await truncate({ endTimeMillis: day(6, 1), batchSize: 10 }));
  done = true;
  await Promise.all(others);
  t.same([...statuses], [200]);
  t.ok(status.deleted >= 5 * 300);
  t.same((await timesLeft(db)).slice(-299), seconds(day(6, 1), 300).slice(1));
});
