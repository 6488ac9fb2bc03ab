import t from 'tap';
import { aspectCatalog, freshDataset, prefixes, valuesUrl } from '../../support/aspects.js';
import { plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t);
const { writer } = catalog;
const usageUrl = '/usageStats?action=batchIngest';
const bucket = (resource: string, more: object = {}) => ({
  bucket: 1_700_000_000_000,
  duration: 'DAY',
  resource,
  metrics: {
    uniqueUserCount: 2,
    users: [
      { user: 'urn:li:corpuser:ann', count: 3, userEmail: 'ann@example.org' },
      { user: 'urn:li:corpuser:bob', count: 1, userEmail: null },
    ],
    totalSqlQueries: 4,
    topSqlQueries: ['SELECT 1'],
    fields: [{ fieldName: 'a', count: 2 }],
  },
  ...more,
});
async function readEvents(urn: string) {
  const request = { urn, entity: 'dataset', aspect: 'datasetUsageStatistics' };
  const { body } = await writer.post(valuesUrl, request);
  return body.value.values.map(({ aspect }: { aspect: { value: string } }) => JSON.parse(aspect.value));
}

t.test('200: buckets become events of datasetUsageStatistics, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const [urn, other] = [freshDataset(), freshDataset()];
    const answer = await writer.post(`${prefix}${usageUrl}`, {
      buckets: [bucket(urn), bucket(other, { duration: 'HOUR', metrics: {} })],
    });
    t.match(answer, { status: 200, body: { value: 'success' } });
    t.strictSame(await readEvents(urn), [
      {
        timestampMillis: 1_700_000_000_000,
        eventGranularity: { unit: 'DAY', multiple: 1 },
        uniqueUserCount: 2,
        totalSqlQueries: 4,
        topSqlQueries: ['SELECT 1'],
        userCounts: [
          { user: 'urn:li:corpuser:ann', count: 3, userEmail: 'ann@example.org' },
          { user: 'urn:li:corpuser:bob', count: 1 },
        ],
        fieldCounts: [{ fieldPath: 'a', count: 2 }],
      },
    ]);
    t.strictSame(await readEvents(other), [
      { timestampMillis: 1_700_000_000_000, eventGranularity: { unit: 'HOUR', multiple: 1 } },
    ]);
  }
});

t.test('a bucket that is sent again replaces the earlier one', async (t) => {
  const urn = freshDataset();
  for (const uniqueUserCount of [1, 2]) {
    await writer.post(usageUrl, { buckets: [bucket(urn, { metrics: { uniqueUserCount } })] });
  }
  t.match(await readEvents(urn), [{ uniqueUserCount: 2 }]);
});

t.test('invalid buckets are refused, and nothing is written', async (t) => {
  const urn = freshDataset();
  for (const [buckets, status, why] of [
    [undefined, 400, /buckets/],
    [[], 400, /buckets/],
    [[bucket(urn), bucket(urn, { duration: 'MINUTE' })], 400, /duration/],
    [[bucket(urn), bucket(urn, { bucket: -1 })], 400, /timestampMillis/],
    [[bucket(urn), bucket('urn:li:dataset:x')], 400, /wrong form/],
    [[bucket(urn), bucket('urn:li:chart:(looker,x)')], 422, /is about a dataset/],
    [[bucket(urn), bucket(urn, { metrics: { users: [{ count: 1 }] } })], 400, /user/],
    [[bucket(urn), bucket(urn, { metrics: undefined })], 400, /metrics/],
  ] as const) {
    t.match(await writer.post(usageUrl, { buckets }), plainRefusal(status, why));
  }
  t.strictSame(await readEvents(urn), []);
});

t.test('400 and 404: other actions', async (t) => {
  t.match(await writer.post('/usageStats?action=x', {}), plainRefusal(400, /Actions: batchIngest\./));
  t.match(
    await writer.post('/usageStats?action=queryRange', {}),
    plainRefusal(404, /sums of usage statistics/),
  );
});
