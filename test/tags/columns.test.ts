import t from 'tap';
import { aspect, call, column, done, field, refused, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor, columnTagsOn } = catalog;
const [a, b] = (await catalog.tags('a', 'b')) as [string, string];
const add = (resourceUrn: string, path: string, tag = a) =>
  call(editor, 'addTags', { input: { tagUrns: [tag], resourceUrn, ...column(path) } });
const remove = (resourceUrn: string, path: string, tag = a) =>
  call(editor, 'removeTag', { input: { tagUrn: tag, resourceUrn, ...column(path) } });

const v2 = '[version=2.0].[type=struct].[type=struct].address.[type=string].city';
const intUnion = '[version=2.0].[type=R].[type=union].[type=int].value';
const textUnion = '[version=2.0].[type=R].[type=union].[type=string].value';
const key = '[version=2.0].[key=True].[type=K].[type=long].id';
const value = '[version=2.0].[type=V].[type=long].id';

/** The paths in the schema, the path in the request, and the path that gets the tag. */
const found: [string, string[], string, string][] = [
  ['a simple path', ['user_id', 'user_name'], 'user_name', 'user_name'],
  ['a nested simple path', ['a', 'a.b', 'a.b.c'], 'a.b', 'a.b'],
  ['an exact version-2 path', [v2], v2, v2],
  ['version 1 given, version 2 stored', [v2], 'address.city', v2],
  ['version 2 given, version 1 stored', ['address', 'address.city'], v2, 'address.city'],
  [
    'another version-2 path of the same simple path',
    [v2],
    '[version=2.0].[type=R].address.[type=text].city',
    v2,
  ],
  ['an exact member of a union', [intUnion, textUnion], textUnion, textUnion],
  ['an exact key beside a value', [key, value], key, key],
  ['the exact path before the same simple path', ['id', key, value], 'id', 'id'],
  ['a name with quotes and signs', [`o'b"r%_\\ien`, 'other'], `o'b"r%_\\ien`, `o'b"r%_\\ien`],
  ['a name with letters of any script', ['größe', '名前'], '名前', '名前'],
  ['a name in the other Unicode form', ['cafe\u0301', 'x'], 'caf\u00e9', 'cafe\u0301'],
  ['a decomposed name', ['caf\u00e9', 'x'], 'cafe\u0301', 'caf\u00e9'],
  ['the exact form before the other', ['caf\u00e9', 'cafe\u0301'], 'cafe\u0301', 'cafe\u0301'],
  [
    'a decomposed name in a version-2 path',
    ['[version=2.0].[type=int].cafe\u0301'],
    'caf\u00e9',
    '[version=2.0].[type=int].cafe\u0301',
  ],
  ['a path that the schema names twice', ['dup', 'dup'], 'dup', 'dup'],
];

t.test("tags are stored under the schema's own path, whichever path names the column", async (t) => {
  for (const [what, columns, given, stored] of found) {
    const urn = await catalog.dataset(...columns);
    t.strictSame(await add(urn, given), done, what);
    t.strictSame(await columnTagsOn(urn), { [stored]: ['a'] }, what);
    t.strictSame(await add(urn, stored, b), done, what);
    t.strictSame(
      await columnTagsOn(urn),
      { [stored]: ['a', 'b'] },
      `${what}: the same entry under its own path`,
    );
    t.strictSame(await remove(urn, given), done, what);
    t.strictSame(await columnTagsOn(urn), { [stored]: ['b'] }, what);
  }
});

t.test('clients with simple paths and clients with paths of version 2 edit the same column', async (t) => {
  const urn = await catalog.dataset(v2);
  await add(urn, v2, a);
  await add(urn, 'address.city', b);
  await add(urn, 'address.city', a);
  t.strictSame(await columnTagsOn(urn), { [v2]: ['a', 'b'] });
  await remove(urn, 'address.city', a);
  await remove(urn, v2, b);
  t.strictSame(await columnTagsOn(urn), { [v2]: [] });
});

