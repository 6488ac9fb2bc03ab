import t from 'tap';
import { operator as console } from '../../src/core/actor.js';
import { Deadline } from '../../src/core/deadline.js';
import { transaction } from '../../src/db/transaction.js';
import { truncationStore } from '../../src/timeseries/truncation/task-store.js';
import { readError } from '../access-tokens/api.js';
import { testCatalog } from '../support/catalog.js';
import { addEvents, day, ended, index, seconds, sizes, timesLeft } from '../support/timeseries.js';
import { waitFor } from '../support/wait-for.js';

const now = day(11, 21);
const { db, user, services } = await testCatalog(t, { clock: () => now });
const caller = await user('ops', [
  'TRUNCATE_TIMESERIES_INDEX_PRIVILEGE',
  'GET_ES_TASK_STATUS_PRIVILEGE',
  'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE',
  'GET_AUDIT_EVENTS',
]);
const tasks = truncationStore(db);

const ask = async (query: string, variables: object = {}) => {
  const answer = await caller.graphql(query, { ...variables });
  return readError(answer) ?? answer.body.data;
};
const indexFields = 'name entity aspect bytes events oldest newest months { month bytes }';
const listIndexes = async () => (await ask(`{ timeseriesIndexes { ${indexFields} } }`)).timeseriesIndexes;
const taskFields =
  'id index entity aspect endTimeMillis state reason total deleted batches retries createdAt createdBy deadline finishedAt runTimeMillis';
const truncate = async (input: object) =>
  ask(
    `mutation ($input: TruncateTimeseriesAspectInput!) {
       truncateTimeseriesAspect(input: $input) { dryRun message events total taskId } }`,
    { input: { entityType: 'dataset', aspect: 'datasetProfile', ...input } },
  );
const cancel = (id: string) => ask('mutation ($id: String!) { cancelTruncation(id: $id) }', { id });
const find = async (id: string) =>
  (await ask(`query ($id: String!) { truncationTask(id: $id) { ${taskFields} } }`, { id })).truncationTask;

t.test('timeseriesIndexes', async (t) => {
  t.strictSame(await listIndexes(), []);
  const times = [...seconds(day(1, 31), 40), ...seconds(day(3, 1), 600)];
  await addEvents(db, times);
  await addEvents(db, [day(2, 2)], 'operation');
  const listed = await listIndexes();
  t.match(listed, [
    {
      ...{ name: index, entity: 'dataset', aspect: 'datasetProfile' },
      ...{ oldest: times[0], newest: times.at(-1), events: 640 },
      months: [{ month: '2026-01' }, { month: '2026-03' }],
    },
    {
      ...{ name: 'dataset_operationaspect_v1', entity: 'dataset', aspect: 'operation' },
      ...{ oldest: day(2, 2), newest: day(2, 2), events: 1, months: [{ month: '2026-02' }] },
    },
  ]);
  t.equal(listed.length, 2);
  const { indexSizes } = (await caller.post(sizes)).body.value;
  for (const { name, bytes, months } of listed) {
    t.equal(
      bytes,
      months.reduce((sum: number, month: { bytes: number }) => sum + month.bytes, 0),
    );
    const { sizeMb } = indexSizes.find(({ indexName }: { indexName: string }) => indexName === name);
    t.equal(bytes / 1_000_000, sizeMb, 'as getIndexSizes says');
  }

  t.test('statistics of the database, which are older, replace a count', async (t) => {
    await db.query(`ANALYZE "${index}"`, [], { unprepared: true });
    await addEvents(db, seconds(day(3, 2), 60));
    const [{ events, newest }] = await listIndexes();
    t.ok(Math.abs(events - 700) < 70, `${events}`);
    t.equal(newest, day(3, 2) + 59_000);
    await db.query(`DELETE FROM "${index}" WHERE timestamp_millis >= $1`, [day(3, 2)]);
  });

  t.test('a month of more than a sample is estimated, and its ends are near', async (t) => {
    const [first, count] = [day(5, 1), 2_000];
    for (let from = 0; from < count; from += 500)
      await addEvents(db, seconds(first + from * 1_000, 500), 'datasetUsageStatistics');
    const usage = 'dataset_datasetusagestatisticsaspect_v1';
    const found = (await listIndexes()).find(({ name }: { name: string }) => name === usage);
    t.ok(Math.abs(found.events - count) < count / 20, `${found.events}`);
    t.strictSame([found.oldest, found.newest], [first, first + (count - 1) * 1_000]);
  });

  t.test('events that are deleted, and an index without months, have no ends', async (t) => {
    await db.query('DELETE FROM dataset_operationaspect_v1');
    const byName = async () =>
      (await listIndexes()).find(({ aspect }: { aspect: string }) => aspect === 'operation');
    t.match(await byName(), { events: 0, oldest: null, newest: null });
    await db.query('DROP TABLE dataset_operationaspect_v1_202602');
    t.match(await byName(), { bytes: 0, events: 0, oldest: null, newest: null, months: [] });
  });
});

