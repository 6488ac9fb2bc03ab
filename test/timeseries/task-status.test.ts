import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { index, readStatus, statusUrl } from '../support/timeseries.js';

t.test('getEsTaskStatus: JSON texts in the form of Elasticsearch and DataHub', async (t) => {
  const { db, user } = await testCatalog(t, { clock: () => Date.UTC(2026, 10, 21) });
  const caller = await user('ops', ['GET_ES_TASK_STATUS_PRIVILEGE']);
  const row = {
    indexName: index,
    endTimeMillis: 1,
    batchSize: 10,
    total: 9,
    deleted: 4,
    batches: 2,
    retries: 1,
    createdAt: Date.UTC(2026, 10, 21) - 1_500,
    createdBy: 'urn:li:corpuser:x',
  };
  const add = async (more: object) =>
    (await db.prisma.truncationTask.create({ data: { ...row, ...more } })).id;
  const task = `catalog:${await add({})}`;
  const status = {
    total: 9,
    updated: 0,
    created: 0,
    deleted: 4,
    batches: 2,
    version_conflicts: 0,
    noops: 0,
    retries: { bulk: 1, search: 0 },
    throttled_millis: 0,
    requests_per_second: -1,
    throttled_until_millis: 0,
  };
  t.same(await readStatus(caller, task), {
    completed: false,
    taskId: task,
    status,
    runTimeNanos: 1_500_000_000,
  });
  const [nodeId, taskId] = task.split(':');
  t.equal((await caller.post(statusUrl, { nodeId, taskId: Number(taskId) })).status, 200);

  const ending = { finishedAt: row.createdAt + 2 };
  const canceled = await add({ ...ending, state: 'CANCELED', reason: 'why' });
  t.match(await readStatus(caller, `catalog:${canceled}`), {
    completed: true,
    runTimeNanos: 2_000_000,
    status: { canceled: 'why' },
  });
  const failed = await add({ ...ending, state: 'FAILED', reason: 'why' });
  t.match(await readStatus(caller, `catalog:${failed}`), { completed: true, status: { failed: 'why' } });
});

t.test('an unknown task: 200', async (t) => {
  const { user } = await testCatalog(t);
  const caller = await user('ops', ['GET_ES_TASK_STATUS_PRIVILEGE']);
  for (const task of ['catalog:99', 'XIAMx5WySACgg9XxBgaKmw:12587', 'catalog:9223372036854775807']) {
    const { status, body } = await caller.post(statusUrl, { task });
    t.equal(status, 200);
    t.same(body, { value: `{"error":"Could not get task status for ${task}"}` });
  }
});
