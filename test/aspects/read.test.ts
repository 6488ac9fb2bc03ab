import t from 'tap';
import { aspectCatalog, encoded, freshDataset, prefixes, proposal, refusal } from '../support/aspects.js';

const catalog = await aspectCatalog(t, { clock: () => 1_790_000_000_000 }, ['MANAGE_USERS_AND_GROUPS']);
const { writer, put, wire } = catalog;
const reader = await catalog.user('reader');
const urn = 'urn:li:dataset:(urn:li:dataPlatform:s3,a/b%2Cc é,PROD)'.replace(' ', '_');
const systemMetadata = { lastObserved: 1, runId: 'run', properties: { clientId: 'x' } };
await put(
  proposal(urn, 'status', { removed: false }),
  proposal(urn, 'subTypes', '{"typeNames": [ "Table" ]}'),
  proposal(urn, 'globalTags', { tags: [] }),
  proposal(urn, 'operation', { timestampMillis: 1 }),
);
const at = (prefix: string, name: string, of = urn) =>
  `${prefix}/aspects/${encoded(of)}?aspect=${name}&version=0`;

t.test('200: any active user reads an aspect under its full name and every prefix', async (t) => {
  for (const prefix of prefixes) {
    t.strictSame((await reader.get(at(prefix, 'status'))).body, {
      version: 0,
      aspect: { 'com.linkedin.common.Status': { removed: false } },
    });
  }
  const { status, text } = await wire('GET', at('', 'subTypes'));
  t.equal(status, 200);
  t.equal(text, '{"version":0,"aspect":{"com.linkedin.common.SubTypes":{"typeNames": [ "Table" ]}}}');
  t.equal(
    (await wire('GET', `/aspects/${encoded(urn)}?aspect=status`)).status,
    200,
    'version 0 is the default',
  );
});

t.test('aspects have the record names of docs/wire-aspects.md', async (t) => {
  const tag = 'urn:li:tag:t';
  const box = 'urn:li:container:c';
  const user = 'urn:li:corpuser:u';
  for (const [of, name, value, record] of [
    [urn, 'globalTags', { tags: [] }, 'com.linkedin.common.GlobalTags'],
    [tag, 'tagProperties', { name: 't' }, 'com.linkedin.tag.TagProperties'],
    [urn, 'editableSchemaMetadata', {}, 'com.linkedin.schema.EditableSchemaMetadata'],
    [urn, 'schemaMetadata', { fields: [] }, 'com.linkedin.schema.SchemaMetadata'],
    [urn, 'datasetProperties', {}, 'com.linkedin.dataset.DatasetProperties'],
    [box, 'containerProperties', { name: 'c' }, 'com.linkedin.container.ContainerProperties'],
    [urn, 'container', { container: box }, 'com.linkedin.container.Container'],
    [urn, 'status', {}, 'com.linkedin.common.Status'],
    [user, 'corpUserInfo', { active: true }, 'com.linkedin.identity.CorpUserInfo'],
  ] as const) {
    await put(proposal(of, name, value));
    t.strictSame(Object.keys((await reader.get(at('', name, of))).body.aspect), [record]);
  }
});

t.test('404: an aspect that does not exist', async (t) => {
  for (const url of [
    at('', 'ownership'),
    at('', 'nobodyKnows'),
    at('', 'constructor'),
    at('', 'not-a-name'),
    at('', 'nul%00'),
    at('', ''),
    at('', 'status', freshDataset()),
    at('', 'datasetKey', freshDataset()),
  ]) {
    t.match(await reader.get(url), refusal(404, /has no aspect/), url);
  }
});

t.test('400: requests that are invalid for every aspect', async (t) => {
  for (const [url, why] of [
    [`/aspects/${encoded(urn)}`, /^aspect (is required|must be a text; it is a list)/],
    [`/aspects/${encoded(urn)}?aspect=a&aspect=b`, /^aspect (is required|must be a text; it is a list)/],
    [`/aspects/${encoded(urn)}?aspect=status&version=x`, /^version must be a number; it is "x"/],
    [`/aspects/${encoded(urn)}?aspect=status&version=1`, /only 0, the latest version, is stored/],
    [at('', 'operation'), /is a time-series aspect/],
    [at('', 'status', 'urn:li:dataset:x'), /has the wrong form/],
    [at('', 'status', 'x'), /has the wrong form/],
    [at('', 'status', 'urn:li:tag:a\0b'), /U\+0000/],
    [at('', 'status', `urn:li:tag:${'a'.repeat(600)}`), /longer than 512 bytes/],
    ['/aspects/%ff?aspect=status', /./],
  ] as const) {
    t.match(await reader.get(url), refusal(400, why), url);
  }
});

