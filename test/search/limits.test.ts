import t from 'tap';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';
import { column, schemaWith } from '../support/schemas.js';
import { refill, storedDocuments } from '../support/stored-documents.js';

const catalog = await aspectCatalog(t);
const { db, writer, put, batch } = catalog;

const search = async (input: object, selection = 'total searchResults { entity { urn } }') => {
  const { body } = await writer.graphql(
    `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { ${selection} } }`,
    { input: { query: '*', start: 0, count: 10, ...input } },
  );
  return body;
};
const listUrns = async (input: object) =>
  (await search(input)).data.searchAcrossEntities.searchResults.map(
    ({ entity }: { entity: { urn: string } }) => entity.urn,
  );
const rules = (count: number, rule: object) =>
  Array.from({ length: count }, (_, index) => ({ ...rule, values: [`v${index}`] }));
const refused = (message: RegExp) => ({ errors: [{ message, extensions: { code: 400 } }] });

t.test('a column of a wide table is found by its whole name', async (t) => {
  const urn = freshDataset('wide');
  const names = Array.from({ length: 1_200 }, (_, index) => `metric_value_q${index}`);
  await put(
    proposal(
      urn,
      'schemaMetadata',
      schemaWith(...names.map((name) => column(name, { description: 'one of many values' }))),
    ),
  );
  for (const name of ['metric_value_q3', 'metric_value_q300', 'metric_value_q1199'])
    t.strictSame(await listUrns({ query: name }), [urn], name);
  t.strictSame(await listUrns({ query: 'metric_value_q1200', searchFlags: { forgiving: false } }), []);
});

t.test('rules that no index answers are limited together', async (t) => {
  const filter = (...and: object[]) => ({ orFilters: [{ and }] });
  const contain = { field: 'description', condition: 'CONTAIN' };
  t.match((await search(filter(...rules(20, contain)))).data, { searchAcrossEntities: { total: 0 } });
  for (const and of [
    rules(21, contain),
    rules(11, { field: 'fieldDescriptions', condition: 'CONTAIN' }),
    rules(30, { field: 'tags', negated: true }),
    rules(20, { field: 'container', condition: 'DESCENDANTS_INCL' }),
  ])
    t.match(await search(filter(...and)), refused(/too many rules that no index supports.*at most 200/));
});

t.test('a facet of two fields names two', async (t) => {
  const { body } = await writer.graphql(
    `{ aggregateAcrossEntities(input: { query: "*", facets: ["customProperties␞customProperties"] }) { facets { field } } }`,
  );
  t.match(body, refused(/names a field twice/));
});

t.test('matched fields of many texts and words are found in steps', async (t) => {
  const urns = Array.from({ length: 30 }, (_, index) => freshDataset(`described${index}`));
  const description = 'filler words '.repeat(700);
  await batch(
    urns.map((urn) => proposal(urn, 'datasetProperties', { description: `needle ${description}` })),
  );
  const words = Array.from({ length: 48 }, (_, index) => `xyz${index}`).join(' OR ');
  const { data } = await search(
    { query: `/q ${words} OR needle`, count: 30 },
    'searchResults { matchedFields { name value } }',
  );
  const { searchResults } = data.searchAcrossEntities;
  t.equal(searchResults.length, 30);
  t.match(searchResults[0].matchedFields, [{ name: 'description', value: /^needle filler/ }]);
  t.ok(searchResults[0].matchedFields[0].value.length <= 1_000);
});

t.test('only the properties of an entity’s own type are searched', async (t) => {
  const urn = freshDataset('own');
  await put(
    proposal(urn, 'datasetProperties', { name: 'alphaname' }),
    proposal(urn, 'mlModelProperties', { name: 'betaname' }),
  );
  t.strictSame(await listUrns({ query: 'alphaname' }), [urn]);
  t.strictSame(await listUrns({ query: 'betaname' }), []);
});

t.test('a forged scroll id is refused', async (t) => {
  const ask = `query ($input: ScrollAcrossEntitiesInput!) {
    scrollAcrossEntities(input: $input) { nextScrollId searchResults { entity { urn } } } }`;
  const input = { query: 'described', count: 1 };
  const { body } = await writer.graphql(ask, { input });
  const { nextScrollId } = body.data.scrollAcrossEntities;
  const [hash, keys, , urn] = JSON.parse(Buffer.from(nextScrollId, 'base64url').toString());
  for (const score of [1e300, 1e-300]) {
    const scrollId = Buffer.from(JSON.stringify([hash, keys, score, urn])).toString('base64url');
    t.match((await writer.graphql(ask, { input: { ...input, scrollId } })).body, refused(/scrollId is/));
  }
});

t.test('what is written while documents are filled is as whole as what the fill makes', async (t) => {
  const [removed, owned] = [freshDataset('removed'), freshDataset('owned')];
  const owners = { owners: [{ owner: 'urn:li:corpuser:ann', type: 'DATAOWNER' }] };
  await put(proposal(removed, 'status', { removed: true }), proposal(owned, 'ownership', owners));
  await put(proposal('urn:li:tag:late', 'tagProperties', { name: 'late' }));
  await db.query('DELETE FROM search_documents');
  await db.query(`UPDATE search_state SET filled_to = ''`);
  await put(proposal(removed, 'globalTags', { tags: [{ tag: 'urn:li:tag:late' }] }));
  await put(proposal(removed, 'ownership', owners), proposal(owned, 'subTypes', { typeNames: ['View'] }));
  t.strictSame(
    await listUrns({ orFilters: [{ and: [{ field: 'tags', values: ['urn:li:tag:late'] }] }] }),
    [],
  );
  const stored = await storedDocuments(db);
  await refill(db);
  const filled = new Map((await storedDocuments(db)).map((row) => [row.urn, row]));
  t.strictSame(
    stored,
    stored.map(({ urn }) => filled.get(urn)),
  );
});
