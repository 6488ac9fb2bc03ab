import t from 'tap';
import { deletion, proposal } from '../support/aspects.js';
import { assetCatalog, assets, platform } from '../support/assets.js';
import { containerUrn, datasetUrn, tagUrn } from '../support/metadata.js';

const catalog = await assetCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { writer, put, read } = catalog;

const types: [type: string, entityType: string, urn: string][] = [
  ['Dataset', 'DATASET', datasetUrn('one')],
  ['Container', 'CONTAINER', containerUrn('one')],
  ['Tag', 'TAG', tagUrn('one')],
  ['DataPlatform', 'DATA_PLATFORM', platform('one')],
  ['DataPlatformInstance', 'DATA_PLATFORM_INSTANCE', `urn:li:dataPlatformInstance:(${platform('one')},x)`],
  ['Chart', 'CHART', assets[0].urn],
  ['Dashboard', 'DASHBOARD', assets[1].urn],
  ['DataFlow', 'DATA_FLOW', assets[2].urn],
  ['DataJob', 'DATA_JOB', assets[3].urn],
  ['GlossaryTerm', 'GLOSSARY_TERM', 'urn:li:glossaryTerm:one'],
  ['GenericEntity', 'MLMODEL', `urn:li:mlModel:(${platform('one')},m,PROD)`],
  ['GenericEntity', 'OTHER', 'urn:li:somethingNew:one'],
  // A URN without a tool: there is nothing to show in the fields of a chart.
  ['GenericEntity', 'CHART', 'urn:li:chart:one'],
  ['GenericEntity', 'DATA_JOB', 'urn:li:dataJob:(one,two)'],
  ['GenericEntity', 'DATA_JOB', 'urn:li:dataJob:(urn:one,two)'],
  ['GenericEntity', 'DATA_JOB', 'urn:li:dataJob:(urn:li:dataFlow:(one,two),three)'],
];
const urns = types.map(([, , urn]) => urn);
const shown = types.map(([__typename, type, urn]) => ({ __typename, urn, type }));

t.test('entities that do not exist are null or false, without an error', async (t) => {
  const document = `query ($urn: String!, $urns: [String!]!) {
    entity(urn: $urn) { urn } entityExists(urn: $urn) entities(urns: $urns) { urn } }`;
  for (const urn of urns) {
    t.strictSame(await read(document, { urn, urns: [urn, urn] }), {
      entity: null,
      entityExists: false,
      entities: [null, null],
    });
  }
});

t.test('every entity has the object type of its URN, or that for all others, and its type', async (t) => {
  for (const urn of urns) await put(proposal(urn, 'status', { removed: urn.includes('glossary') }));
  const one = 'query ($urn: String!) { entity(urn: $urn) { __typename urn type } entityExists(urn: $urn) }';
  for (const [index, urn] of urns.entries())
    t.strictSame(await read(one, { urn }), { entity: shown[index], entityExists: true });
  const all = 'query ($urns: [String!]!) { entities(urns: $urns) { __typename urn type } }';
  for (const _ of [1, 2, 3, 4, 5]) t.strictSame((await read(all, { urns })).entities, shown);
});

t.test('the answer has the order of the URNs, with those that are asked for twice', async (t) => {
  const asked = [urns[2]!, tagUrn('absent'), urns[0]!, urns[2]!];
  const { entities } = await read('query ($urns: [String!]!) { entities(urns: $urns) { urn } }', {
    urns: asked,
  });
  t.strictSame(entities, [{ urn: urns[2] }, null, { urn: urns[0] }, { urn: urns[2] }]);
  t.strictSame(await read('{ entities(urns: []) { urn } }', {}), { entities: [] });
});

