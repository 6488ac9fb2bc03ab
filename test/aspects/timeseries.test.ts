import t from 'tap';
import { aspectCatalog, encoded, freshDataset, proposal, refusal, valuesUrl } from '../support/aspects.js';

const catalog = await aspectCatalog(t);
const { writer, ingest, batch, put } = catalog;
const manager = await catalog.user('sizes', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
const profile = (urn: string, timestampMillis: unknown, more: object = {}) =>
  proposal(urn, 'datasetProfile', { timestampMillis, ...more });

/** The events of a dataset, newest first. */
async function readEvents(urn: string, aspect = 'datasetProfile') {
  const { body } = await writer.post(valuesUrl, { urn, entity: urn.split(':')[2], aspect });
  return body.value.values.map((one: { aspect: { value: string } }) => JSON.parse(one.aspect.value));
}

const day = { unit: 'DAY', multiple: 1 };
const partition = (name: string) => ({ partitionSpec: { partition: name, type: 'PARTITION' } });

/** Two events at the same time, and whether the second replaces the first. */
const keys: [what: string, first: object, second: object, events: number][] = [
  ['the same', {}, {}, 1],
  ['other values', { rowCount: 1 }, { rowCount: 2 }, 1],
  ['a granularity', {}, { eventGranularity: day }, 2],
  ['the same granularity', { eventGranularity: day }, { eventGranularity: { unit: 'DAY' } }, 1],
  ['another unit', { eventGranularity: day }, { eventGranularity: { unit: 'HOUR' } }, 2],
  ['another multiple', { eventGranularity: day }, { eventGranularity: { unit: 'DAY', multiple: 2 } }, 2],
  ['a partition', {}, partition('p'), 2],
  ['the same partition', partition('p'), { partitionSpec: { partition: 'p' } }, 1],
  ['another partition', partition('p'), partition('q'), 2],
  [
    'the default partition',
    {},
    { partitionSpec: { type: 'FULL_TABLE', partition: 'FULL_TABLE_SNAPSHOT' } },
    1,
  ],
  ['a message', {}, { messageId: 'm' }, 2],
  ['the same message', { messageId: 'm' }, { messageId: 'm' }, 1],
  ['another message', { messageId: 'm' }, { messageId: 'n' }, 2],
];

t.test('an event replaces the event with the same key, in one batch and in two', async (t) => {
  for (const [what, first, second, events] of keys) {
    const [apart, together] = [freshDataset(), freshDataset()];
    await put(profile(apart, 1, first), profile(apart, 1, second));
    t.match(await batch([profile(together, 1, first), profile(together, 1, second)]), { status: 200 });
    for (const urn of [apart, together]) {
      const found = await readEvents(urn);
      t.equal(found.length, events, what);
      t.ok(
        found.some(
          (one: object) => JSON.stringify(one) === JSON.stringify({ timestampMillis: 1, ...second }),
        ),
        what,
      );
    }
  }
  const [one, other] = [freshDataset(), freshDataset()];
  await put(
    profile(one, 1),
    profile(other, 1),
    proposal(one, 'operation', { timestampMillis: 1 }),
    profile(one, 2),
  );
  t.equal((await readEvents(one)).length, 2, 'another dataset, aspect or time is another event');
});

/** A year ahead, less the time that the tests may take. */
const last = Date.now() + 365.9 * 86_400_000;

t.test('months are created on demand, from the first to the last possible one', async (t) => {
  const urn = freshDataset();
  const times = [
    0,
    1,
    Date.UTC(1999, 11, 31, 23, 59, 59, 999),
    Date.UTC(2000, 0),
    Date.UTC(2025, 1),
    Math.floor(last),
  ];
  t.match(await batch(times.map((time) => profile(urn, time))), { status: 200 });
  const found = (await readEvents(urn)).map((event: { timestampMillis: number }) => event.timestampMillis);
  t.strictSame(found, [...times].reverse());
});

t.test('422: an event that does not fit its model', async (t) => {
  const urn = freshDataset();
  const long = 'x'.repeat(901);
  for (const [what, event, why] of [
    ['no time', {}, /timestampMillis/],
    ['null', { timestampMillis: null }, /timestampMillis/],
    ['a text', { timestampMillis: '1' }, /timestampMillis/],
    ['a fraction', { timestampMillis: 1.5 }, /timestampMillis/],
    ['an invalid granularity', { timestampMillis: 1, eventGranularity: 'DAY' }, /eventGranularity/],
    ['a long unit', { timestampMillis: 1, eventGranularity: { unit: long } }, /eventGranularity.unit.*bytes/],
    ['an invalid partition', { timestampMillis: 1, partitionSpec: {} }, /partitionSpec.partition/],
    [
      'a long partition',
      { timestampMillis: 1, ...partition('é'.repeat(451)) },
      /partitionSpec.partition.*900 bytes/,
    ],
    ['a long message', { timestampMillis: 1, messageId: long }, /messageId.*900 bytes/],
    ['a list', [{ timestampMillis: 1 }], /must be a JSON object/],
  ] as const) {
    t.match(await ingest(proposal(urn, 'datasetProfile', event)), refusal(422, why), what);
  }
  t.match(await ingest(proposal(urn, 'datasetProfile', 'not json')), refusal(422, /is not JSON/));
  t.equal(await catalog.view(urn), null, 'nothing is stored');
});

t.test('an event may have the longest possible key', async (t) => {
  const random = (bytes: number) =>
    Array.from({ length: bytes }, () => Math.floor(Math.random() * 36).toString(36)).join('');
  const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,${random(465)},PROD)`;
  const key = { messageId: random(900), ...partition(random(900)), eventGranularity: { unit: random(100) } };
  t.match(await ingest(profile(urn, 1_767_225_600_000, key)), { status: 200 });
  t.strictSame(await readEvents(urn), [{ timestampMillis: 1_767_225_600_000, ...key }]);
});

/** Each time-series aspect and the type of entity that it is about. */
const homes = {
  datasetProfile: 'urn:li:dataset:(urn:li:dataPlatform:hive,home,PROD)',
  datasetUsageStatistics: 'urn:li:dataset:(urn:li:dataPlatform:hive,home,PROD)',
  operation: 'urn:li:dataset:(urn:li:dataPlatform:hive,home,PROD)',
  dashboardUsageStatistics: 'urn:li:dashboard:(looker,1)',
  chartUsageStatistics: 'urn:li:chart:(looker,1)',
  assertionRunEvent: 'urn:li:assertion:1',
  dataProcessInstanceRunEvent: 'urn:li:dataProcessInstance:1',
  queryUsageStatistics: 'urn:li:query:1',
  documentUsageStatistics: 'urn:li:document:1',
  datahubIngestionRunSummary: 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,prod),j)',
  datahubIngestionCheckpoint: 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,prod),j)',
};

t.test('each aspect is of one type of entity, and its index grows', async (t) => {
  const readSizes = async () => {
    const { body } = await manager.post('/operations?action=getIndexSizes');
    const sizes: { indexName: string; sizeMb: number }[] = body.value.indexSizes;
    return new Map(sizes.map(({ indexName, sizeMb }) => [indexName, sizeMb]));
  };
  const noise = () => Array.from({ length: 60 }, () => Math.random().toString(36)).join('');
  for (const [aspect, urn] of Object.entries(homes)) {
    t.match(await ingest(proposal(urn, aspect, { timestampMillis: 1 })), { status: 200 }, aspect);
    t.strictSame(await readEvents(urn, aspect), [{ timestampMillis: 1 }]);
    const refused = await ingest(proposal('urn:li:tag:x', aspect, { timestampMillis: 1 }));
    t.match(refused, refusal(422, /is about a \w+, not about a tag/), aspect);
  }
  const before = await readSizes();
  for (const [aspect, urn] of Object.entries(homes)) {
    const index = `${urn.split(':')[2]}_${aspect}aspect_v1`.toLowerCase();
    t.ok(before.get(index)! > 0, index);
  }
  const many = Array.from({ length: 300 }, (_, n) => profile(homes.operation, n + 2, { noise: noise() }));
  t.match(await batch(many), { status: 200 });
  const after = await readSizes();
  t.ok(after.get('dataset_datasetprofileaspect_v1')! > before.get('dataset_datasetprofileaspect_v1')!);
  t.equal(after.get('dataset_operationaspect_v1'), before.get('dataset_operationaspect_v1'));
});

t.test('an event creates its entity and is not one of its aspects', async (t) => {
  const urn = freshDataset();
  await put(profile(urn, 1));
  t.match(await catalog.view(urn), { urn, tags: null });
  const { body } = await writer.get(`/entitiesV2/${encoded(urn)}`);
  t.strictSame(Object.keys(body.aspects).sort(), ['browsePathsV2', 'datasetKey']);
});

t.test('400: changes that a time series does not support', async (t) => {
  const urn = freshDataset();
  for (const changeType of ['UPDATE', 'PATCH', 'DELETE']) {
    const one = proposal(urn, 'operation', { timestampMillis: 1 }, { changeType });
    t.match(await ingest(one), refusal(400, /is a time-series aspect/), changeType);
  }
  for (const changeType of ['CREATE', 'RESTATE', 'UPSERT']) {
    const one = proposal(urn, 'operation', { timestampMillis: 1 }, { changeType });
    t.match(await ingest(one), { status: 200 }, changeType);
  }
});