t.test('truncateTimeseriesAspect', async (t) => {
  const sentence = (await truncate({ endTimeMillis: day(2, 1) })).truncateTimeseriesAspect;
  t.strictSame(sentence, {
    ...{ dryRun: true, events: 40, total: 640, taskId: null },
    message:
      'Delete 40 out of 640 rows (6.25%). Issuing a delete by query request. This was a dry run. Run with dryRun = false to execute.',
  });
  t.match(
    (await truncate({ endTimeMillis: 0, forceReindex: true })).truncateTimeseriesAspect.message,
    /Reindexing/,
  );
  t.match(await truncate({ endTimeMillis: 0, forceReindex: true, forceDeleteByQuery: true }), {
    type: 'BAD_REQUEST',
    message: 'please only set forceReindex OR forceDeleteByQuery flags',
  });
  t.match(await truncate({ endTimeMillis: 0, batchSize: 0 }), {
    type: 'BAD_REQUEST',
    message: /^batchSize is "0"/,
  });
  t.match(await truncate({ endTimeMillis: 0, aspect: 'nope' }), { type: 'BAD_REQUEST', message: /"nope"/ });

  const { truncateTimeseriesAspect: run } = await truncate({ endTimeMillis: day(2, 1), dryRun: false });
  t.match(run, { dryRun: false, message: null, events: null, total: null, taskId: /^catalog:\d+$/ });
  await ended(caller, run.taskId);
  t.match(await find(run.taskId), {
    ...{ id: run.taskId, index, entity: 'dataset', aspect: 'datasetProfile', endTimeMillis: day(2, 1) },
    ...{ state: 'COMPLETED', reason: null, total: 40, deleted: 40, batches: 1, deadline: null },
    ...{ createdAt: now, createdBy: caller.urn, finishedAt: now, runTimeMillis: 0 },
  });
  t.equal((await timesLeft(db)).length, 600);
  t.strictSame(await cancel(run.taskId), { cancelTruncation: false }, 'it had ended');
});

t.test('truncationTasks and cancelTruncation', async (t) => {
  const request = {
    endTimeMillis: day(4, 1),
    batchSize: 1,
    createdAt: now - 5,
    createdBy: 'urn:li:corpuser:x',
  };
  const begin = async (indexName: string) =>
    `catalog:${await tasks.begin({ ...request, indexName, deadline: now + 5 }, console)}`;
  const [first, second] = [await begin('chart_chartusagestatisticsaspect_v1'), await begin('other_gone')];
  const list = async (args = '') =>
    (await ask(`{ truncationTasks${args} { ${taskFields} } }`)).truncationTasks;
  const running = await list('(state: RUNNING)');
  t.match(running, [
    { id: second, entity: 'other', aspect: 'gone' },
    {
      id: first,
      entity: 'chart',
      aspect: 'chartUsageStatistics',
      runTimeMillis: 5,
      deadline: now + 5,
      finishedAt: null,
    },
  ]);
  t.equal((await list()).length, 3);
  t.strictSame(await list('(count: 1)'), running.slice(0, 1));
  t.match(await ask('{ truncationTasks(count: 1001) { id } }'), { type: 'BAD_REQUEST', message: /1000/ });

  t.strictSame(await cancel(first), { cancelTruncation: true });
  t.match(await find(first), { state: 'CANCELED', reason: `canceled by ${caller.urn}`, finishedAt: now });
  t.strictSame(await cancel(first), { cancelTruncation: false });
  t.same(
    (await list('(state: RUNNING)')).map(({ id }: { id: string }) => id),
    [second],
  );
  const input = { types: ['CancelTruncateEvent'], endTimeMillis: now * 2 };
  const { auditEvents } = await ask(
    'query ($input: AuditEventsInput!) { auditEvents(input: $input) { events { actorUrn subjectUrn detail } } }',
    { input },
  );
  t.match(auditEvents.events, [
    { actorUrn: caller.urn, subjectUrn: /^chart_/, detail: `{"task":${first.slice(8)}}` },
  ]);
  t.equal(auditEvents.events.length, 1, 'once');

  for (const id of ['catalog:99999', 'other:1'])
    t.match(await cancel(id), { type: 'NOT_FOUND', message: new RegExp(`"${id}"`) });
  t.match(await cancel('x'), { type: 'BAD_REQUEST', message: /form nodeId:taskId/ });
  t.equal(await find('catalog:99999'), null);
  t.match(await ask('{ truncationTask(id: "x") { id } }'), { type: 'BAD_REQUEST' });
});

const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

t.test(
  'a task in a long statement of another process: CONFLICT',
  { skip: db.kind === 'embedded' && 'one process only' },
  async (t) => {
    const request = { endTimeMillis: 0, batchSize: 1, createdAt: 0, createdBy: 'x', deadline: null };
    const id = await tasks.begin({ ...request, indexName: 'busy_task' }, console);
    await transaction(db, async (tx) => {
      await tx.query('UPDATE truncation_tasks SET batches = 1 WHERE id = $1', [id]);
      const deadline = new Deadline();
      const [canceled] = await Promise.allSettled([
        services.timeseries.cancel({ urn: caller.urn, can: () => true, deadline }, `catalog:${id}`),
        waitFor(async () => (await db.query(waiting)).length > 0).then(() => deadline.pass()),
      ]);
      const conflict = { type: 'CONFLICT', message: /is in a long statement; try again later/ };
      t.match(canceled, { status: 'rejected', reason: conflict });
    });
    t.match(await tasks.find(id), { state: 'RUNNING', batches: 1 });
  },
);
