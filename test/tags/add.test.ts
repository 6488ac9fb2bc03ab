import t from 'tap';
import { call, done, refused, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor, tagsOn } = catalog;
const [a, b, c] = (await catalog.tags('a', 'b', 'c')) as [string, string, string];
const add = (resourceUrn: string, ...tagUrns: string[]) =>
  call(editor, 'addTags', { input: { tagUrns, resourceUrn } });

t.test('tags are null until the first is added', async (t) => {
  const urn = await catalog.dataset();
  t.equal(await tagsOn(urn), null);
  t.strictSame(await add(urn, a), done);
  t.strictSame(await tagsOn(urn), ['a']);
});

t.test('tags keep the order in which they were added, in one call and over several', async (t) => {
  const urn = await catalog.dataset();
  await add(urn, c, a);
  await add(urn, b);
  t.strictSame(await tagsOn(urn), ['c', 'a', 'b']);
});

t.test('adding a tag again returns true and keeps its position', async (t) => {
  const urn = await catalog.dataset();
  await add(urn, a, b);
  t.strictSame(await add(urn, c, b, a), done);
  t.strictSame(await tagsOn(urn), ['a', 'b', 'c']);
});

t.test('a tag that was removed and is added again comes last', async (t) => {
  const urn = await catalog.dataset();
  await add(urn, a, b);
  await call(editor, 'removeTag', { input: { tagUrn: a, resourceUrn: urn } });
  await add(urn, a);
  t.strictSame(await tagsOn(urn), ['b', 'a']);
});

t.test('NOT_FOUND: a dataset or container that does not exist; it is not created', async (t) => {
  for (const urn of [
    'urn:li:dataset:(urn:li:dataPlatform:hive,nowhere,PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:hive,set_0,DEV)',
    'urn:li:container:nowhere',
  ]) {
    const outcome = await add(urn, a);
    t.match(outcome, refused('NOT_FOUND', /^There is no entity "urn:li:/));
    t.ok(outcome.error?.message.includes(urn), 'names it');
    t.equal(await catalog.db.prisma.entity.count({ where: { urn } }), 0);
  }
});

t.test('NOT_FOUND: one tag that does not exist; the others are not added either', async (t) => {
  const untouched = await catalog.dataset();
  const tagged = await catalog.dataset();
  await add(tagged, c);
  for (const urns of [
    [a, tagUrn('nope')],
    [tagUrn('nope'), a],
  ])
    for (const urn of [untouched, tagged])
      t.match(await add(urn, ...urns), refused('NOT_FOUND', /"urn:li:tag:nope"/));
  t.equal(await tagsOn(untouched), null);
  t.strictSame(await tagsOn(tagged), ['c']);
  t.equal(await catalog.db.prisma.tag.count({ where: { urn: tagUrn('nope') } }), 0);
});

t.test('the input can be a literal, as in the documented example', async (t) => {
  const urn = await catalog.dataset('user_name');
  const documents = [
    `mutation addTags { addTags(input: { tagUrns: ["${a}"], resourceUrn: "${urn}" }) }`,
    `mutation addTags { addTags(input: { tagUrns: ["${b}"], resourceUrn: "${urn}", subResourceType: DATASET_FIELD, subResource: "user_name" }) }`,
    `mutation addTags { addTags(input: { tagUrns: ["${c}"], resourceUrn: "${urn}", subResourceType: null, subResource: null }) }`,
  ];
  for (const document of documents) {
    const { status, body } = await editor.graphql(document);
    t.strictSame({ status, body }, { status: 200, body: { data: { addTags: true }, extensions: {} } });
  }
  t.strictSame(await tagsOn(urn), ['a', 'c']);
  t.strictSame(await catalog.columnTagsOn(urn), { user_name: ['b'] });
});

t.test('each part of the input can be a variable, and an absent variable counts as null', async (t) => {
  const urn = await catalog.dataset('user_name');
  const document = `mutation ($tags: [String!]!, $urn: String!, $type: SubResourceType, $column: String) {
    addTags(input: { tagUrns: $tags, resourceUrn: $urn, subResourceType: $type, subResource: $column }) }`;
  for (const more of [{}, { type: 'DATASET_FIELD', column: 'user_name' }]) {
    const { body } = await editor.graphql(document, { tags: [a], urn, ...more });
    t.strictSame(body, { data: { addTags: true }, extensions: {} });
  }
  t.strictSame(await tagsOn(urn), ['a']);
  t.strictSame(await catalog.columnTagsOn(urn), { user_name: ['a'] });
});
