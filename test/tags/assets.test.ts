import t from 'tap';
import { assets } from '../support/assets.js';
import { aspect, call, column, done, refused, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor, tagsOn } = catalog;
const [a, b] = (await catalog.tags('a', 'b')) as [string, string];

for (const { query, urn } of assets) {
  t.test(`tags go on a ${query}, and come off it`, async (t) => {
    const input = { tagUrns: [b, a], resourceUrn: urn };
    t.match(await call(editor, 'addTags', { input }), refused('NOT_FOUND', urn));
    await catalog.put(aspect(urn, 'status', {}));
    t.equal(await tagsOn(urn), null);
    t.strictSame(await call(editor, 'addTags', { input }), done);
    t.strictSame(await call(editor, 'addTag', { input: { tagUrn: a, resourceUrn: urn } }), done);
    t.strictSame(await tagsOn(urn), ['b', 'a']);
    for (const tagUrn of [b, a])
      t.strictSame(await call(editor, 'removeTag', { input: { tagUrn, resourceUrn: urn } }), done);
    t.strictSame(await tagsOn(urn), []);
    const onColumn = { tagUrn: a, resourceUrn: urn, ...column('x') };
    t.match(await call(editor, 'addTag', { input: onColumn }), refused('BAD_REQUEST', /only datasets have/));
  });
}

t.test('one batch tags entities of every type', async (t) => {
  const urns = [...assets.map(({ urn }) => urn), await catalog.dataset(), await catalog.container()];
  const input = { tagUrns: [a], resources: urns.map((resourceUrn) => ({ resourceUrn })) };
  t.strictSame(await call(editor, 'batchAddTags', { input }), done);
  for (const urn of urns) t.strictSame(await tagsOn(urn), ['a'], urn);
  t.strictSame(await call(editor, 'deleteTag', { urn: a }), done);
  for (const urn of urns) t.strictSame(await tagsOn(urn), [], urn);
});