t.test('entitiesV2: aspects have the actor and time of their last write', async (t) => {
  const other = freshDataset();
  await put(
    proposal(other, 'status', {}, { systemMetadata: '{"runId": "run", "n": 1.0}' }),
    proposal(other, 'subTypes', '{"typeNames": [ "Table" ]}'),
  );
  const { status, text } = await wire(
    'GET',
    `/entitiesV2/${encoded(other)}?aspects=List(status,subTypes,nope)`,
  );
  t.equal(status, 200);
  const head =
    '"type":"VERSIONED","version":0,"created":{"time":1790000000000,"actor":"urn:li:corpuser:writer"}';
  t.equal(
    text,
    `{"urn":"${other}","entityName":"dataset","aspects":{` +
      `"status":{"name":"status",${head},"value":{},"systemMetadata":{"runId": "run", "n": 1.0}},` +
      `"subTypes":{"name":"subTypes",${head},"value":{"typeNames": [ "Table" ]}}}}`,
  );
});

t.test('entitiesV2: all, some or none of the aspects', async (t) => {
  const other = freshDataset();
  await put(
    proposal(other, 'status', {}, { systemMetadata }),
    proposal(other, 'globalTags', { tags: [] }, { systemMetadata: JSON.stringify(systemMetadata) }),
    proposal(other, 'operation', { timestampMillis: 1 }),
  );
  const names = async (query: string) => {
    const { status, body } = await reader.get(`/entitiesV2/${encoded(other)}${query}`);
    t.equal(status, 200, query);
    t.equal(body.urn, other);
    return Object.keys(body.aspects).sort();
  };
  t.strictSame(await names(''), ['browsePathsV2', 'datasetKey', 'globalTags', 'status']);
  t.strictSame(await names('?aspects=List(globalTags,datasetProfile)'), ['globalTags']);
  t.strictSame(await names('?aspects=List%28globalTags%2Cstatus%29'), ['globalTags', 'status']);
  t.strictSame(await names('?aspects=List()'), []);
  t.strictSame(await names('?aspects=List(%00,constructor)'), []);
  const { body } = await reader.get(`/entitiesV2/${encoded(other)}`);
  t.strictSame(body.aspects.status.systemMetadata, systemMetadata);
  t.strictSame(body.aspects.globalTags.systemMetadata, systemMetadata, 'given as JSON text');
});

t.test('entitiesV2: an unknown URN has no aspects', async (t) => {
  for (const prefix of prefixes) {
    const unknown = freshDataset();
    t.match(await reader.get(`${prefix}/entitiesV2/${encoded(unknown)}`), {
      status: 200,
      body: { urn: unknown, entityName: 'dataset' },
    });
    t.strictSame((await reader.get(`${prefix}/entitiesV2/${encoded(unknown)}`)).body.aspects, {});
  }
});

t.test('entitiesV2: 400', async (t) => {
  for (const [url, why] of [
    [`/entitiesV2/${encoded(urn)}?aspects=status`, /expected List\(/],
    [`/entitiesV2/${encoded(urn)}?aspects=List(a)&aspects=List(b)`, /^aspects must be a text; it is a list/],
    ['/entitiesV2/urn%3Ali%3Adataset%3Ax', /has the wrong form/],
  ] as const) {
    t.match(await reader.get(url), refusal(400, why), url);
  }
});

t.test('GET /config: anonymous callers get the fields that the SDK reads', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await catalog.anonymous.get(`${prefix}/config`);
    t.equal(status, 200);
    t.strictSame(body, {
      noCode: 'true',
      retention: 'true',
      statefulIngestionCapable: true,
      patchCapable: true,
      timeZone: 'GMT',
      supportsImpactAnalysis: true,
      telemetry: { enabledCli: false, enabledIngestion: false },
      datahub: { serverType: 'prod' },
      versions: { 'acryldata/datahub': { version: 'v1.4.0' } },
    });
  }
  t.equal((await writer.post('/config', {})).status, 405);
});

