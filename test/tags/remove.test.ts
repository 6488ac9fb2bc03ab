import t from 'tap';
import { aspect, call, column, done, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor, tagsOn, columnTagsOn } = catalog;
const [a, b] = (await catalog.tags('a', 'b')) as [string, string];
const add = (resourceUrn: string, tagUrns: string[], where = {}) =>
  call(editor, 'addTags', { input: { tagUrns, resourceUrn, ...where } });
const remove = (resourceUrn: string, tag: string, where = {}) =>
  call(editor, 'removeTag', { input: { tagUrn: tag, resourceUrn, ...where } });

t.test('removing a tag keeps the order of the others; the last one leaves an empty list', async (t) => {
  const urn = await catalog.dataset();
  await add(urn, [a, b]);
  t.strictSame(await remove(urn, a), done);
  t.strictSame(await tagsOn(urn), ['b']);
  t.strictSame(await remove(urn, b), done);
  t.strictSame(await tagsOn(urn), []);
});

t.test('tags that were written once are never null again', async (t) => {
  const urn = await catalog.dataset();
  await add(urn, [a]);
  for (let round = 0; round < 2; round += 1) {
    await remove(urn, a);
    t.strictSame(await tagsOn(urn), []);
  }
  await add(urn, [b]);
  t.strictSame(await tagsOn(urn), ['b']);
});

t.test('removing from a column that was never tagged adds no edited column', async (t) => {
  const urn = await catalog.dataset('x', 'y');
  await add(urn, [a], column('x'));
  t.strictSame(await remove(urn, a, column('y')), done);
  t.strictSame(await columnTagsOn(urn), { x: ['a'] });
});

t.test('an edited column whose tags were never written keeps null, and its description', async (t) => {
  const urn = await catalog.dataset('x');
  const editableSchemaFieldInfo = [{ fieldPath: 'x', description: 'by hand' }];
  await catalog.put(aspect(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo }));
  t.strictSame(await columnTagsOn(urn), { x: null });
  await remove(urn, a, column('x'));
  t.strictSame(await columnTagsOn(urn), { x: null });
  await add(urn, [a], column('x'));
  t.strictSame(await columnTagsOn(urn), { x: ['a'] });
  const { dataset } = await catalog.read(
    `query ($urn: String!) { dataset(urn: $urn) { editableSchemaMetadata { editableSchemaFieldInfo { description } } } }`,
    { urn },
  );
  t.equal(dataset.editableSchemaMetadata.editableSchemaFieldInfo[0].description, 'by hand');
});

t.test('the tags of a dataset and of its columns are independent', async (t) => {
  const urn = await catalog.dataset('x', 'y');
  await add(urn, [a, b]);
  await add(urn, [a, b], column('x'));
  await add(urn, [a, b], column('y'));
  await remove(urn, a);
  await remove(urn, b, column('x'));
  t.strictSame(await tagsOn(urn), ['b']);
  t.strictSame(await columnTagsOn(urn), { x: ['a'], y: ['a', 'b'] });
});

t.test('removing a tag that is not there, or does not exist, returns true and changes nothing', async (t) => {
  const urn = await catalog.dataset();
  await add(urn, [a]);
  for (const tag of [b, tagUrn('never')]) t.strictSame(await remove(urn, tag), done);
  t.strictSame(await tagsOn(urn), ['a']);
  t.equal(await catalog.db.prisma.tag.count({ where: { urn: tagUrn('never') } }), 0);
});
