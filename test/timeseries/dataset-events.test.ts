import t from 'tap';
import { readError } from '../access-tokens/api.js';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';

const { batch, user } = await aspectCatalog(t, { env: { ANSWER_MAX_BYTES: '1048576' } });
const reader = await user('reader');
const urn = freshDataset();
const fieldProfiles = [
  {
    fieldPath: 'a',
    uniqueCount: 3,
    uniqueProportion: 0.5,
    nullCount: 0,
    nullProportion: 0,
    min: '1',
    max: 9,
    sampleValues: ['1', null, '9'],
  },
  { min: 'no path' },
];
const window = { startTimeMillis: 7, length: { unit: 'DAY', multiple: 2 } };
await batch([
  proposal(urn, 'datasetProfile', {
    timestampMillis: 1,
    rowCount: 10,
    columnCount: 2,
    sizeInBytes: 5_000_000_000,
    fieldProfiles,
  }),
  proposal(urn, 'datasetProfile', {
    ...{ timestampMillis: 2, rowCount: 'many', columnCount: null, fieldProfiles: {} },
    partitionSpec: { type: 'PARTITION', partition: 'p', timePartition: window },
  }),
  proposal(urn, 'datasetProfile', { timestampMillis: 3, rowCount: 12 }),
  proposal(urn, 'operation', {
    ...{ timestampMillis: 4, lastUpdatedTimestamp: 3, operationType: 'INSERT', actor: 'urn:li:corpuser:etl' },
    ...{
      sourceType: 'DATA_PROCESS',
      numAffectedRows: 8,
      affectedDatasets: [urn],
      partitionSpec: { partition: 'q' },
    },
    customProperties: { a: 'b', c: 1 },
  }),
  proposal(urn, 'operation', { timestampMillis: 5, operationType: 'TELEPORT' }),
]);

const ask = async (fields: string, of = urn) => {
  const answer = await reader.graphql(`query ($u: String!) { dataset(urn: $u) { ${fields} } }`, { u: of });
  const error = readError(answer);
  return error ?? answer.body.data.dataset;
};
const times = async (args: string, field = 'datasetProfiles') => {
  const found = await ask(`${field}${args} { timestampMillis }`);
  return found[field]?.map(({ timestampMillis }: { timestampMillis: number }) => timestampMillis) ?? found;
};

t.test('datasetProfiles: what an event lacks, or has in another type, is null', async (t) => {
  const columns =
    'fieldProfiles { fieldPath uniqueCount uniqueProportion nullCount nullProportion min max mean median stdev sampleValues }';
  const spec = 'partitionSpec { type partition timePartition { startTimeMillis durationMillis } }';
  const small = `timestampMillis rowCount columnCount sizeInBytes ${spec}`;
  const none = { columnCount: null, sizeInBytes: null, partitionSpec: null };
  const timePartition = { startTimeMillis: 7, durationMillis: 172_800_000 };
  const expected = [
    { timestampMillis: 3, rowCount: 12, ...none },
    {
      ...{ timestampMillis: 2, rowCount: null, columnCount: null, sizeInBytes: null },
      partitionSpec: { type: 'PARTITION', partition: 'p', timePartition },
    },
    { timestampMillis: 1, rowCount: 10, columnCount: 2, sizeInBytes: 5_000_000_000, partitionSpec: null },
  ];
  t.strictSame(await ask(`datasetProfiles { ${small} }`), { datasetProfiles: expected });
  const { body } = await reader.graphql(
    `query ($u: String!) { dataset(urn: $u) { datasetProfiles { ...P } } }
     fragment P on DatasetProfile { ${small} ... on TimeSeriesAspect { timestampMillis } ... { ${columns} } }`,
    { u: urn },
  );
  const column = {
    ...{ fieldPath: 'a', uniqueCount: 3, uniqueProportion: 0.5, nullCount: 0, nullProportion: 0 },
    ...{ min: '1', max: '9', mean: null, median: null, stdev: null, sampleValues: ['1', '9'] },
  };
  t.strictSame(
    body.data.dataset.datasetProfiles,
    [null, null, [column]].map((fieldProfiles, i) => ({ ...expected[i], fieldProfiles })),
  );
});

