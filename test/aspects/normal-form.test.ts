import t from 'tap';
import { aspectCatalog, encoded, patchProposal, proposal } from '../support/aspects.js';

const catalog = await aspectCatalog(t, {}, ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS']);
const { writer, put, readText, readAspect } = catalog;

/** A name as Linux writes it, and as macOS does. */
const name = 'Größe/café_각';
const decomposed = name.normalize('NFD');
const dataset = (id: string) => `urn:li:dataset:(urn:li:dataPlatform:file,${id},PROD)`;
const stored = dataset(name);
const sent = dataset(decomposed);
const tag = 'urn:li:tag:é';
const sentTag = tag.normalize('NFD');

/** ASCII JSON, as Python writes it. */
const ascii = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const graphql = (query: string, variables: Record<string, unknown> = {}) => catalog.read(query, variables);

t.test('an entity is written and read by either form, and answers name the stored URN', async (t) => {
  t.not(stored, sent);
  t.match(await catalog.ingest(proposal(sent, 'status', { removed: false })), {
    status: 200,
    body: { value: stored },
  });
  for (const urn of [stored, sent]) {
    t.equal(await readText(urn, 'status'), '{"removed":false}');
    for (const path of [`/entitiesV2/${encoded(urn)}`, `/openapi/v3/entity/dataset/${encoded(urn)}`])
      t.match(await writer.get(path), { status: 200, body: { urn: stored } }, path);
    const batch = await writer.post('/openapi/v3/entity/dataset/batchGet', [{ urn }]);
    t.match(batch, { status: 200, body: [{ urn: stored }] });
    const literal = `{ dataset(urn: "${urn}") { urn } entityExists(urn: "${urn}") entities(urns: ["${urn}"]) { urn } }`;
    const expected = { dataset: { urn: stored }, entityExists: true, entities: [{ urn: stored }] };
    t.strictSame(await graphql(literal), expected);
    const overGet = await writer.get(`/api/graphql?query=${encoded(literal)}`);
    t.strictSame(overGet.body.data, expected);
    const query = 'query ($urn: String!) { dataset(urn: $urn) { urn } }';
    t.strictSame(await graphql(query, { urn }), { dataset: { urn: stored } });
    const variables = encoded(ascii({ urn }));
    const withVariables = await writer.get(`/api/graphql?query=${encoded(query)}&variables=${variables}`);
    t.strictSame(withVariables.body.data, { dataset: { urn: stored } });
  }
});

t.test('URNs in aspects, patches and snapshots are in normal form', async (t) => {
  const edge = (urn: string) => ({ dataset: urn, type: 'TRANSFORMED' });
  const down = dataset('down');
  const lineage = { upstreams: [edge(sent)], fineGrainedLineages: [] };
  const body = ascii({ proposal: proposal(down, 'upstreamLineage', ascii(lineage)) });
  t.match(await catalog.wire('POST', '/aspects?action=ingestProposal', body), { status: 200 });
  t.strictSame((await readAspect(down, 'upstreamLineage')).upstreams, [edge(stored)]);
  for (const urn of [stored, sent]) {
    const found = await writer.get(
      `/openapi/relationships/v1?urn=${encoded(urn)}&direction=INCOMING&relationshipTypes=DownstreamOf`,
    );
    t.match(found.body, { entities: [{ urn: down }] });
  }
  const key = sent.replaceAll('/', '~1');
  await put(
    patchProposal(down, 'upstreamLineage', [{ op: 'add', path: `/upstreams/${key}`, value: edge(sent) }]),
  );
  t.strictSame((await readAspect(down, 'upstreamLineage')).upstreams, [edge(stored)]);
  await put(patchProposal(down, 'upstreamLineage', [{ op: 'remove', path: `/upstreams/${key}` }]));
  t.strictSame((await readAspect(down, 'upstreamLineage')).upstreams, []);

  await put(
    patchProposal(stored, 'globalTags', [
      { op: 'add', path: `/tags/${sentTag}`, value: { tag: sentTag } },
      { op: 'add', path: `/tags/${tag}`, value: { tag } },
    ]),
  );
  t.strictSame(await readAspect(stored, 'globalTags'), { tags: [{ tag }] });
  const snapshot = { urn: sent, aspects: [{ 'com.linkedin.common.Status': { removed: false } }] };
  const value = { 'com.linkedin.metadata.snapshot.DatasetSnapshot': snapshot };
  t.match(await writer.post('/entities?action=ingest', { entity: { value } }), { status: 200 });
  // A text is not a URN.
  await put(proposal(stored, 'datasetProperties', { description: decomposed }));
  t.strictSame(await readAspect(stored, 'datasetProperties'), { description: decomposed });
  const written = await writer.post('/openapi/v3/entity/dataset', [
    { urn: sent, ownership: { value: { owners: [{ owner: 'urn:li:corpuser:rene\u0301', type: 'NONE' }] } } },
  ]);
  t.match(written, { status: 202, body: [{ urn: stored }] });
  t.match(await readAspect(stored, 'ownership'), { owners: [{ owner: 'urn:li:corpuser:ren\u00e9' }] });
});

t.test('a name is of one tag, in mutations, filters and searches', async (t) => {
  const { createTag } = await graphql('mutation { createTag(input: {id: "ta\u0303o", name: "x"}) }');
  t.equal(createTag, 'urn:li:tag:t\u00e3o');
  const again = await writer.post('/api/graphql', {
    query: 'mutation { createTag(input: {id: "t\u00e3o", name: "x"}) }',
  });
  t.match(again.body.errors, [{ extensions: { classification: 'DataFetchingException' } }]);
  const add = 'mutation ($tag: String!, $urn: String!) { addTag(input: {tagUrn: $tag, resourceUrn: $urn}) }';
  t.strictSame(await graphql(add, { tag: createTag.normalize('NFD'), urn: sent }), { addTag: true });
  for (const form of ['NFC', 'NFD'] as const) {
    const value = createTag.normalize(form);
    const search = `query ($query: String!, $filters: [FacetFilterInput!]) {
      search(input: {type: DATASET, query: $query, filters: $filters}) { searchResults { entity { urn } } } }`;
    const filters = [{ field: 'tags', values: [value] }];
    for (const input of [
      { query: '*', filters },
      { query: value },
      { query: `/q tags:"${value}"` },
      { query: name.normalize(form) },
    ])
      t.strictSame(
        (await graphql(search, input)).search.searchResults,
        [{ entity: { urn: stored } }],
        JSON.stringify(input),
      );
  }
});

t.test('deletions accept either form', async (t) => {
  const removed = { urns: [sent], deleted: true };
  t.strictSame(
    await graphql(
      'mutation ($urns: [String!]!, $deleted: Boolean!) { batchUpdateSoftDeleted(input: {urns: $urns, deleted: $deleted}) }',
      removed,
    ),
    { batchUpdateSoftDeleted: true },
  );
  t.strictSame(await readAspect(stored, 'status'), { removed: true });
  t.match(await writer.post('/entities?action=delete', { urn: sent }), { status: 200 });
  t.equal(await readText(stored, 'status'), null);
});
