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

const byTag: ArrayKeys = { tags: ['tag'] };
const byPath: ArrayKeys = { fields: ['path'], [`fields${us}globalTags${us}tags`]: ['tag'] };
const texts: ArrayKeys = { list: [], [`in${us}list`]: [] };

const cases: [what: string, keys: ArrayKeys, before: unknown, patch: PatchOperation[], after: unknown][] = [
  ['an element', byTag, { tags: [] }, [add('/tags/a', tag('a'))], { tags: [tag('a')] }],
  ['a missing array', byTag, {}, [add('/tags/a', tag('a'))], { tags: [tag('a')] }],
  ['a null array', byTag, { tags: null }, [add('/tags/a', tag('a'))], { tags: [tag('a')] }],
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
    { tags: [tag('a'), tag('b')] },
    [add('/tags/a', { tag: 'a', x: 1 })],
    { tags: [{ tag: 'a', x: 1 }, tag('b')] },
  ],
  [
    'within an element',
    byTag,
    { tags: [tag('a')] },
    [add('/tags/a/attribution/source', 's')],
    { tags: [tag('a', 's')] },
  ],
  [
    'within a missing element',
    byTag,
    {},
    [add('/tags/a/context', 'c')],
    { tags: [{ tag: 'a', context: 'c' }] },
  ],
  [
    'a whole array',
    byTag,
    { tags: [tag('a')] },
    [add('/tags', [tag('b')]), add('/tags/c', tag('c'))],
    { tags: [tag('b'), tag('c')] },
  ],
  ['from an array', byTag, { tags: [tag('a'), tag('b')] }, [remove('/tags/a')], { tags: [tag('b')] }],
  [
    'a value that does not exist',
    byTag,
    { tags: [tag('a')] },
    [remove('/tags/b'), remove('/tags/b/context'), remove('/x/y')],
    { tags: [tag('a')] },
  ],
  [
    '"*" is a key as any other',
    byTag,
    { tags: [tag('a'), tag('*')] },
    [remove('/tags/*')],
    { tags: [tag('a')] },
  ],
  [
    'numbers for names keep their order',
    byTag,
    { tags: [tag('9'), tag('10'), tag('1')] },
    [add('/tags/5', tag('5'))],
    { tags: [tag('9'), tag('10'), tag('1'), tag('5')] },
  ],
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
    { fields: [{ path: 'a.b', globalTags: { tags: [tag('t')] } }] },
  ],
  [
    'a value that holds a keyed array',
    byPath,
    {},
    [
      add('/fields/a', { path: 'a', globalTags: { tags: [tag('t')] } }),
      remove('/fields/a/globalTags/tags/t'),
    ],
    { fields: [{ path: 'a', globalTags: { tags: [] } }] },
  ],
  [
    'moved and copied elements',
    byPath,
    { fields: [{ path: 'a', globalTags: { tags: [tag('t')] } }] },
    [{ op: 'copy', from: '/fields/a/globalTags', path: '/fields/b/globalTags' }],
    {
      fields: [
        { path: 'a', globalTags: { tags: [tag('t')] } },
        { path: 'b', globalTags: { tags: [tag('t')] } },
      ],
    },
  ],
  ['a text', texts, { list: ['a'] }, [add('/list/b', 'b'), add('/list/a', 'a')], { list: ['a', 'b'] }],
  ['a text of a missing list', texts, {}, [add('/in/list/u', 'u')], { in: { list: ['u'] } }],
  ['a text from a list', texts, { list: ['a', 'b'] }, [remove('/list/a')], { list: ['b'] }],
  ['a new list', texts, { list: ['a', 'b'] }, [add('/list', ['c'])], { list: ['c'] }],
];

t.test('patches address array elements by key', async (t) => {
  for (const [what, keys, before, patch, after] of cases) {
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
