import t from 'tap';
import { proposal } from '../support/aspects.js';
import { assetCatalog } from '../support/assets.js';
import { datasetUrn, field, tagUrn } from '../support/metadata.js';

const { put, one, writer } = await assetCatalog(t);

t.test('Tag.description is the description among its properties', async (t) => {
  await put(proposal(tagUrn('bare'), 'status', {}));
  t.strictSame(await one('tag', tagUrn('bare'), 'description'), { description: null });
  await put(proposal(tagUrn('told'), 'tagProperties', { name: 'n', description: 'd' }));
  t.strictSame(await one('tag', tagUrn('told'), 'description'), { description: 'd' });
});

t.test('SchemaField.globalTags has the same tags as SchemaField.tags', async (t) => {
  const urn = datasetUrn('tagged');
  await put(
    proposal(urn, 'schemaMetadata', {
      fields: [field('a', { globalTags: { tags: [{ tag: tagUrn('x') }] } }), field('b')],
    }),
  );
  const tags = { tags: [{ tag: { urn: tagUrn('x') } }] };
  const fields = 'fields { tags { tags { tag { urn } } } globalTags { tags { tag { urn } } } }';
  t.strictSame(await one('dataset', urn, `schemaMetadata { ${fields} }`), {
    schemaMetadata: {
      fields: [
        { tags, globalTags: tags },
        { tags: null, globalTags: null },
      ],
    },
  });
});

t.test('schemaMetadata takes the version 0, which is the latest, and no other', async (t) => {
  const urn = datasetUrn('versions');
  await put(proposal(urn, 'schemaMetadata', { fields: [field('a')] }));
  const schema = { schemaMetadata: { fields: [{ fieldPath: 'a' }] } };
  for (const args of ['', '(version: 0)', '(version: null)'])
    t.strictSame(await one('dataset', urn, `schemaMetadata${args} { fields { fieldPath } }`), schema);
  for (const version of [1, -1, 7]) {
    const { body } = await writer.graphql(
      `query ($urn: String!) { dataset(urn: $urn) { urn schemaMetadata(version: ${version}) { fields { fieldPath } } } }`,
      { urn },
    );
    t.match(body, {
      data: { dataset: { urn, schemaMetadata: null } },
      errors: [{ message: `version is ${version}; only 0, the latest version, is stored` }],
    });
  }
});

t.test('what exists for documents of DataHub is deprecated, is accepted and never has data', async (t) => {
  await put(proposal(datasetUrn('found'), 'datasetProperties', { name: 'found' }));
  const document = `query ($flags: SearchFlags) {
    searchAcrossEntities(input: { query: "found", types: [DATASET], searchFlags: $flags }) {
      suggestions { text } searchResults { insights { text } extraProperties { name } } }
    globalViewsSettings { defaultView } }`;
  const flags = {
    skipCache: true,
    fulltext: true,
    includeExplain: false,
    groupingSpec: { groupingCriteria: [] },
  };
  for (const _ of [1, 2, 3, 4, 5]) {
    const { body } = await writer.graphql(document, { flags });
    t.strictSame(body.data, {
      searchAcrossEntities: { suggestions: [], searchResults: [{ insights: [], extraProperties: [] }] },
      globalViewsSettings: { defaultView: null },
    });
  }
});

t.test('introspection shows deprecated inputs to those who ask for them', async (t) => {
  const names = async (args: string) => {
    const { body } = await writer.graphql(`{ __type(name: "SearchFlags") { inputFields${args} { name } } }`);
    return body.data.__type.inputFields.map(({ name }: { name: string }) => name);
  };
  t.notOk((await names('')).includes('skipCache'));
  t.ok((await names('')).includes('skipAggregates'));
  t.ok((await names('(includeDeprecated: true)')).includes('skipCache'));
});
