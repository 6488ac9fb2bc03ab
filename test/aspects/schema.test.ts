import t from 'tap';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';
import { call, column, field, tagUrn } from '../support/metadata.js';

const catalog = await aspectCatalog(t);
const { writer, put, readAspect, readText, view } = catalog;
const a = tagUrn('a');
await put(proposal(a, 'tagProperties', { name: 'a' }));
const schema = (urn: string, ...fields: object[]) => proposal(urn, 'schemaMetadata', { fields });
const addTag = (urn: string, path: string) =>
  call(writer, 'addTags', { input: { tagUrns: [a], resourceUrn: urn, ...column(path) } });
const listPaths = async (urn: string) =>
  (await view(urn)).schemaMetadata.fields.map(({ fieldPath }: { fieldPath: string }) => fieldPath);

t.test('a new schema keeps the edits of columns, those of columns that come back too', async (t) => {
  const urn = freshDataset();
  await put(schema(urn, field('x'), field('y')));
  await addTag(urn, 'x');
  const edits = await readText(urn, 'editableSchemaMetadata');
  const entry = { fieldPath: 'x', description: null, tags: { tags: [{ tag: { urn: a } }] } };

  await put(schema(urn, field('y'), field('z')));
  t.strictSame(await listPaths(urn), ['y', 'z']);
  t.equal(await readText(urn, 'editableSchemaMetadata'), edits);
  t.strictSame((await view(urn)).editableSchemaMetadata.editableSchemaFieldInfo, [entry]);
  t.match(await addTag(urn, 'x'), { error: { type: 'NOT_FOUND' } });

  await put(proposal(urn, 'schemaMetadata', null, { changeType: 'DELETE' }));
  t.equal((await view(urn)).schemaMetadata, null);
  t.strictSame((await view(urn)).editableSchemaMetadata.editableSchemaFieldInfo, [entry]);

  await put(schema(urn, field('x')));
  t.strictSame((await view(urn)).editableSchemaMetadata.editableSchemaFieldInfo, [entry]);
  t.match(await addTag(urn, 'x'), { value: true });
});

t.test('ingested and edited descriptions and tags of a column are separate', async (t) => {
  const urn = freshDataset();
  const ingested = { description: 'ingested', globalTags: { tags: [{ tag: tagUrn('unheardOf') }] } };
  await put(
    schema(urn, field('x', ingested)),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'x', description: 'edited' }],
    }),
  );
  t.match(await view(urn), {
    schemaMetadata: {
      fields: [{ description: 'ingested', tags: { tags: [{ tag: { urn: tagUrn('unheardOf') } }] } }],
    },
    editableSchemaMetadata: { editableSchemaFieldInfo: [{ description: 'edited', tags: null }] },
  });
});

t.test('a schema with a path twice keeps its order', async (t) => {
  const urn = freshDataset();
  const fields = [field('dup', { n: 1 }), field('x'), field('dup', { n: 2 }), field('2'), field('1')];
  await put(schema(urn, ...fields));
  t.strictSame((await readAspect(urn, 'schemaMetadata')).fields, fields);
  t.strictSame(await listPaths(urn), ['dup', 'x', 'dup', '2', '1']);
  t.match(await addTag(urn, 'dup'), { value: true });
  t.strictSame((await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo, [
    { fieldPath: 'dup', globalTags: { tags: [{ tag: a }] } },
  ]);
});

t.test('of two entries for one column, the later one is kept', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'x', description: '1', globalTags: { tags: [{ tag: a }] } },
        { fieldPath: 'y' },
        { fieldPath: 'x', description: '2' },
      ],
    }),
  );
  t.strictSame((await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo, [
    { fieldPath: 'x', description: '2' },
    { fieldPath: 'y' },
  ]);
});

t.test('every type of column is mapped, an unknown one too', async (t) => {
  const urn = freshDataset();
  const union = (name: string) => ({ type: { type: { [name]: {} } } });
  await put(
    schema(
      urn,
      field('number', union('com.linkedin.schema.NumberType')),
      field('struct', union('com.linkedin.schema.RecordType')),
      field('new', union('com.linkedin.schema.VectorType')),
      field('odd', union('constructor')),
      field('none', { type: { type: {} } }),
    ),
  );
  const types = (await view(urn)).schemaMetadata.fields.map(({ type }: { type: string }) => type);
  t.strictSame(types, ['NUMBER', 'STRUCT', 'NULL', 'NULL', 'NULL']);
});

t.test('a schema may have ten thousand columns', async (t) => {
  const urn = freshDataset();
  const fields = Array.from({ length: 10_000 }, (_, index) =>
    field(`column_${index}`, { description: `${index}` }),
  );
  await put(schema(urn, ...fields));
  t.strictSame((await readAspect(urn, 'schemaMetadata')).fields, fields);
});
