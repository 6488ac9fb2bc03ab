import t from 'tap';
import { ingestUrl, proposal } from '../support/aspects.js';
import { call, column, tagCatalog, tagUrn } from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t, { env: { PAGE_SIZE_MAX: '200' } });
const { editor } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS']);
const reader = await catalog.user('reader', ['CREATE_TAGS']);
const document = `query ($input: ListTagsInput!) { listTags(input: $input) {
  start count total tags { urn name properties { name description } usage { entities columns } } } }`;

interface Listed {
  urn: string;
  name: string;
  usage: { entities: number; columns: number };
}
const list = async (input: object) => (await catalog.read(document, { input })).listTags;
const names = async (input: object): Promise<string[]> =>
  (await list(input)).tags.map(({ name }: Listed) => name);
const error = async (input: object) => (await editor.graphql(document, { input })).body.errors?.[0];

const create = (id: string, name: string, description?: string) =>
  call(editor, 'createTag', { input: { id, name, description } });

const [one, two, three] = [
  await catalog.dataset('x', 'y'),
  await catalog.dataset('x'),
  await catalog.dataset(),
];
await create('pii', 'PII', 'Personal data of customers');
await create('Tier_1', 'tier one');
await create('ÜBER', 'Über_100%');
await create('unused', 'Not used');
const attach = (id: string, ...resources: object[]) =>
  call(editor, 'batchAddTags', { input: { tagUrns: [tagUrn(id)], resources } });
await attach('pii', { resourceUrn: one }, { resourceUrn: two }, { resourceUrn: three });
await attach('Tier_1', { resourceUrn: one, ...column('x') }, { resourceUrn: one, ...column('y') });
await attach('ÜBER', { resourceUrn: one }, { resourceUrn: two, ...column('x') });
// A tag that is known by its association alone.
const ingested = { tags: [{ tag: tagUrn('pii') }, { tag: tagUrn('Ingested') }] };
await writer.post(ingestUrl, { proposal: proposal(three, 'globalTags', ingested) });

t.test('all tags by name, with their counts', async (t) => {
  const { tags, ...page } = await list({});
  t.strictSame(page, { start: 0, count: 20, total: 5 });
  t.strictSame(
    tags.map(({ name, usage: { entities, columns } }: Listed) => [name, entities, columns]),
    [
      ['Ingested', 1, 0],
      ['Not used', 0, 0],
      ['PII', 3, 0],
      ['tier one', 0, 2],
      ['Über_100%', 1, 1],
    ],
  );
  t.equal(tags[0].properties, null);
});

t.test('the order is by name or by a count, in both directions', async (t) => {
  const byName = ['Ingested', 'Not used', 'PII', 'tier one', 'Über_100%'];
  t.strictSame(await names({ orderBy: 'NAME', descending: true }), [...byName].reverse());
  t.strictSame(await names({ orderBy: 'ENTITIES', descending: true }), [
    'PII',
    'Ingested',
    'Über_100%',
    'Not used',
    'tier one',
  ]);
  t.strictSame(await names({ orderBy: 'ENTITIES' }), [
    'Not used',
    'tier one',
    'Ingested',
    'Über_100%',
    'PII',
  ]);
  t.strictSame(await names({ orderBy: 'COLUMNS', descending: true }), [
    'tier one',
    'Über_100%',
    'Ingested',
    'Not used',
    'PII',
  ]);
  t.strictSame(await names({ orderBy: 'USAGE', descending: true }), [
    'PII',
    'tier one',
    'Über_100%',
    'Ingested',
    'Not used',
  ]);
  t.strictSame(
    await names({ orderBy: null, descending: null, start: null, count: null, query: null, unused: null }),
    byName,
  );
});

t.test('tags with and without columns and descriptions', async (t) => {
  t.strictSame(await names({ onColumns: true }), ['tier one', 'Über_100%']);
  t.strictSame(await names({ onColumns: false }), ['Ingested', 'Not used', 'PII']);
  t.strictSame(await names({ described: true }), ['PII']);
  t.strictSame(await names({ described: false, unused: true }), ['Not used']);
  t.strictSame(await names({ described: false, query: 'ingest' }), ['Ingested']);
  t.strictSame(await names({ onColumns: null, described: null, query: 'ier' }), ['tier one']);
});

t.test('a query is a part of the name or of the id, or the beginnings of words', async (t) => {
  t.strictSame(await names({ query: 'ii' }), ['PII']);
  t.strictSame(await names({ query: ' IER ' }), ['tier one']);
  t.strictSame(await names({ query: 'tier_' }), ['tier one'], 'of the id');
  t.strictSame(await names({ query: 'über' }), ['Über_100%']);
  t.strictSame(await names({ query: '0%' }), ['Über_100%'], 'no character is a wildcard');
  t.strictSame(await names({ query: '_' }), ['tier one', 'Über_100%']);
  t.strictSame(await names({ query: 'customers person' }), ['PII'], 'words of the description');
  t.strictSame(await names({ query: 'custom absent' }), []);
  t.strictSame(await names({ query: 'ingest' }), ['Ingested'], 'without properties');
  t.strictSame(await names({ query: "'; --" }), []);
  t.strictSame(await names({ query: '\\' }), []);
  t.equal((await names({ query: '*' })).length, 5);
  t.equal((await names({ query: '  ' })).length, 5);
});

