import t from 'tap';
import { add, keyed, patched, remove } from '../../support/aspects.js';

t.test('removals and tests do not create an aspect', async (t) => {
  for (const patch of [
    [],
    [remove('/tags/a')],
    [{ op: 'test', path: '/tags', value: [] }, remove('/tags')],
  ]) {
    t.equal(patched('globalTags', patch, null), null);
  }
  t.strictSame(
    patched('globalTags', [add('/tags', [])], null),
    { tags: [] },
    'adding an empty list creates the aspect',
  );
});

t.test('BAD_REQUEST: an invalid patch', async (t) => {
  const keysOnly = { arrayPrimaryKeys: { tags: ['tag'] } };
  for (const [patch, why] of [
    [{ op: 'add', path: '/a', value: 1 }, /patch: Invalid input/],
    [null, /Invalid input/],
    ['text', /Invalid input/],
    [keysOnly, /patch: /],
    [keyed({ tags: 'tag' }, remove('/a')), /arrayPrimaryKeys.tags: /],
    [[{ op: 'increment', path: '/a', value: 1 }], /patch.0.op: /],
    [[{ op: 'add', path: '/a' }], /patch.0.value: is required/],
    [[{ op: 'move', path: '/a' }], /patch.0.from: /],
    [[{ op: 'remove' }], /patch.0.path: /],
    [[remove('a')], /patch.0.path: is not a JSON pointer/],
    [[add('/a', 1), { op: 'replace', path: '/b', value: 1 }], /fails at replace "\/b": there is nothing/],
    [Array.from({ length: 10_001 }, () => remove('/a')), /patch: .*10000/],
  ] as const) {
    t.throws(() => patched('subTypes', patch, {}), { type: 'BAD_REQUEST', message: why }, String(why));
  }
  t.strictSame(patched('subTypes', [{ op: 'remove', path: '/a' }], { a: 1 }), {}, 'a removal needs no value');
});

t.test('names like those of JavaScript’s own properties are ordinary names', async (t) => {
  for (const name of ['constructor', 'toString', 'valueOf']) {
    const before = { [name]: [1], a: 1 };
    t.equal(JSON.stringify(patched(name, [add('/b', 1)], before)), JSON.stringify({ ...before, b: 1 }));
  }
});
