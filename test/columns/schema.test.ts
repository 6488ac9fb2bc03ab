import t from 'tap';
import { aspect, call, column, field, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const associations = 'tags { tag { urn name } associatedUrn }';

async function schemas(urn: string) {
  const { dataset } = await catalog.read(
    `query ($urn: String!) { dataset(urn: $urn) {
       schemaMetadata { fields { fieldPath type nativeDataType nullable description tags { ${associations} } } }
       editableSchemaMetadata { editableSchemaFieldInfo {
         fieldPath description tags { ${associations} } globalTags { ${associations} } } } } }`,
    { urn },
  );
  return {
    fields: dataset.schemaMetadata?.fields ?? null,
    edited: dataset.editableSchemaMetadata?.editableSchemaFieldInfo ?? null,
  };
}

t.test('columns are returned as they were ingested, in the order of the schema', async (t) => {
  const urn = await catalog.dataset();
  const fields = [
    field('z', { nullable: true, description: 'first' }),
    field('a', { type: { type: { 'com.linkedin.schema.NumberType': {} } }, nativeDataType: 'bigint' }),
    field('[version=2.0].[type=R].[type=array].[type=Foo].ar.[type=long].a', {
      type: { type: { 'com.linkedin.schema.RecordType': {} } },
    }),
    field('a', { description: 'the path a second time' }),
  ];
  await catalog.put(aspect(urn, 'schemaMetadata', { fields }));
  const common = {
    type: 'STRING',
    nativeDataType: 'varchar',
    nullable: false,
    description: null,
    tags: null,
  };
  t.strictSame(await schemas(urn), {
    fields: [
      { ...common, fieldPath: 'z', nullable: true, description: 'first' },
      { ...common, fieldPath: 'a', type: 'NUMBER', nativeDataType: 'bigint' },
      {
        ...common,
        fieldPath: '[version=2.0].[type=R].[type=array].[type=Foo].ar.[type=long].a',
        type: 'STRUCT',
      },
      { ...common, fieldPath: 'a', description: 'the path a second time' },
    ],
    edited: null,
  });
});

t.test('a schema without columns is an empty list, not null', async (t) => {
  const urn = await catalog.dataset();
  await catalog.put(
    aspect(urn, 'schemaMetadata', { fields: [] }),
    aspect(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [] }),
  );
  t.strictSame(await schemas(urn), { fields: [], edited: [] });
});

t.test('ingested columns have the tags of the schema: null without the aspect, else a list', async (t) => {
  const urn = await catalog.dataset();
  await catalog.put(
    aspect(tagUrn('known'), 'tagProperties', { name: 'Known' }),
    aspect(urn, 'schemaMetadata', {
      fields: [
        field('none'),
        field('nulled', { globalTags: null }),
        field('empty', { globalTags: { tags: [] } }),
        field('two', { globalTags: { tags: [{ tag: tagUrn('unknown') }, { tag: tagUrn('known') }] } }),
      ],
    }),
  );
  const { fields } = await schemas(urn);
  const on = (id: string, name: string) => ({ tag: { urn: tagUrn(id), name }, associatedUrn: urn });
  t.strictSame(
    fields.map(({ tags }: { tags: object | null }) => tags),
    [null, null, { tags: [] }, { tags: [on('unknown', 'unknown'), on('known', 'Known')] }],
  );
});

t.test('tags that people added and tags of the schema are separate', async (t) => {
  const urn = await catalog.dataset();
  const [byHand] = (await catalog.tags('by_hand')) as [string];
  const ingested = { globalTags: { tags: [{ tag: tagUrn('ingested') }] } };
  await catalog.put(aspect(urn, 'schemaMetadata', { fields: [field('x', ingested)] }));
  await call(catalog.editor, 'addTags', { input: { tagUrns: [byHand], resourceUrn: urn, ...column('x') } });
  await call(catalog.editor, 'removeTag', {
    input: { tagUrn: tagUrn('ingested'), resourceUrn: urn, ...column('x') },
  });
  const { fields, edited } = await schemas(urn);
  t.match(fields, [{ fieldPath: 'x', tags: { tags: [{ tag: { urn: tagUrn('ingested') } }] } }]);
  const tags = { tags: [{ tag: { urn: byHand, name: 'by_hand' }, associatedUrn: urn }] };
  t.strictSame(edited, [{ fieldPath: 'x', description: null, tags, globalTags: tags }]);
});

t.test('edited columns are in the order of their first edit, with null for tags never written', async (t) => {
  const urn = await catalog.dataset('a', 'b', 'c');
  const [tag] = (await catalog.tags('edit')) as [string];
  const editableSchemaFieldInfo = [
    { fieldPath: 'b', description: 'described' },
    { fieldPath: 'gone', description: 'of an older schema', globalTags: { tags: [] } },
  ];
  await catalog.put(aspect(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo }));
  for (const path of ['c', 'a', 'b'])
    await call(catalog.editor, 'addTags', { input: { tagUrns: [tag], resourceUrn: urn, ...column(path) } });
  await call(catalog.editor, 'removeTag', { input: { tagUrn: tag, resourceUrn: urn, ...column('c') } });
  const tags = { tags: [{ tag: { urn: tag, name: 'edit' }, associatedUrn: urn }] };
  const empty = { tags: [] };
  t.strictSame((await schemas(urn)).edited, [
    { fieldPath: 'b', description: 'described', tags, globalTags: tags },
    { fieldPath: 'gone', description: 'of an older schema', tags: empty, globalTags: empty },
    { fieldPath: 'c', description: null, tags: empty, globalTags: empty },
    { fieldPath: 'a', description: null, tags, globalTags: tags },
  ]);
});
