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
    [{ op: 'add', path: '/a', value: 1 }, /patch is required/],
    [null, /value must be an object; it is null/],
    ['text', /value must be an object; it is a text/],
    [keysOnly, /patch is required/],
    [keyed({ tags: 'tag' }, remove('/a')), /arrayPrimaryKeys.tags must be a list; it is a text/],
    [
      [{ op: 'increment', path: '/a', value: 1 }],
      /patch.0.op is "increment"; expected one of add, replace, test, move, copy, remove$/,
    ],
    [[{ op: 'add', path: '/a' }], /patch.0.value is required/],
    [[{ op: 'move', path: '/a' }], /patch.0.from is required/],
    [[{ op: 'remove' }], /patch.0.path is required/],
    [[remove('a')], /patch.0.path is not a JSON pointer/],
    [
      [add('/a', 1), { op: 'replace', path: '/b', value: 1 }],
      /fails at replace "\/b": the value does not exist/,
    ],
    [
      Array.from({ length: 10_001 }, () => remove('/a')),
      /patch must have at most 10000 elements; it has 10001/,
    ],
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
