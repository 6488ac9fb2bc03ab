import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { restError } from '../support/open-app.js';
import { addEvents, day, seconds, timesLeft, truncateUrl } from '../support/timeseries.js';

const profile = { entityType: 'dataset', aspect: 'datasetProfile' };
const dry = 'This was a dry run. Run with dryRun = false to execute.';

t.test('a dry run counts the events and deletes nothing', async (t) => {
  const { db, user } = await testCatalog(t);
  const caller = await user('ops', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  await addEvents(db, [...seconds(day(1, 3), 2), day(2, 3)]);
  await addEvents(db, [day(1, 1)], 'operation');
  const say = async (body: object) => (await caller.post(truncateUrl, { ...profile, ...body })).body.value;

  t.equal(
    await say({ endTimeMillis: day(1, 3) }),
    `Delete 1 out of 3 rows (33.33%). Issuing a delete by query request. ${dry}`,
    'events at the end time, and no other index',
  );
  t.equal(
    await say({ endTimeMillis: String(day(2, 1)), dryRun: 'true' }),
    `Delete 2 out of 3 rows (66.67%). Reindexing the aspect without the deleted records. ${dry}`,
  );
  t.equal(
    await say({ endTimeMillis: day(3, 1), aspect: 'DATASETPROFILE', forceDeleteByQuery: true }),
    `Delete 3 out of 3 rows (100.00%). Issuing a delete by query request. ${dry}`,
  );
  for (const flag of [true, false]) {
    t.equal(
      await say({ endTimeMillis: 0, dryRun: false, forceReindex: flag, forceDeleteByQuery: flag }),
      'please only set forceReindex OR forceDeleteByQuery flags',
    );
  }
  t.equal((await timesLeft(db)).length, 3);
  t.equal(await db.prisma.truncationTask.count(), 0);
});

t.test('an index that has had no event yet has nothing to delete', async (t) => {
  const { user } = await testCatalog(t);
  const caller = await user('ops', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  const { status, body } = await caller.post(truncateUrl, { ...profile, endTimeMillis: 1 });
  t.same(
    [status, body.value],
    [200, `Delete 0 out of 0 rows (NaN%). Issuing a delete by query request. ${dry}`],
  );
});

t.test('403 comes before every other check', async (t) => {
  const { user } = await testCatalog(t);
  const caller = await user('reader', [
    'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE',
    'GET_ES_TASK_STATUS_PRIVILEGE',
  ]);
  for (const body of [undefined, {}, { ...profile, endTimeMillis: 1 }]) {
    const { status, body: answer } = await caller.post(truncateUrl, body);
    t.equal(status, 403);
    t.same(answer, {
      ...restError(403, 'User is unauthorized to truncate timeseries index'),
      missingPrivileges: ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'],
    });
  }
});

t.test('400 names the parameter', async (t) => {
  const { user } = await testCatalog(t);
  const caller = await user('ops', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  for (const [body, message] of [
    [undefined, "Parameter 'entityType' is required."],
    [[profile], 'The body should be a JSON object of parameters.'],
  ] as const)
    t.match(await caller.post(truncateUrl, body), { status: 400, body: restError(400, message) });
});
