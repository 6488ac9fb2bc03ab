import fc from 'fast-check';
import t from 'tap';
import { CatalogError } from '../../src/core/errors.js';
import { fieldNames } from '../../src/search/fields.js';
import { conditions, type Rule, type SearchRequest } from '../../src/search/request.js';
import { testDatabase } from '../support/database.js';
import { readSeed } from '../support/random.js';
import { matches } from '../support/search.js';

const db = await testDatabase(t, 'sample');
const everything = (await matches(db, { includeSoftDeleted: true })).length;

const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'sales',
      'ordersDaily',
      'PII',
      'a',
      'ÄÖ',
      'ﬁ',
      '１２',
      'e\u0301',
      "o'clock",
      '😀',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);
const sign = fc.constantFrom(
  ...'"()* +-!:\\\'%_&|/[{\n.',
  ...['<->', ' AND ', ' OR ', ' NOT ', 'urn:li:tag:', 'urn:li:dataset:(', 'tag:', '/q '],
);
const named = fc.constantFrom(...fieldNames).map((name) => `${name}:`);
const query = fc
  .tuple(
    fc.constantFrom('', '/q '),
    fc.array(fc.oneof({ weight: 4, arbitrary: word }, { weight: 4, arbitrary: sign }, named), {
      maxLength: 20,
    }),
  )
  .map(([start, parts]) => start + parts.join(''));
const value = fc.oneof(
  word,
  fc.constantFrom(
    'true',
    'false',
    '12',
    '-0.5',
    'DATASET',
    'OTHER',
    'urn:li:container:x',
    'urn:li:tag:PII',
    '%\\_',
  ),
);
const rule: fc.Arbitrary<Rule> = fc.record({
  field: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...fieldNames, 'platform.keyword', 'hasActiveIncidents') },
    word,
  ),
  values: fc.array(value, { maxLength: 3 }),
  condition: fc.constantFrom(...conditions),
  negated: fc.boolean(),
});
const filter = fc.array(fc.array(rule, { maxLength: 3 }), { maxLength: 3 });

/** Returns how many entities match; null for a request that is refused. */
async function count(request: Partial<SearchRequest>): Promise<number | null> {
  try {
    return (await matches(db, { includeSoftDeleted: true, ...request })).length;
  } catch (error) {
    if (error instanceof CatalogError && error.type === 'BAD_REQUEST') return null;
    throw error;
  }
}

const check = async (seed: number, property: fc.IAsyncProperty<unknown>) =>
  fc.assert(property as fc.IAsyncProperty<[unknown]>, { seed, numRuns: 200 });

t.test('any query has an answer or is refused', async (t) => {
  let answers = 0;
  await check(
    readSeed(t),
    fc.asyncProperty(query, async (text) => {
      const found = await count({ query: text });
      if (found !== null) answers += 1;
    }),
  );
  t.ok(answers > 40, `${answers} answers`);
});

t.test('any filter has an answer or is refused; a rule and its negation match all once', async (t) => {
  const seed = readSeed(t);
  let answers = 0;
  await check(
    seed,
    fc.asyncProperty(filter, async (alternatives) => {
      if ((await count({ filter: alternatives })) !== null) answers += 1;
    }),
  );
  t.ok(answers > 20, `${answers} answers`);
  await check(
    seed,
    fc.asyncProperty(rule, fc.constantFrom('', 'sales'), async (one, text) => {
      const all = text === '' ? everything : await count({ query: text });
      const [found, others] = [
        await count({ query: text, filter: [[{ ...one, negated: false }]] }),
        await count({ query: text, filter: [[{ ...one, negated: true }]] }),
      ];
      if ((found === null) !== (others === null)) throw new Error('refused once');
      if (found !== null && found + others! !== all) throw new Error(`${found} and ${others} are not ${all}`);
    }),
  );
});
