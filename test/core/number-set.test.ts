import fc from 'fast-check';
import t from 'tap';
import { NumberSet } from '../../src/core/number-set.js';

function setOf(numbers: readonly number[]): NumberSet {
  const set = new NumberSet();
  for (const number of [...numbers].sort((a, b) => a - b)) set.add(number);
  return set;
}

t.test('sets of any size intersect exactly when they have a number in common', async (t) => {
  const limit = 2_000;
  const numbers = fc.oneof(
    fc.array(fc.nat(limit - 1), { maxLength: 20 }),
    fc.array(fc.nat(limit - 1), { minLength: 70, maxLength: 300 }),
    fc.nat(30).map((first) => Array.from({ length: 60 }, (_, i) => first + i * 31)),
  );
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const expected = one.some((number) => other.includes(number));
      const [a, b] = [setOf(one), setOf(other)];
      for (const result of [a.intersects(b, limit), b.intersects(a, limit), a.intersects(b, limit)])
        t.equal(result, expected);
    }),
    { numRuns: 500 },
  );
});
