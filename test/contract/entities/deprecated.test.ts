import t from 'tap';
import { proposal } from '../../support/aspects.js';
import { assetCatalog } from '../../support/assets.js';
import { datasetUrn, field, tagUrn } from '../../support/metadata.js';

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
      errors: [{ message: `version is ${version}; only the latest version is kept, which is 0` }],
    });
  }
});