t.test('one batch can name a column by both kinds of path', async (t) => {
  const urn = await catalog.dataset(v2);
  const resources = [v2, 'address.city'].map((path) => ({ resourceUrn: urn, ...column(path) }));
  t.strictSame(await call(editor, 'batchAddTags', { input: { tagUrns: [a], resources } }), done);
  t.strictSame(await columnTagsOn(urn), { [v2]: ['a'] });
});

t.test('the same path in two datasets is two columns, each resolved by its own schema', async (t) => {
  const [one, two] = [await catalog.dataset(v2), await catalog.dataset('address.city')];
  const resources = [one, two].map((resourceUrn) => ({ resourceUrn, ...column('address.city') }));
  t.strictSame(await call(editor, 'batchAddTags', { input: { tagUrns: [a], resources } }), done);
  t.strictSame(await columnTagsOn(one), { [v2]: ['a'] });
  t.strictSame(await columnTagsOn(two), { 'address.city': ['a'] });
});

t.test('BAD_REQUEST: several columns with the same simple path; the message lists them', async (t) => {
  for (const [columns, given] of [
    [[intUnion, textUnion], 'value'],
    [[intUnion, textUnion], '[version=2.0].[type=R].[type=double].value'],
    [[key, value], 'id'],
  ] as const) {
    const urn = await catalog.dataset('other', ...columns);
    for (const outcome of [await add(urn, given), await remove(urn, given)]) {
      t.match(outcome, refused('BAD_REQUEST', /could be any of/));
      for (const candidate of columns) t.ok(outcome.error?.message.includes(candidate), candidate);
      t.notOk(outcome.error?.message.includes('other'));
    }
    t.equal(await columnTagsOn(urn), null);
  }
});

t.test('NOT_FOUND: a column that does not exist, by any kind of path', async (t) => {
  const urn = await catalog.dataset('address', 'address.city');
  for (const path of [
    '',
    'city',
    'Address',
    'address.',
    'address.city ',
    'address.ci%',
    'addres_',
    'ADDRESS.CITY',
    '[version=2.0]',
    '[version=2.0].[type=R]',
    '[version=2.0].[type=R].[type=string].zip',
    '[version=2.0].[type=R.address',
    '[version=1.0].[type=R].address',
    'a\0b',
    '\ud800',
    'x'.repeat(1_500),
  ]) {
    const what = JSON.stringify(path.slice(0, 60));
    t.match(await add(urn, path), refused('NOT_FOUND', /has no column "/), what);
    t.match(await remove(urn, path), refused('NOT_FOUND', /has no column "/), what);
  }
  t.equal(await columnTagsOn(urn), null);
});

t.test('NOT_FOUND: a dataset without a schema, or with one that has no columns', async (t) => {
  const bare = await catalog.dataset();
  const empty = await catalog.dataset();
  await catalog.put(aspect(empty, 'schemaMetadata', { fields: [] }));
  for (const urn of [bare, empty]) {
    t.match(await add(urn, 'x'), refused('NOT_FOUND', `${urn} has no column "x"`));
    t.match(await remove(urn, 'x'), refused('NOT_FOUND', `${urn} has no column "x"`));
    t.equal(await columnTagsOn(urn), null);
  }
});

t.test('tags that people added stay when a new schema is ingested', async (t) => {
  const urn = await catalog.dataset('old', 'kept');
  await add(urn, 'old');
  await add(urn, 'kept');
  await catalog.put(aspect(urn, 'schemaMetadata', { fields: [field('kept'), field('new')] }));
  t.strictSame(await columnTagsOn(urn), { old: ['a'], kept: ['a'] });
  t.match(await add(urn, 'old', b), refused('NOT_FOUND'));
  t.strictSame(await remove(urn, 'old'), done);
  t.strictSame(await columnTagsOn(urn), { old: [], kept: ['a'] });
});
