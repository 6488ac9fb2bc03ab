import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
} from '../support/aspects.js';

const catalog = await aspectCatalog(t);
const { put, readText } = catalog;

t.test('CREATE_ENTITY asks whether the entity exists, and not the aspect', async (t) => {
  const [old, fresh] = [freshDataset(), freshDataset()];
  const create = (urn: string, aspect: string, value = {}) =>
    proposal(urn, aspect, value, { changeType: 'CREATE_ENTITY' });
  await put(proposal(old, 'status', {}));
  t.match(await catalog.ingest(create(old, 'subTypes')), refusal(409, `"${old}" already exists`));
  t.equal(await readText(old, 'subTypes'), null);
  t.match(await catalog.batch([create(fresh, 'datasetKey'), create(fresh, 'subTypes')]), { status: 200 });
  t.equal(await readText(fresh, 'subTypes'), '{}');
  const again = await catalog.batch([deletion(old, 'datasetKey'), create(old, 'subTypes')]);
  t.match(again, { status: 200 }, 'the batch itself has deleted it');
  t.equal(await readText(old, 'subTypes'), '{}');
  t.equal(await readText(old, 'status'), null);
  const event = create(freshDataset(), 'operation', { timestampMillis: 1 });
  t.match(await catalog.ingest(event), refusal(400, /operation is a time-series aspect/));
});

t.test('with If-None-Match: *, a creation leaves what exists as it is', async (t) => {
  const urn = freshDataset();
  const headers = { 'If-None-Match': '*' };
  const create = (name: string, changeType: string, removed: boolean) =>
    proposal(urn, name, { removed }, { changeType, headers });
  t.match(await catalog.batch([create('status', 'CREATE', false)]), { status: 200 });
  const [status, entity] = [create('status', 'CREATE', true), create('subTypes', 'CREATE_ENTITY', true)];
  t.match(await catalog.batch([status, entity, proposal(urn, 'siblings', {})]), { status: 200 });
  t.match(await readText(urn, 'status'), '{"removed":false}');
  t.equal(await readText(urn, 'subTypes'), null);
  t.equal(await readText(urn, 'siblings'), '{}', 'the rest of the batch is written');
});

t.test('a patch after a creation of what exists starts from what is stored', async (t) => {
  const stored = { removed: false, other: 'kept' };
  for (const changeType of ['CREATE', 'CREATE_ENTITY']) {
    const urn = freshDataset();
    await put(proposal(urn, 'status', stored));
    const patch = patchProposal(urn, 'status', [add('/removed', true)]);
    const refused = proposal(urn, 'status', {}, { changeType });
    t.match(await catalog.batch([refused, patch]), { status: 409 }, changeType);
    t.equal(await readText(urn, 'status'), JSON.stringify(stored), 'the batch changes nothing');

    const skipped = { ...refused, headers: { 'If-None-Match': '*' } };
    t.match(await catalog.batch([skipped, patch]), { status: 200 }, changeType);
    t.equal(await readText(urn, 'status'), JSON.stringify({ ...stored, removed: true }));
  }
});

t.test('a condition that would be ignored is refused', async (t) => {
  for (const [headers, changeType] of [
    [{ 'If-None-Match': '*' }, 'UPSERT'],
    [{ 'If-None-Match': '1' }, 'CREATE'],
    [{ 'if-version-match': '1' }, 'CREATE'],
    [{ 'If-None-Match': '*', 'If-Version-Match': '1' }, 'CREATE'],
  ] as const) {
    const conditional = proposal(freshDataset(), 'status', {}, { changeType, headers });
    t.match(
      await catalog.ingest(conditional),
      refusal(400, /the header "[Ii]f-.* is not supported; only If-None-Match/),
    );
  }
  const headers = { 'X-DataHub-Sync-Index-Update': 'true' };
  const other = proposal(freshDataset(), 'status', {}, { headers });
  t.match(await catalog.ingest(other), { status: 200 });
});

t.test('of concurrent creations of an entity, one succeeds', async (t) => {
  const urn = freshDataset();
  const create = proposal(urn, 'datasetKey', {}, { changeType: 'CREATE_ENTITY' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => catalog.ingest(create)));
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409]);
});

