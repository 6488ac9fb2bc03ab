import t from 'tap';
import {
  aspectCatalog,
  batchUrl,
  encoded,
  freshDataset,
  prefixes,
  proposal,
  refusal,
} from '../support/aspects.js';

const catalog = await aspectCatalog(t, { env: { PROPOSALS_PER_BATCH_MAX: '20' } }, [
  'MANAGE_USERS_AND_GROUPS',
]);
const { writer, wire, readText, readAspect, view, app } = catalog;
const ingestUrl = '/entities?action=ingest';
const batchIngestUrl = '/entities?action=batchIngest';

const record = (name: string) => `com.linkedin.${name}`;
const snapshot = (urn: string, aspects: unknown, name = 'Dataset') => ({
  value: { [record(`metadata.snapshot.${name}Snapshot`)]: { urn, aspects } },
});
const status = { [record('common.Status')]: { removed: false } };
const send = (entity: object, by = writer) => by.post(ingestUrl, { entity });
const sendAll = (entities: unknown[], more = {}) => writer.post(batchIngestUrl, { entities, ...more });
const readSystemMetadata = async (urn: string, aspect: string) =>
  (await writer.get(`/entitiesV2/${encoded(urn)}?aspects=List(${aspect})`)).body.aspects[aspect]
    .systemMetadata;

const stamp = { time: 1_581_407_189_000, actor: 'urn:li:corpuser:jdoe' };
const schemaMetadata = {
  schemaName: 's',
  platform: 'urn:li:dataPlatform:hive',
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.KafkaSchema': { documentSchema: '{}' } },
  created: stamp,
  fields: [
    { fieldPath: 'a', type: { type: { 'com.linkedin.schema.StringType': {} } }, nativeDataType: 'text' },
  ],
};
const aspects = [
  { [record('dataset.DatasetProperties')]: { name: 'Häuser', customProperties: { string: 'x' }, tags: [] } },
  { [record('schema.SchemaMetadata')]: schemaMetadata },
  { [record('common.GlobalTags')]: { tags: [{ tag: 'urn:li:tag:pii' }] } },
  { [record('common.Ownership')]: { owners: [{ owner: stamp.actor, type: 'DATAOWNER' }] } },
  {
    [record('metadata.key.DatasetKey')]: {
      platform: 'urn:li:dataPlatform:hive',
      name: 'same',
      origin: 'PROD',
    },
  },
];
const names = ['datasetProperties', 'schemaMetadata', 'globalTags', 'ownership', 'datasetKey'];

t.test('a snapshot writes what its proposals would write, under each prefix', async (t) => {
  for (const prefix of prefixes) {
    const [urn, other] = [freshDataset(), freshDataset()];
    const answer = await writer.post(`${prefix}${ingestUrl}`, {
      entity: snapshot(urn, aspects),
      systemMetadata: { lastObserved: 5, runId: 'r' },
    });
    t.match(answer, { status: 200, body: { value: urn } });
    const proposals = aspects.map((aspect, index) =>
      proposal(other, names[index]!, Object.values(aspect)[0]),
    );
    t.match(await writer.post(batchUrl, { proposals }), { status: 200 });
    for (const name of names) t.same(await readText(urn, name), await readText(other, name), name);
    t.same(await readSystemMetadata(urn, 'ownership'), { lastObserved: 5, runId: 'r' });
    t.match(await view(urn), {
      properties: { name: 'Häuser' },
      tags: { tags: [{ tag: { urn: 'urn:li:tag:pii' } }] },
      schemaMetadata: { fields: [{ fieldPath: 'a', type: 'STRING' }] },
    });
  }
});

t.test('aspects are written in their order, the last of one name is kept', async (t) => {
  const urn = freshDataset();
  const removed = { [record('common.Status')]: { removed: true } };
  t.match(await send(snapshot(urn, [status, removed])), { status: 200 });
  t.same(await readAspect(urn, 'status'), { removed: true });
});

