import t from 'tap';
import type { ArrayKeys } from '../../../../src/ingest/patches/json-patch/array-keys.js';
import { applyPatch, type PatchOperation } from '../../../../src/ingest/patches/json-patch/json-patch.js';

const source = 'attribution\u241fsource';
const add = (path: string, value: unknown): PatchOperation => ({ op: 'add', path, value });
const remove = (path: string): PatchOperation => ({ op: 'remove', path });
const tag = (name: string, from?: string) => ({ tag: name, ...(from && { attribution: { source: from } }) });

const bySource: ArrayKeys = { tags: [source, 'tag'] };
const byTagThenSource: ArrayKeys = { tags: ['tag', source] };

const cases: [what: string, keys: ArrayKeys, before: unknown, patch: PatchOperation[], after: unknown][] = [
  [
    'every source of every tag',
    bySource,
    { tags: [tag('a', 's'), tag('b')] },
    [remove('/tags/*')],
    { tags: [] },
  ],
  [
    'another source beside it',
    bySource,
    { tags: [tag('a')] },
    [add('/tags/s/a', tag('a', 's'))],
    { tags: [tag('a'), tag('a', 's')] },
  ],
  [
    'the empty source',
    bySource,
    { tags: [tag('a', 's')] },
    [add('/tags//a', tag('a'))],
    { tags: [tag('a', 's'), tag('a')] },
  ],
  [
    'the order of the array, not of the sources',
    bySource,
    { tags: [tag('a'), tag('b', 's'), tag('c')] },
    [add('/tags/s/d', tag('d', 's'))],
    { tags: [tag('a'), tag('b', 's'), tag('c'), tag('d', 's')] },
  ],
  [
    'one source of a tag',
    bySource,
    { tags: [tag('a'), tag('a', 's')] },
    [remove('/tags/s/a')],
    { tags: [tag('a')] },
  ],
  [
    'a tag of any source',
    bySource,
    { tags: [tag('a'), tag('b'), tag('a', 's')] },
    [remove('/tags/*/a')],
    { tags: [tag('b')] },
  ],
  [
    'a prefix of the key',
    byTagThenSource,
    { tags: [tag('a'), tag('b'), tag('a', 's')] },
    [remove('/tags/a')],
    { tags: [tag('b')] },
  ],
];

t.test('patches address array elements by a key of several fields', async (t) => {
  for (const [what, keys, before, patch, after] of cases) {
    t.equal(JSON.stringify(applyPatch(before, patch, keys)), JSON.stringify(after), what);
  }
});

t.test('conversion to maps and back keeps the order', async (t) => {
  const before = { tags: [tag('a'), tag('b', 's'), tag('c'), tag('a', 's'), tag('a')] };
  for (const keys of [bySource, byTagThenSource]) t.strictSame(applyPatch(before, [], keys), before);
});

t.test('a path that ends within a key is rejected, unless it is of a removal', async (t) => {
  const before = { tags: [tag('a')] };
  for (const patch of [add('/tags/a', tag('a')), { op: 'replace', path: '/tags/a', value: {} } as const]) {
    t.throws(() => applyPatch(before, [patch], byTagThenSource), { message: /ends within the key/ });
  }
});
