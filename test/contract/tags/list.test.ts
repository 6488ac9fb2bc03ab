import t from 'tap';
import { call, column, refused, tagCatalog, tagUrn } from '../../support/metadata.js';
import { checkTaggedEntities } from '../../support/tagged-entities.js';

const catalog = await tagCatalog(t, { env: { PAGE_SIZE_MAX: '200' } });
const { editor } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS']);
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
await writer.post('/aspects?action=ingestProposal', {
  proposal: {
    entityType: 'dataset',
    entityUrn: three,
    changeType: 'UPSERT',
    aspectName: 'globalTags',
    aspect: {
      contentType: 'application/json',
      value: JSON.stringify({ tags: [{ tag: tagUrn('pii') }, { tag: tagUrn('Ingested') }] }),
    },
  },
});

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
  t.match(await error({ count: 201 }), {
    message: /count is 201; expected an integer from 0 to 200/,
    extensions: refused('BAD_REQUEST').error,
  });
  t.match(await error({ start: -1 }), { message: /start is -1/ });
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

t.test('listing takes a token and no privilege', async (t) => {
  const reader = await catalog.user('reader');
  t.match(await reader.graphql('{ listTags(input: {}) { total } }'), {
    body: { data: { listTags: { total: 154 } } },
  });
  t.equal((await catalog.anonymous.graphql('{ listTags(input: {}) { total } }')).status, 401);
});