t.test('GET /entitiesV2?ids=List(…): the entities that exist, in Rest.li’s form of a batch', async (t) => {
  const other = 'urn:li:corpuser:several';
  await put(proposal(other, 'corpUserInfo', { active: true, displayName: 'S' }));
  const both = [urn, other, freshDataset(), urn];
  const lists = [
    `List(${both.map(encoded).join(',')})`,
    // As Python's urllib quotes a text, and as its form encoding and its raw texts arrive.
    `List(${both.map((one) => encoded(one).replaceAll('%2F', '/')).join(',')})`,
    encoded(`List(${both.map(encoded).join(',')})`),
    encoded(`List(${both.join(',')})`),
  ];
  for (const prefix of prefixes) {
    for (const list of lists) {
      const query = `ids=${list}&aspects=List(status,globalTags,corpUserInfo)`;
      const { status, body } = await reader.get(`${prefix}/entitiesV2?${query}`);
      t.equal(status, 200, list);
      t.strictSame([body.statuses, body.errors], [{}, {}]);
      t.strictSame(Object.keys(body.results).sort(), [other, urn].sort());
      t.match(body.results[urn], {
        urn,
        entityName: 'dataset',
        aspects: { status: { name: 'status', type: 'VERSIONED', version: 0, value: {} } },
      });
      t.strictSame(Object.keys(body.results[urn].aspects).sort(), ['globalTags', 'status']);
      t.match(body.results[other].aspects.corpUserInfo.value, { displayName: 'S' });
    }
  }
  const one = (await reader.get(`/entitiesV2/${encoded(urn)}`)).body;
  t.strictSame((await reader.get(`/entitiesV2?ids=List(${encoded(urn)})`)).body.results, { [urn]: one });
  t.strictSame((await reader.get('/entitiesV2?ids=List()')).body, { results: {}, statuses: {}, errors: {} });
  const policy = encoded('urn:li:dataHubPolicy:any');
  t.match(await reader.get(`/entitiesV2?ids=List(${encoded(urn)},${policy})`), { status: 403 });
  for (const [query, why] of [
    ['', /ids/],
    [`ids=${encoded(urn)}`, /expected List\(<item>,<item>…\)/],
    ['ids=List(junk)', /"junk" has the wrong form/],
    ['ids=List(urn%3Ali%3Atag%3Ax)&aspects=status', /aspects is "status"; expected List/],
    ['ids=List(urn%3Ali%3Adataset%3Ax)&aspects=List(operation)', /wrong form|time-series/],
    [`ids=List(${encoded(urn)})&aspects=List(operation)`, /time-series aspect/],
    [`ids=${encoded('List(%zz)')}`, /has the wrong form/],
  ] as const)
    t.match(await reader.get(`/entitiesV2?${query}`), refusal(400, why), query);
  const many = Array.from({ length: 1_001 }, (_, index) => `urn:li:tag:${index}`).join(',');
  t.match(await reader.get(`/entitiesV2?ids=List(${many})`), refusal(400, /1001 entities .* at most 1000/));
});

t.test('GET /entities/<urn>: a snapshot', async (t) => {
  const user = 'urn:li:corpuser:snapped';
  await put(proposal(user, 'corpUserInfo', { active: true }), proposal(user, 'globalTags', { tags: [] }));
  const aspects = [
    { 'com.linkedin.identity.CorpUserInfo': { active: true } },
    { 'com.linkedin.common.GlobalTags': { tags: [] } },
    { 'com.linkedin.metadata.key.CorpUserKey': { username: 'snapped' } },
  ];
  for (const prefix of prefixes)
    t.strictSame((await reader.get(`${prefix}/entities/${encoded(user)}`)).body, {
      value: { 'com.linkedin.metadata.snapshot.CorpUserSnapshot': { urn: user, aspects } },
    });
  const { body } = await reader.get(`/entities/${encoded(user)}?aspects=List(globalTags)`);
  t.strictSame(body.value['com.linkedin.metadata.snapshot.CorpUserSnapshot'].aspects, [aspects[1]]);
  t.match((await reader.get(`/entities/${urn}`)).body, {
    value: { 'com.linkedin.metadata.snapshot.DatasetSnapshot': { urn } },
  });
  t.match(await reader.get(`/entities/${encoded(freshDataset())}`), refusal(404, /There is no entity/));
  t.match(await reader.get('/entities/urn:li:domain:x'), refusal(400, /GET \/entitiesV2\/<urn>/));
  t.match(await reader.get('/entities/urn:li:dataHubPolicy:x'), { status: 403 });
  t.match(await reader.get('/entities/junk'), refusal(400, /"junk" has the wrong form/));
  t.equal((await writer.send('DELETE', `/entities/${encoded(user)}`)).status, 405);
});
