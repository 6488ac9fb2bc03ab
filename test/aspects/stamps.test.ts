import t from 'tap';
import { add, aspectCatalog, encoded, freshDataset, patchProposal, proposal } from '../support/aspects.js';
import { call, column, field, tagUrn } from '../support/metadata.js';

let now = 1_000;
const catalog = await aspectCatalog(t, { clock: () => now });
const { writer, put, readAspect, readText } = catalog;
const other = await catalog.user('other', ['EDIT_ENTITY']);
const a = tagUrn('a');
await put(proposal(a, 'tagProperties', { name: 'a' }));
const edits = (by: typeof writer, name: 'addTags' | 'removeTag', resourceUrn: string) => {
  const tag = name === 'addTags' ? { tagUrns: [a] } : { tagUrn: a };
  return call(by, name, { input: { ...tag, resourceUrn, ...column('x') } });
};
const by = (actor: string, time: number) => ({ time, actor: `urn:li:corpuser:${actor}` });
const stamps = async (urn: string) => {
  const { created, lastModified } = await readAspect(urn, 'editableSchemaMetadata');
  return { created, lastModified };
};
const withSchema = async () => {
  const urn = freshDataset();
  await put(proposal(urn, 'schemaMetadata', { fields: [field('x')] }));
  return urn;
};

t.test('editableSchemaMetadata made over GraphQL has the actors of creation and last change', async (t) => {
  const urn = await withSchema();
  now = 2_000;
  await edits(writer, 'addTags', urn);
  t.strictSame(await stamps(urn), { created: by('writer', 2_000), lastModified: by('writer', 2_000) });
  now = 3_000;
  await edits(other, 'removeTag', urn);
  t.strictSame(await stamps(urn), { created: by('writer', 2_000), lastModified: by('other', 3_000) });
});

t.test('ingested stamps are kept until people edit the aspect', async (t) => {
  const ingested = { created: by('etl', 5), lastModified: by('etl', 6) };
  for (const edit of ['addTags', 'removeTag'] as const) {
    const urn = await withSchema();
    const editableSchemaFieldInfo =
      edit === 'addTags' ? [] : [{ fieldPath: 'x', globalTags: { tags: [{ tag: a }] } }];
    await put(proposal(urn, 'editableSchemaMetadata', { ...ingested, n: 1, editableSchemaFieldInfo }));
    t.strictSame(await stamps(urn), ingested);
    now += 1_000;
    t.match(await edits(other, edit, urn), { value: true });
    t.strictSame(await stamps(urn), { created: by('etl', 5), lastModified: by('other', now) }, edit);
    t.match(await readAspect(urn, 'editableSchemaMetadata'), { n: 1 }, 'the rest is kept');

    const text = await readText(urn, 'editableSchemaMetadata');
    now += 1_000;
    await put(proposal(urn, 'editableSchemaMetadata', text));
    t.equal(await readText(urn, 'editableSchemaMetadata'), text, 'the aspect sent again is unchanged');
  }
});

t.test('a patch keeps ingested stamps', async (t) => {
  const urn = await withSchema();
  const ingested = { created: by('etl', 5), lastModified: by('etl', 6) };
  await put(
    proposal(urn, 'editableSchemaMetadata', { ...ingested, editableSchemaFieldInfo: [] }),
    patchProposal(urn, 'editableSchemaMetadata', [
      add(`/editableSchemaFieldInfo/x/globalTags/tags/${a}`, { tag: a }),
    ]),
  );
  t.strictSame(await stamps(urn), ingested);
});

t.test('lastModified of another aspect is an ordinary field', async (t) => {
  const urn = await withSchema();
  await put(proposal(urn, 'globalTags', { tags: [], lastModified: by('etl', 6) }));
  await call(writer, 'addTags', { input: { tagUrns: [a], resourceUrn: urn } });
  t.strictSame(await readAspect(urn, 'globalTags'), { lastModified: by('etl', 6), tags: [{ tag: a }] });
});

t.test('entitiesV2 has the actor of the last write, over GraphQL or by ingestion', async (t) => {
  const urn = await withSchema();
  const written = async () => {
    const { body } = await writer.get(`/entitiesV2/${encoded(urn)}?aspects=List(globalTags)`);
    return body.aspects.globalTags.created;
  };
  now = 11_000;
  await put(proposal(urn, 'globalTags', { tags: [] }));
  t.strictSame(await written(), by('writer', 11_000));
  now = 12_000;
  await call(other, 'addTags', { input: { tagUrns: [a], resourceUrn: urn } });
  t.strictSame(await written(), by('other', 12_000));
  now = 13_000;
  await put(patchProposal(urn, 'globalTags', [add(`/tags/${a}`, { tag: a })]));
  t.strictSame(await written(), by('other', 12_000), 'a write that changes nothing has no new stamp');
});
