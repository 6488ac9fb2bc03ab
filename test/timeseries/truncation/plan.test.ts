import t from 'tap';
import { formatTaskId, readTaskId } from '../../../src/timeseries/truncation/parameters.js';
import { describeDryRun, forcesBoth, readTruncation } from '../../../src/timeseries/truncation/plan.js';

const asked = { entityType: 'dataset', aspect: 'datasetProfile', endTimeMillis: 5 };
const read = (more: object = {}) => readTruncation({ ...asked, ...more });
const refused = (more: object, message: string | RegExp) => ({
  body: { ...asked, ...more },
  error: { type: 'BAD_REQUEST', message },
});

t.test('readTruncation: defaults, names in any case, numbers and flags as text', async (t) => {
  const defaults = {
    indexName: 'dataset_datasetprofileaspect_v1',
    endTimeMillis: 5,
    dryRun: true,
    batchSize: 10_000,
    timeoutSeconds: null,
    forceDeleteByQuery: null,
    forceReindex: null,
  };
  t.same(read(), defaults);
  t.same(read({ entityType: 'DATASET', aspect: 'datasetprofile' }), defaults, 'as getIndexSizes shows it');
  t.same(read({ dryRun: null, batchSize: null, unknown: 1 }), defaults, 'null counts as absent');
  t.match(read({ endTimeMillis: '-7', dryRun: 'false', batchSize: '1', timeoutSeconds: 604_800 }), {
    endTimeMillis: -7,
    dryRun: false,
    batchSize: 1,
    timeoutSeconds: 604_800,
  });
  t.equal(
    read({ entityType: 'dataProcessInstance', aspect: 'dataProcessInstanceRunEvent' }).indexName,
    'dataprocessinstance_dataprocessinstanceruneventaspect_v1',
  );
});

t.test('readTruncation: rejected parameters', async (t) => {
  const cases = [
    refused({ entityType: null }, "Parameter 'entityType' is required."),
    refused({ aspect: undefined }, "Parameter 'aspect' is required."),
    refused({ endTimeMillis: null }, "Parameter 'endTimeMillis' is required."),
    refused({ endTimeMillis: 'soon' }, 'endTimeMillis is "soon"; expected a whole number.'),
    refused({ endTimeMillis: 1.5 }, 'endTimeMillis is "1.5"; expected a whole number.'),
    refused({ endTimeMillis: 1e17 }, /^endTimeMillis is /),
    refused({ endTimeMillis: '' }, /^endTimeMillis is /),
    refused({ aspect: 3 }, 'aspect is "3"; expected text.'),
    refused({ dryRun: 'no' }, 'dryRun is "no"; expected true or false.'),
    refused({ batchSize: 0 }, 'batchSize is "0"; expected a whole number from 1 to 100000.'),
    refused({ batchSize: 100_001 }, /^batchSize is /),
    refused({ timeoutSeconds: 0 }, 'timeoutSeconds is "0"; expected a whole number from 1 to 604800.'),
    refused(
      { entityType: 'chart' },
      /^entityType "chart" has no time-series aspect "datasetProfile"; expected /,
    ),
    refused({ aspect: 'globalTags' }, /expected one of dataset datasetProfile, .*, dataJob \w+\.$/),
  ];
  for (const { body, error } of cases) t.throws(() => readTruncation(body), error, String(error.message));
  for (const body of [[], 'x', 3, null]) {
    const message = 'The body should be a JSON object of parameters.';
    t.throws(() => readTruncation(body), { type: 'BAD_REQUEST', message });
  }
  t.throws(() => readTruncation(undefined), { message: "Parameter 'entityType' is required." });
});

t.test('forcesBoth: both flags with the same value', async (t) => {
  t.equal(forcesBoth(read()), false);
  t.equal(forcesBoth(read({ forceReindex: true })), false);
  t.equal(forcesBoth(read({ forceReindex: true, forceDeleteByQuery: false })), false);
  t.equal(forcesBoth(read({ forceReindex: true, forceDeleteByQuery: true })), true);
  t.equal(forcesBoth(read({ forceReindex: false, forceDeleteByQuery: false })), true);
});

t.test('describeDryRun: the sentence that clients parse', async (t) => {
  const reindexing = 'Reindexing the aspect without the deleted records. ';
  const deleting = 'Issuing a delete by query request. ';
  const dry = 'This was a dry run. Run with dryRun = false to execute.';
  const say = (toDelete: number, total: number, more = {}) => describeDryRun({ toDelete, total }, read(more));

  t.equal(say(0, 201), `Delete 0 out of 201 rows (0.00%). ${deleting}${dry}`);
  t.equal(say(1, 3), `Delete 1 out of 3 rows (33.33%). ${deleting}${dry}`);
  t.equal(say(2, 3), `Delete 2 out of 3 rows (66.67%). ${reindexing}${dry}`);
  t.equal(say(201, 20_000), `Delete 201 out of 20000 rows (1.01%). ${deleting}${dry}`, 'rounded half up');
  t.equal(say(3, 3), `Delete 3 out of 3 rows (100.00%). ${reindexing}${dry}`);
  t.equal(say(0, 0), `Delete 0 out of 0 rows (NaN%). ${deleting}${dry}`);
  t.match(say(5, 10), deleting, 'half of it');
  t.match(say(5, 9), reindexing, 'more than half, rounded down');
  t.match(say(4, 9), deleting);
  t.match(say(1, 9, { forceReindex: true }), reindexing);
  t.match(say(9, 9, { forceDeleteByQuery: true }), deleting);
  t.match(say(9, 9, { forceReindex: false }), reindexing, 'false does not exclude reindexing');
});

t.test('readTaskId: as one text or in two parts', async (t) => {
  const id = { node: 'aB1_c-d', number: 12n };
  t.same(readTaskId({ task: 'aB1_c-d:12' }), id);
  t.same(readTaskId({ nodeId: 'aB1_c-d', taskId: 12 }), id);
  t.same(readTaskId({ nodeId: 'aB1_c-d', taskId: '12', task: 'aB1_c-d:12' }), id);
  t.equal(formatTaskId(readTaskId({ task: 'n:007' })), 'n:7');
  t.equal(readTaskId({ task: 'n:9223372036854775807' }).number, 2n ** 63n - 1n);

  const neither = 'Please specify either Node ID + task ID OR composite task parameters';
  for (const body of [{}, undefined, { nodeId: 'n' }, { taskId: 3 }, { nodeId: 'n', taskId: 0 }]) {
    t.throws(() => readTaskId(body), { type: 'BAD_REQUEST', message: neither });
  }
  t.throws(() => readTaskId({ task: 'n:1', nodeId: 'n', taskId: 2 }), {
    type: 'BAD_REQUEST',
    message: 'Please specify only one of Node ID + task ID OR composite task parameters',
  });
  for (const task of ['', 'n', 'n:', ':1', 'n:x', 'n:0', 'n:-1', 'n:1:2', 'ä:1', 'n:9223372036854775808']) {
    const message = `Task should be in the form nodeId:taskId e.g. aB1cdEf2GHIJKLMnoPQr3S:123456 (got ${task})`;
    t.throws(() => readTaskId({ task }), { type: 'BAD_REQUEST', message });
  }
  t.throws(() => readTaskId({ nodeId: 'a b', taskId: 1 }), { message: /\(got a b:1\)$/ });
});
