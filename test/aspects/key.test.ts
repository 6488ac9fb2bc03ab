import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { datasetUrn } from '../support/metadata.js';

const catalog = await testCatalog(t, { clock: () => 1_000 });
const editor = await catalog.user('editor', ['EDIT_ENTITY', 'MANAGE_USERS_AND_GROUPS']);
const write = (entityUrn: string, aspectName: string, value: object) =>
  editor.post('/aspects?action=ingestProposal', {
    proposal: { entityUrn, aspectName, aspect: { value: JSON.stringify(value) } },
  });
const encoded = encodeURIComponent;
const key = { platform: 'urn:li:dataPlatform:hive', name: 'größe', origin: 'PROD' };

t.test('every entity has a key aspect without a write of it', async (t) => {
  const urn = datasetUrn('größe');
  const url = `/aspects/${encoded(urn)}?aspect=datasetKey&version=0`;
  t.equal((await editor.get(url)).status, 404);
  t.same((await editor.get(`/entitiesV2/${encoded(urn)}`)).body.aspects, {});

  await write(urn, 'status', { removed: false });
  t.same((await editor.get(url)).body.aspect, { 'com.linkedin.metadata.key.DatasetKey': key });
  const { aspects } = (await editor.get(`/entitiesV2/${encoded(urn)}`)).body;
  t.same(Object.keys(aspects).sort(), ['browsePathsV2', 'datasetKey', 'status']);
  t.same(aspects.datasetKey, {
    name: 'datasetKey',
    type: 'VERSIONED',
    version: 0,
    value: key,
    created: { time: 1_000, actor: editor.urn },
  });
  for (const [names, found] of [
    ['status', ['status']],
    ['datasetKey,globalTags', ['datasetKey']],
  ] as const) {
    const { body } = await editor.get(`/entitiesV2/${encoded(urn)}?aspects=List(${names})`);
    t.same(Object.keys(body.aspects), found);
  }
  t.equal(
    (await editor.get(`/aspects/${encoded(urn)}?aspect=tagKey`)).status,
    404,
    'the key aspect of another type',
  );
});

t.test('a written key aspect comes back as written', async (t) => {
  const urn = 'urn:li:corpGroup:g';
  await write(urn, 'corpGroupKey', { name: 'g', more: 1 });
  const { body } = await editor.get(`/aspects/${encoded(urn)}?aspect=corpGroupKey`);
  t.same(body.aspect, { 'com.linkedin.metadata.key.CorpGroupKey': { name: 'g', more: 1 } });
});

t.test('an empty filter of time-series values, as the SDK sends it, selects all events', async (t) => {
  const urn = datasetUrn('series');
  await write(urn, 'operation', { timestampMillis: 1 });
  for (const filter of [{}, { or: null }, { or: [] }, { or: [{}] }, { or: [{ and: [] }] }]) {
    const request = { urn, entity: 'dataset', aspect: 'operation', limit: 2, filter };
    const { status, body } = await editor.post('/aspects?action=getTimeseriesAspectValues', request);
    t.match([status, body.value?.values], [200, [{ aspect: { value: '{"timestampMillis":1}' } }]]);
  }
});
