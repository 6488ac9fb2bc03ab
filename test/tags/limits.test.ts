import t from 'tap';
import { call, done, refused, tagCatalog, tagUrn } from '../support/metadata.js';

const range = (size: number) => Array.from({ length: size }, (_, index) => index);

for (const [env, maxTags, maxResources] of [
  [{}, 100, 1_000],
  [{ TAGS_PER_REQUEST_MAX: '3', RESOURCES_PER_BATCH_MAX: '2' }, 3, 2],
] as const) {
  t.test(`${maxTags} tags and ${maxResources} resources a request, and no more`, async (t) => {
    const catalog = await tagCatalog(t, { env });
    const { editor } = catalog;
    const tagUrns = await catalog.tags(...range(maxTags).map((index) => `t${index}`));
    const datasets = [await catalog.dataset(), await catalog.dataset()];
    const [urn, other] = datasets as [string, string];
    const resources = range(maxResources).map((index) => ({ resourceUrn: datasets[index % 2]! }));
    const tooManyTags = refused(
      'BAD_REQUEST',
      `tagUrns has ${maxTags + 1} entries; at most ${maxTags} are allowed`,
    );
    const tooManyResources = refused(
      'BAD_REQUEST',
      `resources has ${maxResources + 1} entries; at most ${maxResources} are allowed`,
    );
    const more = [...tagUrns, tagUrn('one_more')];
    const [tag] = tagUrns as [string];

    t.match(await call(editor, 'addTags', { input: { tagUrns: more, resourceUrn: urn } }), tooManyTags);
    for (const operation of ['batchAddTags', 'batchRemoveTags'] as const) {
      const batch = (input: object) => call(editor, operation, { input });
      t.match(await batch({ tagUrns: more, resources: [{ resourceUrn: urn }] }), tooManyTags);
      const tooMany = [...resources, { resourceUrn: urn }];
      t.match(await batch({ tagUrns: [tag], resources: tooMany }), tooManyResources);
    }
    t.equal(await catalog.tagsOn(urn), null, 'nothing was written');

    t.strictSame(await call(editor, 'batchAddTags', { input: { tagUrns: [tag], resources } }), done);
    t.strictSame(await catalog.tagsOn(other), ['t0']);
    t.strictSame(await call(editor, 'addTags', { input: { tagUrns, resourceUrn: urn } }), done);
    t.strictSame(
      await catalog.tagsOn(urn),
      range(maxTags).map((index) => `t${index}`),
      'all of them, in order',
    );
    const all = { tagUrns, resources: [{ resourceUrn: urn }] };
    t.strictSame(await call(editor, 'batchRemoveTags', { input: all }), done);
    t.strictSame(await catalog.tagsOn(urn), []);
  });
}