t.test('numbers keep all their digits, in long bodies too', async (t) => {
  for (const padding of ['', 'x'.repeat(100_000)]) {
    const urn = freshDataset();
    const json = `{"a":9223372036854775807,"b":-0.10,"c":[1.5e3,{"d":12345678901234567890.5}],"e":"${padding}"}`;
    const value = `{"com.linkedin.metadata.snapshot.DatasetSnapshot":{"urn":"${urn}","aspects":[
      {"com.linkedin.common.Embed":${json}},
      {"com.linkedin.dataset.DatasetProperties":{"customProperties":{},"more":9223372036854775807}}]}}`;
    const one = `{"entity":{"value":${value}},"systemMetadata":{"lastObserved":9223372036854775807}}`;
    t.same(await wire('POST', ingestUrl, one), { status: 200, text: JSON.stringify({ value: urn }) });
    t.equal(await readText(urn, 'embed'), json);
    t.match(await readText(urn, 'datasetProperties'), '"more":9223372036854775807');
    const { text } = await wire('GET', `/entitiesV2/${encoded(urn)}?aspects=List(embed)`);
    t.match(text, '"systemMetadata":{"lastObserved":9223372036854775807}');
    const all = `{"entities":[{"value":${value.replace('0.10', '0.20')}}]}`;
    t.match(await wire('POST', batchIngestUrl, all), { status: 200 });
    t.match(await readText(urn, 'embed'), '"b":-0.20');
  }
});

t.test('snapshots of a batch are written together, each with its own system metadata', async (t) => {
  const [dataset, tag, user] = [freshDataset(), 'urn:li:tag:größe', 'urn:li:corpuser:jörg'];
  const entities = [
    snapshot(dataset, aspects),
    snapshot(tag, [{ [record('tag.TagProperties')]: { name: 'Größe' } }], 'Tag'),
    snapshot(
      user,
      [{ [record('identity.CorpUserInfo')]: { active: true, displayName: 'Jörg' } }],
      'CorpUser',
    ),
  ];
  const systemMetadata = [{ runId: 'first' }, null, { runId: 'third' }];
  t.match(await sendAll(entities, { systemMetadata }), { status: 200, body: { value: 'success' } });
  t.match(await readAspect(tag, 'tagProperties'), { name: 'Größe' });
  t.match(await readAspect(user, 'corpUserInfo'), { displayName: 'Jörg' });
  t.same(
    [await readSystemMetadata(dataset, 'ownership'), await readSystemMetadata(tag, 'tagProperties')],
    [{ runId: 'first' }, undefined],
  );
  t.same(await readSystemMetadata(user, 'corpUserInfo'), { runId: 'third' });
});

t.test('a snapshot without aspects makes its entity exist', async (t) => {
  const urn = 'urn:li:chart:(looker,größe)';
  t.match(await send(snapshot(urn, [], 'Chart')), { status: 200 });
  t.same(await readAspect(urn, 'chartKey'), { dashboardTool: 'looker', chartId: 'größe' });
  t.match(await send(snapshot('urn:li:chart:one', [], 'Chart')), refusal(400, /urn:li:chart:one/));
});

