import t from 'tap';
import { call, column, done, refused, tagCatalog } from '../support/metadata.js';
import { checkTaggedEntities, clearDeletedTags } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { editor, tagsOn, columnTagsOn } = catalog;
const drop = (urn: string) => call(editor, 'deleteTag', { urn });
const exists = async (urn: string) =>
  (await catalog.read('query ($urn: String!) { tag(urn: $urn) { urn } }', { urn })).tag !== null;

t.test('a deleted tag does not exist, and is on no dataset, column or container', async (t) => {
  const [doomed, kept] = (await catalog.tags('doomed', 'kept')) as [string, string];
  const [one, two, box] = [
    await catalog.dataset('x', 'y'),
    await catalog.dataset(),
    await catalog.container(),
  ];
  const resources = [one, two, box].map((resourceUrn) => ({ resourceUrn }));
  const columns = ['x', 'y'].map((path) => ({ resourceUrn: one, ...column(path) }));
  await call(editor, 'batchAddTags', {
    input: { tagUrns: [doomed, kept], resources: [...resources, columns[0]] },
  });
  await call(editor, 'addTags', { input: { tagUrns: [doomed], ...columns[1] } });

  t.strictSame(await drop(doomed), done);
  t.equal(await exists(doomed), false);
  for (const urn of [one, two, box]) t.strictSame(await tagsOn(urn), ['kept']);
  t.strictSame(
    await columnTagsOn(one),
    { x: ['kept'], y: [] },
    'a column that had only this tag keeps its entry',
  );
  await clearDeletedTags(catalog.db);
  t.equal(await catalog.db.prisma.globalTag.count({ where: { tagUrn: doomed } }), 0);
  t.equal(await exists(kept), true);
});

t.test('removing a deleted tag is no error, whether the resource had it or not', async (t) => {
  const [tag] = (await catalog.tags('removable')) as [string];
  const [had, hadNot] = [await catalog.dataset('x'), await catalog.dataset('x')];
  await call(editor, 'addTags', { input: { tagUrns: [tag], resourceUrn: had } });
  await drop(tag);
  for (const resourceUrn of [had, hadNot]) {
    for (const where of [{}, column('x')])
      t.strictSame(await call(editor, 'removeTag', { input: { tagUrn: tag, resourceUrn, ...where } }), done);
    const batch = { tagUrns: [tag], resources: [{ resourceUrn }] };
    t.strictSame(await call(editor, 'batchRemoveTags', { input: batch }), done);
  }
  t.strictSame(await tagsOn(had), []);
  t.equal(await tagsOn(hadNot), null);
});

t.test('NOT_FOUND: deleting, changing or adding a tag that is deleted already', async (t) => {
  const [urn] = (await catalog.tags('twice')) as [string];
  const dataset = await catalog.dataset();
  t.strictSame(await drop(urn), done);
  const missing = refused('NOT_FOUND', `There is no tag "${urn}"`);
  t.match(await drop(urn), missing);
  t.match(await call(editor, 'setTagColor', { urn, colorHex: '#000000' }), missing);
  t.match(await call(editor, 'updateTag', { urn, input: { urn, name: 'n' } }), missing);
  t.match(await call(editor, 'addTags', { input: { tagUrns: [urn], resourceUrn: dataset } }), missing);
  t.equal(await tagsOn(dataset), null);
});

t.test('of many concurrent requests to delete one tag, exactly one succeeds', async (t) => {
  const [urn] = (await catalog.tags('raced')) as [string];
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => drop(urn)));
  t.equal(outcomes.filter(({ value }) => value === true).length, 1);
  t.equal(outcomes.filter(({ error }) => error?.type === 'NOT_FOUND').length, 9);
});

t.test('a new tag with the id of a deleted one has none of its properties and resources', async (t) => {
  const [urn] = (await catalog.tags('again')) as [string];
  const dataset = await catalog.dataset();
  await call(editor, 'setTagColor', { urn, colorHex: '#123456' });
  await call(editor, 'addTags', { input: { tagUrns: [urn], resourceUrn: dataset } });
  await drop(urn);
  t.strictSame(await call(editor, 'createTag', { input: { name: 'Again', id: 'again' } }), {
    status: 200,
    value: urn,
  });
  const { tag } = await catalog.read(
    'query ($urn: String!) { tag(urn: $urn) { properties { name description colorHex } } }',
    { urn },
  );
  t.strictSame(tag.properties, { name: 'Again', description: null, colorHex: null });
  t.strictSame(await tagsOn(dataset), []);
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
