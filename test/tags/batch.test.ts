import t from 'tap';
import {
  call,
  column,
  containerUrn,
  datasetUrn,
  done,
  refused,
  tagCatalog,
  tagUrn,
} from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { editor, tagsOn, columnTagsOn } = catalog;
const [a, b] = (await catalog.tags('a', 'b')) as [string, string];

type Place = { resourceUrn: string; subResource?: string };
const add = (tagUrns: string[], resources: Place[]) =>
  call(editor, 'batchAddTags', { input: { tagUrns, resources } });
const remove = (tagUrns: string[], resources: Place[]) =>
  call(editor, 'batchRemoveTags', { input: { tagUrns, resources } });
const at = (resourceUrn: string, path?: string) => ({ resourceUrn, ...(path && column(path)) });

t.test('every tag is added to every dataset, column and container, and removed again', async (t) => {
  const [one, two, box] = [
    await catalog.dataset('x', 'y'),
    await catalog.dataset(),
    await catalog.container(),
  ];
  const everywhere = [at(one), at(one, 'x'), at(two), at(box)];
  t.strictSame(await add([b, a], everywhere), done);
  for (const urn of [one, two, box]) t.strictSame(await tagsOn(urn), ['b', 'a']);
  t.strictSame(await columnTagsOn(one), { x: ['b', 'a'] });

  t.strictSame(await remove([b, a], everywhere), done);
  for (const urn of [one, two, box]) t.strictSame(await tagsOn(urn), []);
  t.strictSame(await columnTagsOn(one), { x: [] });
});

t.test('a resource or a tag that is listed twice counts once', async (t) => {
  const urn = await catalog.dataset('x');
  t.strictSame(await add([a, b, a], [at(urn), at(urn, 'x'), at(urn), at(urn, 'x')]), done);
  t.strictSame(await tagsOn(urn), ['a', 'b']);
  t.strictSame(await columnTagsOn(urn), { x: ['a', 'b'] });
  t.strictSame(await remove([a, a], [at(urn), at(urn)]), done);
  t.strictSame(await tagsOn(urn), ['b']);
});

t.test('a resource that has some of the tags gets the others after them', async (t) => {
  const [one, two] = [await catalog.dataset(), await catalog.dataset()];
  await add([b], [at(one)]);
  t.strictSame(await add([a, b], [at(one), at(two)]), done);
  t.strictSame(await tagsOn(one), ['b', 'a']);
  t.strictSame(await tagsOn(two), ['a', 'b']);
});

t.test('removing changes only resources with the tag: null stays null', async (t) => {
  const [tagged, bare] = [await catalog.dataset('x'), await catalog.dataset('x')];
  await add([a], [at(tagged)]);
  t.strictSame(
    await remove([a, b, tagUrn('never')], [at(tagged), at(tagged, 'x'), at(bare), at(bare, 'x')]),
    done,
  );
  t.strictSame(await tagsOn(tagged), []);
  t.equal(await columnTagsOn(tagged), null);
  t.equal(await tagsOn(bare), null);
  t.equal(await columnTagsOn(bare), null);
});

t.test('an empty list of tags or of resources changes nothing', async (t) => {
  const urn = await catalog.dataset();
  for (const change of [add, remove]) {
    t.strictSame(await change([], [at(urn)]), done);
    t.strictSame(await change([a], []), done);
  }
  t.equal(await tagsOn(urn), null);
});

t.test('all or nothing: with one error anywhere in the batch nothing is written', async (t) => {
  const [bare, tagged, noSchema, box] = [
    await catalog.dataset('x'),
    await catalog.dataset('x'),
    await catalog.dataset(),
    await catalog.container(),
  ];
  await add([b], [at(tagged), at(tagged, 'x')]);
  const faults: [string, string[], Place, ReturnType<typeof refused>][] = [
    ['a dataset that does not exist', [a], at(datasetUrn('no')), refused('NOT_FOUND', datasetUrn('no'))],
    [
      'a container that does not exist',
      [a],
      at(containerUrn('no')),
      refused('NOT_FOUND', containerUrn('no')),
    ],
    ['a column that does not exist', [a], at(tagged, 'nope'), refused('NOT_FOUND', /has no column "nope"/)],
    ['a column without a schema', [a], at(noSchema, 'x'), refused('NOT_FOUND', noSchema)],
    ['a column of a container', [a], at(box, 'x'), refused('BAD_REQUEST', box)],
    [
      'half a sub-resource',
      [a],
      { resourceUrn: tagged, subResource: 'x' },
      refused('BAD_REQUEST', /must be set together/),
    ],
    ['a urn of no kind', [a], at('hive.x'), refused('BAD_REQUEST', /resourceUrn "hive.x"/)],
    ['a urn of another kind', [a], at('urn:li:corpuser:ann'), refused('BAD_REQUEST', /is a corpuser/)],
    ['a tag of the wrong shape', [a, 'pii'], at(tagged), refused('BAD_REQUEST', /tagUrn "pii"/)],
  ];
  for (const [what, tagUrns, fault, refusal] of faults) {
    const places = [at(bare), at(bare, 'x'), at(tagged), at(box)];
    t.match(await add(tagUrns, [...places, fault]), refusal, `adding, last: ${what}`);
    t.match(await add(tagUrns, [fault, ...places]), refusal, `adding, first: ${what}`);
    t.match(await remove([b, ...tagUrns.slice(1)], [...places, fault]), refusal, `removing: ${what}`);
  }
  t.match(await add([a, tagUrn('no')], [at(bare), at(tagged)]), refused('NOT_FOUND', tagUrn('no')));

  t.equal(await tagsOn(bare), null);
  t.equal(await columnTagsOn(bare), null);
  t.equal(await tagsOn(box), null);
  t.strictSame(await tagsOn(tagged), ['b']);
  t.strictSame(await columnTagsOn(tagged), { x: ['b'] });
  t.equal(await catalog.db.prisma.entity.count({ where: { urn: { contains: 'no' }, type: 'container' } }), 0);
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
