import t from 'tap';
import {
  type ArrayKeys,
  fromKeyedInSteps,
  toKeyed,
  toTree,
} from '../../../../src/ingest/patches/json-patch/array-keys.js';
import { applyPatch, type PatchOperation } from '../../../../src/ingest/patches/json-patch/json-patch.js';
import { finish } from '../../../../src/scheduling/steps.js';

const us = '\u241f';
const add = (path: string, value: unknown): PatchOperation => ({ op: 'add', path, value });
const remove = (path: string): PatchOperation => ({ op: 'remove', path });
const tag = (name: string, from?: string) => ({ tag: name, ...(from && { attribution: { source: from } }) });
/** Reads tags from a table: `a b@s` is the tag a, and b of the source s. */
const tags = (words: string) => ({
  tags: words
    .split(' ')
    .filter(Boolean)
    .map((word) => tag(...(word.split('@') as [string]))),
});

const source = `attribution${us}source`;
const byTag: ArrayKeys = { tags: ['tag'] };
const byPath: ArrayKeys = { fields: ['path'], [`fields${us}globalTags${us}tags`]: ['tag'] };
const texts: ArrayKeys = { list: [], [`in${us}list`]: [] };

type Case = [what: string, keys: ArrayKeys, before: unknown, patch: PatchOperation[], after: unknown];

const cases: Case[] = [
  ['an element', byTag, tags(''), [add('/tags/a', tag('a'))], tags('a')],
  ['a missing array', byTag, {}, [add('/tags/a', tag('a'))], tags('a')],
  ['a null array', byTag, { tags: null }, [add('/tags/a', tag('a'))], tags('a')],
  [
    'an element by its path only',
    byTag,
    {},
    [add('/tags/a', { context: 'c' })],
    { tags: [{ tag: 'a', context: 'c' }] },
  ],
  [
    'an addition of an existing element keeps its position',
    byTag,
    tags('a b'),
    [add('/tags/a', { tag: 'a', x: 1 })],
    { tags: [{ tag: 'a', x: 1 }, tag('b')] },
  ],
  ['within an element', byTag, tags('a'), [add('/tags/a/attribution/source', 's')], tags('a@s')],
  [
    'within a missing element',
    byTag,
    {},
    [add('/tags/a/context', 'c')],
    { tags: [{ tag: 'a', context: 'c' }] },
  ],
  ['a whole array', byTag, tags('a'), [add('/tags', [tag('b')]), add('/tags/c', tag('c'))], tags('b c')],
  ['from an array', byTag, tags('a b'), [remove('/tags/a')], tags('b')],
  [
    'a value that does not exist',
    byTag,
    tags('a'),
    [remove('/tags/b'), remove('/tags/b/context'), remove('/x/y')],
    tags('a'),
  ],
  ['"*" is a key as any other', byTag, tags('a *'), [remove('/tags/*')], tags('a')],
  ['numbers for names keep their order', byTag, tags('9 10 1'), [add('/tags/5', tag('5'))], tags('9 10 1 5')],
  [
    'elements with the same key are kept',
    byPath,
    { fields: [{ path: 'a', x: 1 }, { path: 'b' }, { path: 'a', x: 2 }] },
    [add('/fields/c', {})],
    { fields: [{ path: 'a', x: 1 }, { path: 'b' }, { path: 'a', x: 2 }, { path: 'c' }] },
  ],
  [
    'a value that is no element is kept',
    byTag,
    { tags: [1, 'x', null, [tag('a')], tag('b')] },
    [remove('/tags/b')],
    { tags: [1, 'x', null, [tag('a')]] },
  ],
  [
    'an array within an array',
    byPath,
    {},
    [add('/fields/a.b/globalTags/tags/t', tag('t'))],
    { fields: [{ path: 'a.b', globalTags: tags('t') }] },
  ],
  [
    'a value that holds a keyed array',
    byPath,
    {},
    [add('/fields/a', { path: 'a', globalTags: tags('t') }), remove('/fields/a/globalTags/tags/t')],
    { fields: [{ path: 'a', globalTags: tags('') }] },
  ],
  [
    'moved and copied elements',
    byPath,
    { fields: [{ path: 'a', globalTags: tags('t') }] },
    [{ op: 'copy', from: '/fields/a/globalTags', path: '/fields/b/globalTags' }],
    {
      fields: [
        { path: 'a', globalTags: tags('t') },
        { path: 'b', globalTags: tags('t') },
      ],
    },
  ],
  ['a text', texts, { list: ['a'] }, [add('/list/b', 'b'), add('/list/a', 'a')], { list: ['a', 'b'] }],
  ['a text of a missing list', texts, {}, [add('/in/list/u', 'u')], { in: { list: ['u'] } }],
  ['a text from a list', texts, { list: ['a', 'b'] }, [remove('/list/a')], { list: ['b'] }],
  ['a new list', texts, { list: ['a', 'b'] }, [add('/list', ['c'])], { list: ['c'] }],
];

