import t from 'tap';
import { add, batchUrl, keyed, patchProposal, proposal, remove as removal } from '../support/aspects.js';
import { call, column, done, field, refused, tagUrn } from '../support/metadata.js';
import { entitiesUrl, entity } from '../support/openapi.js';
import { schemaWith } from '../support/schemas.js';
import { sourcesCatalog } from '../support/tag-sources.js';

// The path of a column has at most 1,500 bytes, on every transport. An earlier version may have stored a longer one.

const catalog = await sourcesCatalog(t);
const { writer, put, fresh, db, ingest, readAspect, read } = catalog;
const tag = tagUrn('a');
const longest = `é${'a'.repeat(1_498)}`;
const long = `${longest}b`;
const marks = `a${'\u0315\u0300'.repeat(30_000)}`;
const rule = 'the path of a column has at most 1,500 bytes of UTF-8';
await call(writer, 'createTag', { input: { name: 'a', id: 'a' } });

const describe = (resourceUrn: string, path: string) =>
  call(writer, 'updateDescription', { input: { resourceUrn, ...column(path), description: 'd' } });
const search = (value: string, condition: string) =>
  writer.graphql(
    `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }`,
    { input: { query: '*', orFilters: [{ and: [{ field: 'fieldPaths', values: [value], condition }] }] } },
  );
const changes = (urn: string, fieldPath: string) =>
  writer.graphql(`query ($input: ChangesInput!) { changes(input: $input) { total } }`, {
    input: { urn, fieldPath },
  });

t.test('GraphQL refuses a longer path with its beginning, its length and the limit', async (t) => {
  const urn = await fresh();
  for (const [path, bytes] of [
    [long, 1_501],
    [marks, 120_001],
  ] as const) {
    const message = `subResource is ${JSON.stringify(path.slice(0, 100))}…; it has ${bytes} bytes; ${rule}`;
    const wrong = refused('BAD_REQUEST', message);
    const resource = { resourceUrn: urn, ...column(path) };
    for (const name of ['addTag', 'removeTag'] as const)
      t.match(await call(writer, name, { input: { tagUrn: tag, ...resource } }), wrong, name);
    t.match(await call(writer, 'addTags', { input: { tagUrns: [tag], ...resource } }), wrong);
    const resources = [{ resourceUrn: urn, ...column('x') }, resource];
    for (const name of ['batchAddTags', 'batchRemoveTags'] as const)
      t.match(await call(writer, name, { input: { tagUrns: [tag], resources } }), wrong, name);
    t.match(await describe(urn, path), wrong);
    t.match(await changes(urn, path), {
      body: { errors: [{ message: message.replace('subResource', 'fieldPath') }] },
    });
  }
  t.match(await describe(urn, longest), refused('NOT_FOUND'));
  t.match(await changes(urn, longest), { body: { data: { changes: { total: 0 } } } });
  t.strictSame(await readAspect(urn, 'editableSchemaMetadata'), null, 'the batches have changed nothing');
});

t.test('a filter of a search refuses it too', async (t) => {
  for (const condition of ['EQUAL', 'CONTAIN', 'START_WITH']) {
    t.match(await search(longest, condition), { body: { data: { searchAcrossEntities: { total: 0 } } } });
    const { body } = await search(long, condition);
    t.match(
      body.errors[0].message,
      `a value for "fieldPaths" is "${long.slice(0, 100)}"…, which has 1501 bytes; ${rule}`,
    );
  }
});

t.test('an aspect that names such a column is refused over every way to write it', async (t) => {
  const urn = await fresh();
  const why = (path: string) => `${path} is "${long.slice(0, 100)}"…, which has 1501 bytes; ${rule}`;
  const columns = (path: string) => schemaWith(field(path));
  const edits = (path: string) => ({ editableSchemaFieldInfo: [{ fieldPath: path, description: 'd' }] });
  const profile = (path: string) => ({ timestampMillis: 1, fieldProfiles: [{ fieldPath: path }] });
  const usage = (path: string) => ({ timestampMillis: 1, fieldCounts: [{ fieldPath: path, count: 1 }] });
  for (const [name, make, at] of [
    ['schemaMetadata', columns, 'fields.0.fieldPath'],
    ['schemaMetadata', (path: string) => ({ ...columns('x'), primaryKeys: ['x', path] }), 'primaryKeys.1'],
    ['editableSchemaMetadata', edits, 'editableSchemaFieldInfo.0.fieldPath'],
    ['datasetProfile', profile, 'fieldProfiles.0.fieldPath'],
    ['datasetUsageStatistics', usage, 'fieldCounts.0.fieldPath'],
  ] as const) {
    const refusedOne = await ingest(proposal(urn, name, make(long)));
    t.equal(refusedOne.status, 422, name);
    t.ok(refusedOne.body.message.includes(why(at)), refusedOne.body.message);
    const batch = await writer.post(batchUrl, {
      proposals: ['x', long].map((path) => proposal(urn, name, make(path))),
    });
    t.match(batch, { status: 422, body: { message: new RegExp(`^proposals\\[1\\].*${rule}`) } });
    if (!name.startsWith('dataset')) {
      const overOpenApi = await writer.post(entitiesUrl, [entity(urn, { [name]: make(long) })]);
      t.match(overOpenApi, { status: 422, body: { message: new RegExp(`${at} .*${rule}`) } });
      const record = `com.linkedin.schema.${name[0]!.toUpperCase()}${name.slice(1)}`;
      const aspects = [{ [record]: make(long) }];
      const snapshot = { value: { 'com.linkedin.metadata.snapshot.DatasetSnapshot': { urn, aspects } } };
      const overSnapshot = await writer.post('/entities?action=ingest', { entity: snapshot });
      t.match(overSnapshot, { status: 422, body: { message: new RegExp(`${at} .*${rule}`) } });
    }
    t.match(await ingest(proposal(urn, name, make(longest))), { status: 200 }, name);
  }
  const bucket = {
    ...{ bucket: 1, duration: 'DAY', resource: urn },
    metrics: { fields: [{ fieldName: long, count: 1 }] },
  };
  const overUsage = await writer.post('/usageStats?action=batchIngest', { buckets: [bucket] });
  t.match(overUsage, { status: 422, body: { message: new RegExp(rule) } });
});

