import t from 'tap';
import { fieldNamed, fieldNames } from '../../src/search/fields.js';
import { proposal } from '../support/aspects.js';
import { assetCatalog, platform } from '../support/assets.js';
import { containerUrn, datasetUrn, tagUrn } from '../support/metadata.js';

const catalog = await assetCatalog(t);
const { put, read, writer } = catalog;

const [orders, raw] = [datasetUrn('orders'), datasetUrn('raw')];
const [owner, term] = ['urn:li:corpuser:anna', 'urn:li:glossaryTerm:revenue'];
const model = `urn:li:mlModel:(${platform('one')},m,PROD)`;
const stamp = { time: 1, actor: owner };

const readFacts = async (urn: string, fields: readonly string[]) => {
  const document = `query ($urn: String!, $fields: [String!]!) { entity(urn: $urn) {
    facts(fields: $fields) { field values { value entity { urn } } } } }`;
  const { entity } = await read(document, { urn, fields });
  return entity?.facts ?? null;
};

t.before(async () => {
  await put(proposal(orders, 'ownership', { owners: [{ owner, type: 'NONE' }], lastModified: stamp }));
  await put(proposal(orders, 'globalTags', { tags: [{ tag: tagUrn('pii') }] }));
  await put(proposal(orders, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: stamp }));
  await put(proposal(orders, 'container', { container: containerUrn('sales') }));
  await put(proposal(orders, 'status', { removed: true }));
  await put(
    proposal(orders, 'upstreamLineage', {
      upstreams: [{ dataset: raw, type: 'COPY', auditStamp: stamp }],
    }),
  );
  const customProperties = Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`p${i}`, `v${i}`]));
  await put(proposal(orders, 'datasetProperties', { name: 'Orders', description: 'Sold', customProperties }));
  await put(proposal(model, 'status', { removed: false }));
});

t.test('the facts of an entity are what a search over its own URN counts', async (t) => {
  const counted = fieldNames.filter(
    (name) => name !== 'browsePathV2' && fieldNamed(name)!.sources.every(({ kind }) => kind !== 'columns'),
  );
  t.ok(counted.length > 30);
  const document = `query ($urn: String!, $facets: [String]!) { aggregateAcrossEntities(input: {
    query: "*", types: [DATASET], facets: $facets, orFilters: [{ and: [{ field: "urn", values: [$urn] }] }],
    searchFlags: { includeSoftDeleted: true, maxAggValues: 100 } }) {
    facets { field aggregations { value entity { urn } } } } }`;
  for (let from = 0; from < counted.length; from += 20) {
    const fields = counted.slice(from, from + 20);
    const { facets } = (await read(document, { urn: orders, facets: fields })).aggregateAcrossEntities;
    t.strictSame(
      await readFacts(orders, fields),
      facets.map(({ field, aggregations }: { field: string; aggregations: unknown[] }) => ({
        field,
        values: aggregations,
      })),
    );
  }
});

t.test('values are shown with the entity that a URN names; a field without values is empty', async (t) => {
  const fields = ['owners', 'upstreams', 'removed', 'domains', 'platform.keyword'];
  t.strictSame(await readFacts(orders, fields), [
    { field: 'owners', values: [{ value: owner, entity: { urn: owner } }] },
    { field: 'upstreams', values: [{ value: raw, entity: { urn: raw } }] },
    { field: 'removed', values: [{ value: 'true', entity: null }] },
    { field: 'domains', values: [] },
    { field: 'platform.keyword', values: [{ value: platform('hive'), entity: { urn: platform('hive') } }] },
  ]);
});

t.test('entities of every type have facts, also those that searches cannot name', async (t) => {
  t.strictSame(await readFacts(model, ['removed', 'structuredProperties.a b']), [
    { field: 'removed', values: [{ value: 'false', entity: null }] },
    { field: 'structuredProperties.a b', values: [] },
  ]);
  t.equal(await readFacts(raw, ['owners']), null);
});

t.test('fields that are unknown, of columns, or too many are refused', async (t) => {
  const document = 'query ($fields: [String!]!) { dataset(urn: "X") { facts(fields: $fields) { field } } }';
  const refused = async (fields: readonly string[]) => {
    const { body } = await writer.graphql(document.replace('X', orders), { fields });
    t.strictSame(body.data, { dataset: { facts: null } });
    return body.errors[0];
  };
  for (const [fields, message] of [
    [['nothing'], /^"nothing" is not a field/],
    [['fieldPaths'], /^"fieldPaths" is a field of columns/],
    [Array.from({ length: 21 }, (_, i) => `f${i}`), /^21 fields are requested; at most 20 are allowed/],
  ] as const)
    t.match(await refused(fields), { message, extensions: { type: 'BAD_REQUEST' } });
});
