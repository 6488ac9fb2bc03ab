import t from 'tap';
import {
  aspectCatalog,
  deletion,
  encoded,
  freshDataset,
  ingestUrl,
  prefixes,
  proposal,
} from '../support/aspects.js';

const catalog = await aspectCatalog(t, {}, ['MANAGE_USERS_AND_GROUPS']);
await catalog.user('administrator', ['MANAGE_POLICIES']);
const { writer, put, readText, readAspect } = catalog;

t.test('200: ingestProposal under every prefix, with and without a slash', async (t) => {
  for (const prefix of prefixes) {
    for (const path of ['/aspects', '/aspects/']) {
      const urn = freshDataset();
      const url = `${prefix}${path}?action=ingestProposal`;
      const answer = await writer.post(url, { proposal: proposal(urn, 'status', { removed: false }) });
      t.match(answer, { status: 200, body: { value: urn } }, url);
      const found = await writer.get(`${prefix}/aspects/${encoded(urn)}?aspect=status`);
      t.strictSame(found.body, { version: 0, aspect: { 'com.linkedin.common.Status': { removed: false } } });
    }
  }
});

t.test('200: async in every form, and written before the answer', async (t) => {
  for (const async of ['true', 'false', true, false, undefined, null]) {
    const urn = freshDataset();
    const answer = await writer.post(ingestUrl, { proposal: proposal(urn, 'status', {}), async });
    t.equal(answer.status, 200, String(async));
    t.strictSame(await readAspect(urn, 'status'), {}, String(async));
  }
});

t.test('200: clients may leave out or add fields', async (t) => {
  const { entityType, changeType, ...bare } = proposal('', 'status', {});
  for (const [what, more] of [
    ['neither entityType nor changeType', {}],
    ['no contentType', { aspect: { value: '{}' } }],
    [
      'headers, nulls and unknown fields',
      { headers: { a: 'b' }, auditHeader: null, systemMetadata: null, x: 1 },
    ],
    ['an empty body of headers', { entityType: 'dataset', headers: {} }],
  ] as const) {
    const urn = freshDataset();
    t.match(await catalog.ingest({ ...bare, entityUrn: urn, ...more }), { status: 200 }, what);
    t.strictSame(await readAspect(urn, 'status'), {}, what);
  }
  t.match([entityType, changeType], [undefined, 'UPSERT']);
});

/** The aspect before, the change, its status, and the aspect after; null for none. */
const changes: [
  what: string,
  before: object | null,
  changeType: string,
  status: number,
  after: object | null,
][] = [
  ['UPSERT makes', null, 'UPSERT', 200, { new: 1 }],
  ['UPSERT replaces', { old: 1 }, 'UPSERT', 200, { new: 1 }],
  ['RESTATE makes', null, 'RESTATE', 200, { new: 1 }],
  ['RESTATE replaces', { old: 1 }, 'RESTATE', 200, { new: 1 }],
  ['CREATE makes', null, 'CREATE', 200, { new: 1 }],
  ['CREATE of what is there: CONFLICT', { old: 1 }, 'CREATE', 409, { old: 1 }],
  ['UPDATE of what is not there: NOT FOUND', null, 'UPDATE', 404, null],
  ['UPDATE replaces', { old: 1 }, 'UPDATE', 200, { new: 1 }],
  ['DELETE of what is not there', null, 'DELETE', 200, null],
  ['DELETE removes', { old: 1 }, 'DELETE', 200, null],
  ['CREATE_ENTITY makes', null, 'CREATE_ENTITY', 200, { new: 1 }],
  ['CREATE_ENTITY of what is there: CONFLICT', { old: 1 }, 'CREATE_ENTITY', 409, { old: 1 }],
  ['an unknown change: BAD REQUEST', { old: 1 }, 'REPLACE', 400, { old: 1 }],
  ['a change in lower case: BAD REQUEST', { old: 1 }, 'upsert', 400, { old: 1 }],
];

for (const [aspect, own] of [
  ['subTypes', {}],
  ['globalTags', { tags: [{ tag: 'urn:li:tag:a' }] }],
  ['schemaMetadata', { fields: [] }],
] as const) {
  t.test(`every change of ${aspect}`, async (t) => {
    for (const [what, before, changeType, status, after] of changes) {
      const urn = freshDataset();
      if (before) await put(proposal(urn, aspect, { ...own, ...before }));
      const answer = await catalog.ingest(proposal(urn, aspect, { ...own, new: 1 }, { changeType }));
      t.equal(answer.status, status, what);
      t.strictSame(await readAspect(urn, aspect), after && { ...after, ...own }, what);
    }
  });
}

t.test('DELETE of one aspect keeps the others and the entity', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'globalTags', { tags: [{ tag: 'urn:li:tag:a' }] }),
    proposal(urn, 'datasetProperties', { name: 'x' }),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'f', globalTags: { tags: [{ tag: 'urn:li:tag:a' }] } }],
    }),
    deletion(urn, 'globalTags'),
  );
  t.match(await catalog.view(urn), {
    tags: null,
    properties: { name: 'x' },
    editableSchemaMetadata: {
      editableSchemaFieldInfo: [{ tags: { tags: [{ tag: { urn: 'urn:li:tag:a' } }] } }],
    },
  });
  await put(deletion(urn, 'editableSchemaMetadata'), deletion(urn, 'datasetProperties'));
  t.match(await catalog.view(urn), { urn, properties: null, editableSchemaMetadata: null });
});

t.test('DELETE of tagProperties keeps the tag, with its id as name', async (t) => {
  await put(proposal('urn:li:tag:gone', 'tagProperties', { name: 'Gone', colorHex: '#AABBCC' }));
  await put(deletion('urn:li:tag:gone', 'tagProperties'));
  t.equal(await readText('urn:li:tag:gone', 'tagProperties'), null);
  const { tag } = await catalog.read('{ tag(urn: "urn:li:tag:gone") { name properties { name } } }', {});
  t.strictSame(tag, { name: 'gone', properties: null });
});

t.test('DELETE of the key aspect deletes the entity with its events', async (t) => {
  for (const [urn, key] of [
    [freshDataset(), 'datasetKey'],
    ['urn:li:container:c', 'containerKey'],
    ['urn:li:tag:t', 'tagKey'],
    ['urn:li:corpuser:somebody', 'corpUserKey'],
  ] as const) {
    const events = key === 'datasetKey' ? [proposal(urn, 'operation', { timestampMillis: 1 })] : [];
    await put(proposal(urn, 'status', { removed: false }), ...events, deletion(urn, key));
    t.strictSame((await writer.get(`/entitiesV2/${encoded(urn)}`)).body.aspects, {}, urn);
    t.strictSame(
      await catalog.db.query(
        'SELECT urn FROM entities WHERE urn = $1 UNION SELECT urn FROM timeseries_events WHERE urn = $1',
        [urn],
      ),
      [],
      urn,
    );
    t.match(await catalog.ingest(deletion(urn, key)), { status: 200 }, 'a second deletion is no error');
  }
});