const bySource: ArrayKeys = { tags: [source, 'tag'] };
const byTagThenSource: ArrayKeys = { tags: ['tag', source] };

/** By a key of several fields. */
const compound: Case[] = [
  ['every source of every tag', bySource, tags('a@s b'), [remove('/tags/*')], tags('')],
  ['another source beside it', bySource, tags('a'), [add('/tags/s/a', tag('a', 's'))], tags('a a@s')],
  ['the empty source', bySource, tags('a@s'), [add('/tags//a', tag('a'))], tags('a@s a')],
  [
    'the order of the array, not of the sources',
    bySource,
    tags('a b@s c'),
    [add('/tags/s/d', tag('d', 's'))],
    tags('a b@s c d@s'),
  ],
  ['one source of a tag', bySource, tags('a a@s'), [remove('/tags/s/a')], tags('a')],
  ['a tag of any source', bySource, tags('a b a@s'), [remove('/tags/*/a')], tags('b')],
  ['a prefix of the key', byTagThenSource, tags('a b a@s'), [remove('/tags/a')], tags('b')],
];

t.test('patches address array elements by a key of one or several fields', async (t) => {
  for (const [what, keys, before, patch, after] of [...cases, ...compound]) {
    t.equal(JSON.stringify(applyPatch(before, patch, keys)), JSON.stringify(after), what);
  }
});

t.test('keys named like parts of JavaScript are keys', async (t) => {
  const owners: ArrayKeys = { owners: ['owner', 'type'] };
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const before = {
    owners: names.map((owner) => ({ owner, type: 'polluted' })),
    constructor: [1],
    toString: [2],
  };
  const after = applyPatch(
    before,
    [add('/owners/__proto__/polluted/x', 1), remove('/owners/toString')],
    owners,
  );
  const [first, second, , fourth] = before.owners;
  t.equal(JSON.stringify(after), JSON.stringify({ ...before, owners: [{ ...first, x: 1 }, second, fourth] }));
  t.equal(({} as { polluted?: unknown }).polluted, undefined);
});

t.test('conversion to maps and back changes nothing', async (t) => {
  const document = { tags: [{ b: 1, tag: 'a' }, { tag: 'a' }, {}, 7, [{ tag: 'a' }]], other: [[], {}, null] };
  for (const keys of [{}, byTag, { tags: [`x${us}y`, 'tag'] }, { tags: [] }]) {
    t.equal(
      JSON.stringify(finish(fromKeyedInSteps(toKeyed(document, toTree(keys)), toTree(keys)))),
      JSON.stringify(document),
    );
  }
});

t.test('with such keys, conversion to maps and back keeps the order', async (t) => {
  const before = tags('a b@s c a@s a');
  for (const keys of [bySource, byTagThenSource]) t.strictSame(applyPatch(before, [], keys), before);
});

t.test('a path that ends within a key is rejected, unless it is of a removal', async (t) => {
  const before = tags('a');
  for (const patch of [add('/tags/a', tag('a')), { op: 'replace', path: '/tags/a', value: {} } as const]) {
    t.throws(() => applyPatch(before, [patch], byTagThenSource), { message: /ends within the key/ });
  }
});