t.test('arguments', async (t) => {
  t.strictSame(await times(''), [3, 2, 1], 'newest first');
  t.strictSame(await times('(limit: 1)'), [3]);
  t.strictSame(await times('(startTimeMillis: 2, endTimeMillis: 2)'), [2]);
  t.strictSame(await times('(startTimeMillis: null, filter: null, limit: null)'), [3, 2, 1]);
  t.strictSame(
    await times('(filter: {and: [{field: "timestampMillis", condition: GREATER_THAN, value: "2"}]})'),
    [3],
  );
  t.strictSame(
    await times('(filter: {and: [{field: "rowCount", values: ["10", "12"], negated: true}]})'),
    [2],
  );
  t.strictSame(await times('', 'operations'), [5, 4]);
  t.strictSame(
    await times('(filter: {and: [{field: "operationType", value: "INSERT"}]})', 'operations'),
    [4],
  );
  const partition = 'field: "partitionSpec.partition", values: ["FULL_TABLE_SNAPSHOT", "SAMPLE"]';
  t.strictSame(
    await times(`(filter: {and: [{${partition}}]})`),
    [3, 1],
    'the default of an event without one',
  );
  t.strictSame(await times(`(filter: {and: [{${partition}, negated: true}]})`), [2]);
  for (const limit of [0, 1_001])
    t.match(await times(`(limit: ${limit})`), {
      type: 'BAD_REQUEST',
      message: `limit is ${limit}; expected an integer from 1 to 1000`,
    });
  t.match(await times('(filter: {and: [{field: "x", condition: DESCENDANTS_INCL}]})'), {
    type: 'BAD_REQUEST',
    message: /^filter\.and\.0\.condition.*DESCENDANTS_INCL/,
  });
  t.strictSame(
    await ask(
      'datasetProfiles { rowCount } operations { actor }',
      'urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)',
    ),
    null,
  );
});

t.test('operations', async (t) => {
  const fields =
    'timestampMillis actor operationType customOperationType sourceType numAffectedRows affectedDatasets lastUpdatedTimestamp partition customProperties { key value }';
  const nothing = { actor: null, customOperationType: null, sourceType: null, numAffectedRows: null };
  const { operations } = await ask(`operations { ${fields} }`);
  t.strictSame(operations, [
    {
      ...{ timestampMillis: 5, ...nothing, operationType: 'UNKNOWN', affectedDatasets: null },
      ...{ lastUpdatedTimestamp: 5, partition: null, customProperties: null },
    },
    {
      ...{
        timestampMillis: 4,
        actor: 'urn:li:corpuser:etl',
        operationType: 'INSERT',
        customOperationType: null,
      },
      ...{ sourceType: 'DATA_PROCESS', numAffectedRows: 8, affectedDatasets: [urn], lastUpdatedTimestamp: 3 },
      ...{
        partition: 'q',
        customProperties: [
          { key: 'a', value: 'b' },
          { key: 'c', value: '1' },
        ],
      },
    },
  ]);
});

t.test('many profiles are read without those of columns, which would be too large', async (t) => {
  const wide = freshDataset();
  const columns = Array.from({ length: 3_000 }, (_, n) => ({
    fieldPath: `column_${n}`,
    min: 'x'.repeat(70),
  }));
  await batch(
    [1, 2, 3, 4].map((timestampMillis) =>
      proposal(wide, 'datasetProfile', {
        timestampMillis,
        rowCount: timestampMillis,
        fieldProfiles: columns,
      }),
    ),
  );
  const chart = await ask('datasetProfiles { timestampMillis rowCount }', wide);
  t.equal(chart.datasetProfiles.length, 4);
  const all = 'datasetProfiles(limit: 2) { fieldProfiles { fieldPath } }';
  t.equal((await ask(all, wide)).datasetProfiles[1].fieldProfiles.length, 3_000);
  t.match(await ask(all.replace('2', '4'), wide), {
    type: 'BAD_REQUEST',
    message: /ANSWER_MAX_BYTES.* limit below 4/,
  });
  t.match(await ask(`${all} b: ${all}`, wide), { type: 'BAD_REQUEST', message: /ANSWER_MAX_BYTES/ });
});

t.test('many profiles of many columns, or with many values, are answered whole', async (t) => {
  const range = (length: number) => Array.from({ length }, (_, n) => n);
  const shapes = [
    { events: 101, columns: 101, values: 1 },
    { events: 3, columns: 2, values: 3_000 },
  ];
  for (const { events, columns, values } of shapes) {
    const dataset = freshDataset();
    const profiles = range(columns).map((n) => ({
      fieldPath: `c${n}`,
      sampleValues: range(values).map((value) => `v${value}`),
    }));
    const newestFirst = range(events).map((n) => ({ timestampMillis: events - n, fieldProfiles: profiles }));
    await batch(newestFirst.map((value) => proposal(dataset, 'datasetProfile', value)));
    const fields = 'datasetProfiles { timestampMillis fieldProfiles { fieldPath sampleValues } }';
    t.strictSame(await ask(fields, dataset), { datasetProfiles: newestFirst });
  }
});

t.test('one request reads events 200 times at most', async (t) => {
  const events = 'datasetProfiles(limit: 1) { timestampMillis } operations(limit: 1) { timestampMillis }';
  const read = (alias: string) => `${alias}: entities(urns: $u) { ... on Dataset { ${events} } }`;
  const u = Array(100).fill(urn);
  const most = await reader.graphql(`query ($u: [String!]!) { ${read('a')} }`, { u });
  t.strictSame(
    most.body.data.a,
    u.map(() => ({ datasetProfiles: [{ timestampMillis: 3 }], operations: [{ timestampMillis: 5 }] })),
  );
  const more = await reader.graphql(`query ($u: [String!]!) { ${read('a')} ${read('b')} }`, { u });
  t.match(readError(more), { type: 'BAD_REQUEST', message: /more than 200 times/ });
});
