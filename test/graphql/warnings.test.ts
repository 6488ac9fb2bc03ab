import t from 'tap';
import { Warnings } from '../../src/graphql/warnings.js';

t.test('without a warning, extensions is an empty object', async (t) => {
  t.equal(JSON.stringify(new Warnings().extensions()), '{}');
});

t.test('warnings are in the order in which they were added, each of them once', async (t) => {
  const warnings = new Warnings();
  for (const text of ['b', 'a', 'b']) warnings.add(text);
  t.strictSame(warnings.extensions(), { warnings: ['b', 'a'] });
});

t.test('warnings show no token, and are bounded in number and length', async (t) => {
  const warnings = new Warnings();
  warnings.add('mcs_01234567890123456_abc');
  warnings.add('x'.repeat(5_000));
  for (let i = 0; i < 100; i += 1) warnings.add(`number ${i}`);
  const [first = '', second = '', ...more] = warnings.extensions().warnings!;
  t.equal(first, 'mcs_…');
  t.equal(second.length, 1_001);
  t.equal(more.length, 18);
});