t.test('a batch with one bad snapshot or aspect writes nothing', async (t) => {
  const urn = freshDataset();
  const bad: [entity: unknown, status: number, message: RegExp][] = [
    [7, 400, /entities/],
    [{ value: 7 }, 400, /entities\[1\]: a snapshot must be an object of one member/],
    [
      { value: { DatasetSnapshot: {} } },
      400,
      /"DatasetSnapshot" is not the name of a snapshot, such as com\.linkedin\.metadata\.snapshot\.DatasetSnapshot/,
    ],
    [
      { value: { 'com.linkedin.pegasus2avro.metadata.snapshot.TagSnapshot': {} } },
      400,
      /pegasus2avro.* is not the name of a snapshot/,
    ],
    [snapshot('urn:li:container:c', [status], 'Container'), 400, /ContainerSnapshot.*written by proposals/],
    [
      snapshot('urn:li:tag:x', [status]),
      400,
      /DatasetSnapshot" is about a dataset, and not about "urn:li:tag:x"/,
    ],
    [snapshot('urn:li:dataset:x', [status]), 400, /"urn:li:dataset:x" has the wrong form/],
    [snapshot(urn, null), 400, /no array of aspects/],
    [snapshot(urn, [null]), 400, /an aspect of "urn:li:dataset:.* must be an object of one member/],
    [snapshot(urn, [{ ...status, ...aspects[0] }]), 400, /must be an object of one member/],
    [
      snapshot(urn, [status, { [record('common.Other')]: {} }]),
      400,
      /"com.linkedin.common.Other", in the snapshot of .* is not the record of an aspect/,
    ],
    [
      snapshot(urn, [{ [record('metadata.key.TagKey')]: { name: 'x' } }]),
      400,
      /"com.linkedin.metadata.key.TagKey".* not the record of an aspect/,
    ],
    [snapshot(urn, [{ [record('common.Status')]: 7 }]), 422, /status .*JSON object/],
    [snapshot(urn, [{ [record('common.GlobalTags')]: { tags: 'x' } }]), 422, /globalTags.*tags/],
  ];
  for (const [entity, code, message] of bad) {
    const good = freshDataset();
    t.match(await sendAll([snapshot(good, aspects), entity]), refusal(code, message), String(message));
    t.equal(await readText(good, 'ownership'), null, 'the good snapshot is not written');
  }
  t.equal(await readText(urn, 'status'), null);
});

t.test('requests of a wrong shape are refused', async (t) => {
  const good = snapshot(freshDataset(), [status]);
  for (const [body, message] of [
    [{}, /entity/],
    [{ entity: [] }, /entity/],
    [{ entity: {} }, /a snapshot must be/],
    [{ entity: good, systemMetadata: 7 }, /systemMetadata/],
    [
      { entity: good, systemMetadata: { runId: 'x'.repeat(4_096) } },
      /systemMetadata has 4108 characters; at most 4096/,
    ],
    [{ entity: good, systemMetadata: `{"runId":"${'x'.repeat(4_096)}"}` }, /at most 4096/],
    [{ entity: snapshot('x'.repeat(1_000), [status]) }, /longer than 512 bytes/],
    [{ entity: snapshot(7 as unknown as string, [status]) }, /has no urn/],
  ] as const) {
    t.match(await writer.post(ingestUrl, body), refusal(400, message));
  }
  for (const [body, message] of [
    [{}, /entities/],
    [{ entities: [] }, /entities/],
    [{ entities: good }, /entities/],
    [{ entities: [good], systemMetadata: [] }, /systemMetadata must have one entry for each/],
    [{ entities: [good], systemMetadata: {} }, /systemMetadata/],
  ] as const) {
    t.match(await writer.post(batchIngestUrl, body), refusal(400, message));
  }
  for (const text of [
    '{"entity":',
    `{"entity":${'['.repeat(101)}${']'.repeat(101)}}`,
    '{"entity":"\\u0000"}',
  ]) {
    t.match(JSON.parse((await wire('POST', ingestUrl, text)).text), refusal(400, /^The body is /).body, text);
  }
});

t.test('each aspect counts as a proposal', async (t) => {
  const fits = Array.from({ length: 4 }, () => snapshot(freshDataset(), aspects));
  t.match(await sendAll(fits), { status: 200 });
  const one = snapshot(freshDataset(), [status]);
  t.match(await sendAll([...fits, one]), refusal(400, /21 entries; at most 20/));
});

t.test('a snapshot asks for the rights that its proposals ask for', async (t) => {
  const [own, other] = [freshDataset(), freshDataset()];
  const nobody = await catalog.user('nobody');
  const ofOne = await catalog.user('one', ['EDIT_ENTITY'], { type: null, urns: [own] });
  const forbidden = { status: 403 };
  t.match(await send(snapshot(own, [status]), nobody), forbidden);
  t.match(await send(snapshot(own, [status]), ofOne), { status: 200 });
  t.match(await send(snapshot(other, [status]), ofOne), forbidden);
  const mixed = { entities: [snapshot(own, aspects), snapshot(other, [status])] };
  t.match(await ofOne.post(batchIngestUrl, mixed), forbidden);
  t.equal(await readText(own, 'ownership'), null);
  const info = {
    displayName: 'x',
    description: '',
    type: 'PLATFORM',
    state: 'ACTIVE',
    privileges: [],
    actors: {},
  };
  const policyAspects = [{ [record('policy.DataHubPolicyInfo')]: info }];
  const policy = snapshot('urn:li:dataHubPolicy:x', policyAspects, 'DataHubPolicy');
  t.match(await send(policy), forbidden, 'a policy is no metadata');
  const response = await app.inject({ method: 'POST', url: ingestUrl, payload: { entity: policy } });
  t.equal(response.statusCode, 401);
});
