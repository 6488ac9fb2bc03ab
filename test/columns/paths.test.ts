import t from 'tap';
import { aspect, field, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const v2 = (name: string, type = 'string') => `[version=2.0].[type=R].[type=${type}].${name}`;

async function found(query: string, ...fieldPaths: string[]) {
  const { searchAcrossEntities } = await catalog.read(
    `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
      searchResults { entity { urn } matchedFields { name value } } } }`,
    {
      input: {
        query,
        ...(fieldPaths.length > 0 && { orFilters: [{ and: [{ field: 'fieldPaths', values: fieldPaths }] }] }),
      },
    },
  );
  return searchAcrossEntities.searchResults as { entity: { urn: string }; matchedFields: object[] }[];
}

t.test('searches find a column by either of its paths', async (t) => {
  const [simple, version2] = [await catalog.dataset('zebra'), await catalog.dataset(v2('zebra', 'int'))];
  const urns = async (path: string) => (await found('*', path)).map(({ entity }) => entity.urn).sort();
  t.strictSame(await urns('zebra'), [simple, version2].sort());
  t.strictSame(await urns(v2('zebra', 'int')), [simple, version2].sort());
  t.strictSame(await urns(v2('zebra', 'long')), [simple], 'another version 2 path is another column');
});

t.test('searches name a column by its simple path, wherever its text is', async (t) => {
  const urn = await catalog.dataset();
  const fields = [field(v2('stripes'), { description: 'giraffes' })];
  const editableSchemaFieldInfo = [{ fieldPath: v2('stripes'), description: 'giraffes' }];
  await catalog.put(
    aspect(urn, 'schemaMetadata', { fields }),
    aspect(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo }),
  );
  const [result] = await found('giraffes');
  t.strictSame(result!.matchedFields, [{ name: 'fieldPaths', value: 'stripes' }]);
});