t.test('fragments show what each type has', async (t) => {
  await put(proposal(urns[2]!, 'tagProperties', { name: 'One', description: 'd' }));
  await put(proposal(urns[0]!, 'globalTags', { tags: [{ tag: urns[2] }] }));
  const document = `query ($urns: [String!]!) { entities(urns: $urns) { urn ...parts } }
    fragment parts on Entity {
      ... on Dataset { name platform { urn } tags { tags { tag { ...tag } } } }
      ... on Container { platform { urn } }
      ... on Chart { tool platform { urn } }
      ... on DataJob { jobId }
      ...tag }
    fragment tag on Tag { name description properties { description } }`;
  const tag = { name: 'One', description: 'd', properties: { description: 'd' } };
  const asked = [urns[0]!, urns[1]!, urns[2]!, urns[5]!, urns[8]!, urns[9]!];
  for (const _ of [1, 2, 3, 4, 5]) {
    t.strictSame((await read(document, { urns: asked })).entities, [
      { urn: asked[0], name: 'one', platform: { urn: platform('hive') }, tags: { tags: [{ tag }] } },
      { urn: asked[1], platform: { urn: platform('unknown') } },
      { urn: asked[2], ...tag },
      { urn: asked[3], tool: 'looker', platform: { urn: platform('looker') } },
      { urn: asked[4], jobId: 'load' },
      { urn: asked[5] },
    ]);
  }
});

t.test('a deleted entity is null again', async (t) => {
  await put(deletion('urn:li:glossaryTerm:one', 'glossaryTermKey'));
  t.strictSame(
    await read('query ($urn: String!) { entity(urn: $urn) { urn } entityExists(urn: $urn) }', {
      urn: 'urn:li:glossaryTerm:one',
    }),
    { entity: null, entityExists: false },
  );
});

t.test('BAD_REQUEST: what is no URN, and too many of them', async (t) => {
  for (const urn of ['', 'x', 'urn:li:dataset:x', 'urn:li:tag:(a,b)']) {
    const { body } = await writer.graphql(
      'query ($urn: String!) { entity(urn: $urn) { urn } entityExists(urn: $urn) entities(urns: [$urn]) { urn } }',
      { urn },
    );
    t.strictSame(body.data, { entity: null, entityExists: null, entities: null });
    t.equal(body.errors.length, 3);
    for (const { message, extensions } of body.errors)
      t.match(
        { message, extensions },
        { message: /expected urn:li:/, extensions: { type: 'BAD_REQUEST' } },
        urn,
      );
  }
  const many = (count: number) => ({
    urns: Array.from({ length: count }, (_, index) => tagUrn(`t${index}`)),
  });
  const document = 'query ($urns: [String!]!) { entities(urns: $urns) { urn } }';
  t.equal((await read(document, many(100))).entities.length, 100);
  t.match((await writer.graphql(document, many(101))).body, {
    data: { entities: null },
    errors: [{ message: 'urns has 101 entries; at most 100 are allowed' }],
  });
});

t.test('the texts of many entities count for the limit of an answer', async (t) => {
  const small = await assetCatalog(t, { env: { ANSWER_MAX_BYTES: '200000', GRAPHQL_MAX_ALIASES: '90' } });
  const datasets = Array.from({ length: 60 }, (_, index) => datasetUrn(`text_${index}`));
  for (const urn of datasets)
    await small.put(proposal(urn, 'datasetProperties', { description: 'x'.repeat(4_000) }));
  const document = `query ($urns: [String!]!) { entities(urns: $urns) { ... on Dataset { properties { description } } } }`;
  const { entities } = await small.read(document, { urns: datasets.slice(0, 40) });
  t.equal(entities[39].properties.description.length, 4_000);
  const { body } = await small.writer.graphql(document, { urns: datasets });
  t.match(body.errors, [
    { message: /more than 200000 bytes.*ANSWER_MAX_BYTES/, extensions: { type: 'BAD_REQUEST' } },
  ]);
  const twice = document.replace('description', 'description again: description');
  t.match((await small.writer.graphql(twice, { urns: datasets.slice(0, 40) })).body.errors, [
    { message: /ANSWER_MAX_BYTES/ },
  ]);
  const often = document.replace(/\.\.\..*}/, `${Array.from({ length: 90 }, (_, i) => `a${i}: urn`)} } }`);
  const { errors } = (await small.writer.graphql(often, { urns: datasets })).body;
  t.match(errors, [{ message: /ANSWER_MAX_BYTES/ }], 'as do fields without a resolver of their own');
  t.equal(errors!.length, 1);
});