t.test('a new entity has the browse path that DataHub gives it', async (t) => {
  const path = (...ids: string[]) => ({ path: ids.map((id) => ({ id })) });
  const flow = 'urn:li:dataFlow:(airflow,new.flow,prod)';
  const set = (platform: string, name: string) =>
    `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
  const slashed = { datasetNameDelimiter: '|x', name: 'slashed', type: 'OTHERS' };
  const found: [urn: string, value: object | null][] = [
    [set('hive', 'Shop.Public..Orders'), path('shop', 'public')],
    [set('hive', 'orders'), path('Default')],
    [set('hive', '..'), path('Default')],
    [set('s3', 'bucket/a.b/c.json'), path('bucket', 'a.b')],
    [set('slashed', 'a.b|c|d'), path('a.b', 'c')],
    [set('constructor', 'a.b'), path('a')],
    [`urn:li:dataJob:(${flow},new)`, { path: [{ id: flow, urn: flow }] }],
    ['urn:li:chart:(looker,new.chart)', path('Default')],
    ['urn:li:container:new', path('Default')],
    ['urn:li:glossaryTerm:new', null],
  ];
  const metadata = { runId: 'r1', version: '7', lastObserved: 12345678901234567890n.toString() };
  const proposals = found.map(([urn], index) =>
    proposal(urn, 'status', {}, index === 0 ? { systemMetadata: metadata } : {}),
  );
  const platform = proposal('urn:li:dataPlatform:slashed', 'dataPlatformInfo', slashed);
  t.match(await catalog.batch([...proposals, platform]), { status: 200 });
  for (const [urn, value] of found) t.strictSame(await catalog.readAspect(urn, 'browsePathsV2'), value, urn);
  const { version: _, ...run } = metadata;
  const url = `/entitiesV2/${encodeURIComponent(found[0]![0])}?aspects=List(browsePathsV2)`;
  t.strictSame((await catalog.writer.get(url)).body.aspects.browsePathsV2.systemMetadata, run);
});

t.test('a browse path is only added to a new entity that was written without one', async (t) => {
  const own = { path: [{ id: 'own' }] };
  const read = (urn: string) => catalog.readAspect(urn, 'browsePathsV2');
  const creating = (...proposals: object[]) => catalog.batch(proposals);
  const [written, patched, deleted, unchanged, old] = Array.from({ length: 5 }, () => freshDataset('a.b'));
  const create = proposal(written!, 'browsePathsV2', own, { changeType: 'CREATE' });
  t.match(await creating(proposal(written!, 'status', {}), create), { status: 200 });
  t.strictSame(await read(written!), own);
  t.match(await catalog.ingest(create), { status: 409 });
  const patch = patchProposal(patched!, 'browsePathsV2', [add('/path', own.path)]);
  t.match(await creating(proposal(patched!, 'status', {}), patch), { status: 200 });
  t.strictSame(await read(patched!), own);
  await put(
    proposal(deleted!, 'status', {}),
    deletion(deleted!, 'browsePathsV2'),
    proposal(deleted!, 'status', {}),
  );
  t.equal(await read(deleted!), null, 'a deleted path stays deleted');
  await put(patchProposal(unchanged!, 'ownership', [{ op: 'remove', path: '/nothing' }]));
  t.strictSame((await catalog.writer.get(`/entitiesV2/${encodeURIComponent(unchanged!)}`)).body.aspects, {});
  await put(proposal(old!, 'status', {}), deletion(old!, 'browsePathsV2'));
  t.match(await creating(deletion(old!, 'datasetKey'), proposal(old!, 'status', {})), { status: 200 });
  t.strictSame(await read(old!), { path: [{ id: 'a' }] }, 'an entity that is created again is new');
});