t.test('a query finds tags whose search documents are not filled yet', async (t) => {
  await catalog.db.query(`DELETE FROM search_documents WHERE urn = $1`, [tagUrn('pii')]);
  t.strictSame(await names({ query: 'Pi' }), ['PII']);
});

t.test('unused tags, and used ones', async (t) => {
  t.strictSame(await names({ unused: true }), ['Not used']);
  t.strictSame(await names({ unused: false, orderBy: 'ENTITIES', descending: true, count: 2 }), [
    'PII',
    'Ingested',
  ]);
  t.strictSame(await names({ unused: true, query: 'pii' }), []);
});

t.test('pages', async (t) => {
  t.match(await list({ start: 1, count: 2 }), {
    start: 1,
    count: 2,
    total: 5,
    tags: [{ name: 'Not used' }, { name: 'PII' }],
  });
  t.match(await list({ start: 10 }), { total: 5, tags: [] });
  t.match(await list({ count: 0 }), { total: 5, tags: [] });
  t.match(await error({ start: 100_001 }), { message: /start is 100001; at most 100000/ });
  t.match(await error({ query: 'x'.repeat(256) }), { message: /at most 255/ });
  t.match(await error({ orderBy: 'COLOUR' }), { message: /COLOUR/ });
});

t.test('a deleted tag is not listed, and long pages are whole', async (t) => {
  await catalog.tags(...Array.from({ length: 150 }, (_, index) => `many${String(index).padStart(3, '0')}`));
  await call(editor, 'deleteTag', { urn: tagUrn('many007') });
  const { tags, total } = await list({ query: 'MANY', count: 200 });
  t.equal(total, 149);
  t.equal(tags.length, 149);
  t.match(tags[7], { name: 'many008', usage: { entities: 0, columns: 0 } });
  await checkTaggedEntities(t, catalog.db);
});

t.test('deleted tags are listed for those who may restore them, until they exist again', async (t) => {
  const deleted = (input: object) => names({ ...input, deleted: true });
  await create('gone1', 'Gone éclair', 'Once for cakes');
  await create('gone2', 'gone Eclipse');
  const before = Date.now();
  await attach('gone1', { resourceUrn: one });
  for (const id of ['gone1', 'gone2']) await call(editor, 'deleteTag', { urn: tagUrn(id) });
  t.strictSame(await deleted({ query: 'GONE' }), ['Gone éclair', 'gone Eclipse']);
  t.strictSame(await deleted({ query: 'gone', orderBy: 'USAGE', descending: true, start: 1 }), [
    'gone Eclipse',
  ]);
  t.strictSame(await deleted({ query: 'gone', described: true }), ['Gone éclair']);
  t.strictSame(await names({ query: 'gone', deleted: false }), []);
  t.strictSame(await names({ query: 'gone', deleted: null }), []);
  const { listTags } = (
    await editor.graphql(
      `{ listTags(input: { query: "gone1", deleted: true }) { total tags {
           urn deletedAt exists properties { description } usage { entities columns } } } }`,
    )
  ).body.data;
  const [{ deletedAt, ...tag }] = listTags.tags;
  t.ok(deletedAt >= before && deletedAt <= Date.now());
  t.strictSame(tag, {
    urn: tagUrn('gone1'),
    exists: false,
    properties: { description: 'Once for cakes' },
    usage: { entities: 0, columns: 0 },
  });
  const refused = await reader.graphql(document, { input: { deleted: true } });
  t.match(refused.body.errors[0].extensions, { type: 'UNAUTHORIZED', missingPrivileges: ['MANAGE_TAGS'] });

  await call(editor, 'restoreTag', { urn: tagUrn('gone1') });
  t.strictSame(await deleted({ query: 'gone' }), ['gone Eclipse'], 'without the restored one');
  await create('gone2', 'Another');
  t.strictSame(await deleted({ query: 'gone' }), [], 'without one that was created again');
  await call(editor, 'deleteTag', { urn: tagUrn('gone2') });
  t.strictSame(await deleted({ query: 'gone2' }), ['Another'], 'a tag that was deleted twice is listed once');
  await catalog.db.query(`UPDATE deleted_tags SET deleted_at = 0 WHERE urn = $1`, [tagUrn('gone2')]);
  t.strictSame(await deleted({ query: 'gone2' }), [], 'without one that can no longer be restored');
});

t.test('a letter with a mark is beside the letter', async (t) => {
  const order = ['sort Ecke', 'sort éclair', 'sort Eclipse', 'sort Ökonomie', 'sort oktober', 'sort zebra'];
  await catalog.tags(...order);
  t.strictSame(await names({ query: 'sort' }), order);
  const found = async (descending: boolean) => {
    const { data } = (
      await editor.graphql(
        `query ($sort: SearchSortInput) { search: searchAcrossEntities(input: { types: [TAG], query: "sort",
          sortInput: $sort }) { searchResults { entity { displayName } } } }`,
        {
          sort: {
            sortCriteria: [{ field: '_entityName', sortOrder: descending ? 'DESCENDING' : 'ASCENDING' }],
          },
        },
      )
    ).body;
    return data.search.searchResults.map(
      ({ entity }: { entity: { displayName: string } }) => entity.displayName,
    );
  };
  t.strictSame(await found(false), order);
  t.strictSame(await found(true), [...order].reverse());
});