t.test('a patch cannot write it as a key, as a value or by a copy', async (t) => {
  const urn = await fresh();
  const before = await readAspect(urn, 'schemaMetadata');
  const keys = { editableSchemaFieldInfo: ['fieldPath'] };
  for (const path of [long, marks.slice(0, 30_001)])
    for (const patch of [
      [add(`/editableSchemaFieldInfo/${path}/description`, 'd')],
      [add('/editableSchemaFieldInfo/y', { fieldPath: path })],
      keyed(keys, add(`/editableSchemaFieldInfo/${path}`, { description: 'd' })),
      [
        add('/editableSchemaFieldInfo/x', {}),
        { op: 'copy', from: '/editableSchemaFieldInfo/x', path: `/editableSchemaFieldInfo/${path}` },
      ],
    ]) {
      const answer = await ingest(patchProposal(urn, 'editableSchemaMetadata', patch));
      t.equal(answer.status, 422, answer.body.message);
      t.ok(answer.body.message.includes(rule) && answer.body.message.includes(path.slice(0, 100)));
    }
  t.match(await ingest(patchProposal(urn, 'schemaMetadata', [add(`/fields/${long}`, field(long))])), {
    status: 422,
    body: { message: new RegExp(rule) },
  });
  const tooLong = await ingest(
    patchProposal(urn, 'editableSchemaMetadata', [add(`/editableSchemaFieldInfo/${marks.repeat(2)}`, {})]),
  );
  t.match(tooLong, { status: 400, body: { message: /path is longer than 65536 characters/ } });
  t.strictSame(await readAspect(urn, 'schemaMetadata'), before);
  t.equal(await readAspect(urn, 'editableSchemaMetadata'), null);
});

t.test('a longer path that is stored is read, and can be removed, but not written again', async (t) => {
  const urn = await fresh();
  await put(
    proposal(urn, 'schemaMetadata', schemaWith(field('x'), field('y'))),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'x', description: 'd', globalTags: { tags: [{ tag }] } },
        { fieldPath: 'y' },
      ],
    }),
  );
  // As a version without the limit stored it.
  await db.query(
    `UPDATE schema_fields SET field_path = $2, simple_path = $2,
            body = replace(body::text, '"fieldPath":"x"', '"fieldPath":"' || $2 || '"')::json
      WHERE dataset_urn = $1 AND field_path = 'x'`,
    [urn, long],
  );
  await db.query(
    `UPDATE editable_schema_fields SET field_path = $2 WHERE dataset_urn = $1 AND field_path = 'x'`,
    [urn, long],
  );
  await db.query(`UPDATE global_tags SET field_path = $2 WHERE resource_urn = $1 AND field_path = 'x'`, [
    urn,
    long,
  ]);
  const [columns, edits] = [
    await readAspect(urn, 'schemaMetadata'),
    await readAspect(urn, 'editableSchemaMetadata'),
  ];
  t.match(columns, { fields: [{ fieldPath: long }, { fieldPath: 'y' }] });
  t.match(edits, {
    editableSchemaFieldInfo: [{ fieldPath: long, description: 'd', globalTags: { tags: [{ tag }] } }, {}],
  });
  const { dataset } = await read(
    `query ($urn: String!) { dataset(urn: $urn) { editableSchemaMetadata { editableSchemaFieldInfo { fieldPath } } } }`,
    { urn },
  );
  t.match(dataset.editableSchemaMetadata.editableSchemaFieldInfo, [{ fieldPath: long }, { fieldPath: 'y' }]);

  // What names it is refused: the whole aspect, and a patch whose result has it.
  for (const [name, value] of Object.entries({ schemaMetadata: columns, editableSchemaMetadata: edits }))
    t.match(await ingest(proposal(urn, name, value)), {
      status: 422,
      body: { message: new RegExp(`which has 1501 bytes; ${rule}`) },
    });
  const others = patchProposal(urn, 'editableSchemaMetadata', [
    add('/editableSchemaFieldInfo/y/description', 'n'),
  ]);
  t.match(await ingest(others), { status: 422, body: { message: new RegExp(rule) } });
  // Another column is changed in place.
  t.match(await describe(urn, 'y'), done);
  t.match(await call(writer, 'addTag', { input: { tagUrn: tag, resourceUrn: urn, ...column('y') } }), done);
  t.match(await readAspect(urn, 'editableSchemaMetadata'), {
    editableSchemaFieldInfo: [
      { fieldPath: long, description: 'd', globalTags: { tags: [{ tag }] } },
      { description: 'd' },
    ],
  });
  // A patch takes it out.
  t.match(
    await ingest(patchProposal(urn, 'editableSchemaMetadata', [removal(`/editableSchemaFieldInfo/${long}`)])),
    { status: 200 },
  );
  t.match((await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo, [{ fieldPath: 'y' }]);
  t.match(await ingest(proposal(urn, 'schemaMetadata', schemaWith(field('x')))), {
    status: 200,
  });
});
