import fc from 'fast-check';
import t from 'tap';
import { NumberSet } from '../../src/policies/evaluation/number-set.js';

function createSet(numbers: readonly number[]): NumberSet {
  const set = new NumberSet();
  for (const number of [...numbers].sort((a, b) => a - b)) set.add(number);
  return set;
}

t.test('sets of any size have a number in common exactly when one number is in all of them', async (t) => {
  const limit = 2_000;
  const numbers = fc.oneof(
    fc.array(fc.nat(limit - 1), { maxLength: 20 }),
    fc.array(fc.nat(limit - 1), { minLength: 70, maxLength: 300 }),
    fc.nat(30).map((first) => Array.from({ length: 60 }, (_, i) => first + i * 31)),
    fc.nat(30).map((first) => Array.from({ length: 1_000 }, (_, i) => first + i)),
  );
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 3 }), (all) => {
      const expected = all[0]!.some((number) => all.every((one) => one.includes(number)));
      const sets = all.map(createSet);
      for (const order of [sets, [...sets].reverse(), sets])
        t.equal(NumberSet.haveCommon(order, limit), expected);
    }),
    { numRuns: 500 },
  );
});
