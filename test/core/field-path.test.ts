import fc from 'fast-check';
import t from 'tap';
import { resolveColumn } from '../../src/core/field-path.js';
import { simplePath } from '../../src/urn/field-path.js';

const name = fc.string({ unit: fc.constantFrom(...'abAB_$-ä0'), minLength: 1, maxLength: 8 });
const typeName = fc.string({ unit: fc.constantFrom(...'ab.,<>_ '), maxLength: 10 });
const type = fc
  .oneof(
    typeName,
    typeName.map((inner) => `array[${inner}]`),
  )
  .map((x) => `[type=${x}]`);
const step = fc.tuple(fc.array(type, { minLength: 1, maxLength: 3 }), name);
const columns = (...paths: string[]) =>
  paths.map((fieldPath) => ({ fieldPath, simplePath: simplePath(fieldPath) }));

t.test('the simple path of a version-2 path consists of its names, whatever its types are', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), fc.boolean(), (steps, isKey) => {
      const segments = steps.flatMap(([types, field]) => [...types, field]);
      const path = ['[version=2.0]', ...(isKey ? ['[key=True]'] : []), ...segments].join('.');
      t.equal(simplePath(path), steps.map(([, field]) => field).join('.'));
    }),
  );
});

t.test('the published examples of version-2 paths have their published simple paths', async (t) => {
  const examples = {
    '[version=2.0].[type=string]': '',
    '[version=2.0]': '',
    '[version=2.0].[type=E].[type=string].a': 'a',
    '[version=2.0].[key=True].[type=K].[type=R].nested.[type=string].s': 'nested.s',
    '[version=2.0].[type=ABFooUnion].[type=union].[type=A].a.[type=string].f': 'a.f',
    '[version=2.0].[type=R].[type=array].[type=Foo].ar.[type=long].a': 'ar.a',
    '[version=2.0].[type=R].[type=map].[type=long].a_map': 'a_map',
    '[version=2.0].[type=boolean].field_bar': 'field_bar',
    '[version=2.0].[type=com.acme.Foo].[type=string].a': 'a',
    '[version=2.0].[type=R].[type=string].a[0]': 'a[0]',
  };
  for (const [path, simple] of Object.entries(examples)) t.equal(simplePath(path), simple, path);
});

t.test('any other path is already simple', async (t) => {
  const other = fc.string().filter((path) => !path.startsWith('[version=2.0]'));
  fc.assert(fc.property(other, (path) => t.equal(simplePath(path), path)));
  t.equal(simplePath('a.[type=x].b'), 'a.[type=x].b');
});

t.test('a simple path is its own simple path', async (t) => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const simple = simplePath(['[version=2.0]', ...steps.flatMap(([types, f]) => [...types, f])].join('.'));
      t.equal(simplePath(simple), simple);
    }),
  );
});

t.test('a version-2 path with an unclosed bracket has no simple path', async (t) => {
  t.equal(simplePath('[version=2.0].[type=R].a.[type=string.b'), '');
});

t.test('an exact path is found even if other columns have the same simple path', async (t) => {
  const schema = columns('[version=2.0].[type=int].a', '[version=2.0].[type=union].[type=A].a', 'a');
  for (const { fieldPath } of schema)
    t.strictSame(resolveColumn(schema, fieldPath), { kind: 'found', fieldPath });
});

t.test('both versions of a path find the same column, with its path in the schema', async (t) => {
  const v2 = '[version=2.0].[type=R].[type=long].a';
  t.strictSame(resolveColumn(columns(v2, 'b'), 'a'), { kind: 'found', fieldPath: v2 });
  t.strictSame(resolveColumn(columns('a', 'b'), v2), { kind: 'found', fieldPath: 'a' });
  const other = '[version=2.0].[type=R].[type=string].a';
  t.strictSame(resolveColumn(columns(v2), other), { kind: 'found', fieldPath: v2 });
});

t.test('a path that matches several columns is ambiguous, and the columns are listed', async (t) => {
  const candidates = ['[version=2.0].[key=True].[type=int].a', '[version=2.0].[type=int].a'];
  t.strictSame(resolveColumn(columns(...candidates, 'b'), 'a'), { kind: 'ambiguous', candidates });
});

t.test('a column that a schema lists twice is one column', async (t) => {
  const path = '[version=2.0].[type=int].a';
  t.strictSame(resolveColumn(columns(path, path), 'a'), { kind: 'found', fieldPath: path });
});

t.test('a path without a simple form matches its exact column or none', async (t) => {
  const schema = columns('[version=2.0].[type=string]', 'a');
  t.strictSame(resolveColumn(schema, ''), { kind: 'none' });
  t.strictSame(resolveColumn(schema, '[version=2.0].[type=int]'), { kind: 'none' });
  t.equal(resolveColumn(schema, '[version=2.0].[type=string]').kind, 'found');
});

t.test('a column is never guessed by case, by prefix, or in an empty schema', async (t) => {
  t.strictSame(resolveColumn(columns('a.b'), 'a'), { kind: 'none' });
  t.strictSame(resolveColumn(columns('a.b'), 'A.B'), { kind: 'none' });
  t.strictSame(resolveColumn([], 'a'), { kind: 'none' });
});
