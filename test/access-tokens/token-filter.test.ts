import fc from 'fast-check';
import t from 'tap';
import { type FacetFilter, ownTokensOnly, parseTokenFilters } from '../../src/access-tokens/token-filter.js';

const one = (filter: FacetFilter) => parseTokenFilters([filter])[0];
const refused = (message: RegExp) => ({ type: 'BAD_REQUEST', message });
const ann = 'urn:li:corpuser:ann';
const comparisons = ['GREATER_THAN', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN', 'LESS_THAN_OR_EQUAL_TO'];

t.test('value is short for values, and EQUAL for no condition', async (t) => {
  const parsed = { kind: 'text', field: 'name', condition: 'EQUAL', values: ['x'], negated: false };
  t.strictSame(one({ field: 'name', value: 'x' }), parsed);
  t.strictSame(one({ field: 'name', values: ['x'], value: null, condition: null, negated: null }), parsed);
});

t.test('every field takes the conditions of the wire contract', async (t) => {
  for (const field of ['id', 'name', 'description', 'actorUrn', 'ownerUrn'])
    for (const condition of ['EQUAL', 'IN', 'CONTAIN', 'START_WITH'])
      t.strictSame(one({ field, condition, values: ['b', 'a', 'b'], negated: true }), {
        ...{ kind: 'text', field, condition, values: ['b', 'a'], negated: true },
      });
  for (const field of ['createdAt', 'expiresAt'])
    for (const condition of ['EQUAL', 'IN', ...comparisons])
      t.match(one({ field, condition, value: '-17' }), { kind: 'time', field, condition, values: [-17] });
  for (const field of ['description', 'expiresAt', 'id'])
    t.match(one({ field, condition: 'EXISTS', values: [] }), { kind: 'exists', field, condition: 'EXISTS' });
});

t.test('an unknown field or condition is rejected with the known ones', async (t) => {
  for (const field of ['urn', 'hash', 'Name', 'actor_urn', 'toString', '__proto__', 'OR', ''])
    t.throws(() => one({ field, value: 'x' }), refused(/id, name, .*, createdAt, expiresAt, lastUsedAt$/));
  const text = refused(/EQUAL, IN, CONTAIN, START_WITH, EXISTS$/);
  for (const field of ['id', 'name', 'description', 'actorUrn', 'ownerUrn'])
    for (const condition of [...comparisons, 'END_WITH', 'equal', ''])
      t.throws(() => one({ field, condition, value: '1' }), text);
  const time = refused(/^filter on createdAt: unknown condition .* LESS_THAN_OR_EQUAL_TO, EXISTS$/);
  for (const condition of ['CONTAIN', 'START_WITH', 'BETWEEN'])
    t.throws(() => one({ field: 'createdAt', condition, value: '1' }), time);
});

t.test('a filter with value and values, without a value, or with too many values is rejected', async (t) => {
  t.throws(() => one({ field: 'name', value: 'x', values: ['x'] }), refused(/not both/));
  t.throws(() => one({ field: 'name', value: '', values: [] }), refused(/not both/));
  t.throws(() => one({ field: 'name' }), refused(/^filter on name: EQUAL needs a value$/));
  t.throws(() => one({ field: 'name', values: [] }), refused(/needs a value/));
  t.throws(() => one({ field: 'name', condition: 'EXISTS', value: 'false' }), refused(/takes no value/));
  for (const condition of comparisons)
    t.throws(
      () => one({ field: 'createdAt', condition, values: ['1', '2'] }),
      refused(/exactly one value, not 2/),
    );
});

t.test('a time is an integer that a number holds exactly', async (t) => {
  t.match(one({ field: 'createdAt', value: '1700000000000' }), { values: [1_700_000_000_000] });
  for (const value of [
    '',
    'now',
    '2026-05-01',
    ' 1',
    '1.0',
    '1e3',
    '0x1',
    'NaN',
    '+1',
    '9007199254740993',
    '9'.repeat(400),
  ])
    t.throws(() => one({ field: 'createdAt', value }), refused(/is not an integer of milliseconds/), value);
});

t.test('the database accepts every filter that is accepted here', async (t) => {
  for (const value of ['a\0', '\ud800'])
    t.throws(() => one({ field: 'name', value }), refused(/NUL or an unpaired/));
  const values = Array.from({ length: 1_001 }, String);
  t.throws(() => one({ field: 'name', values }), refused(/at most 50 filters and 1000 values/));
  const filters = Array.from({ length: 51 }, () => ({ field: 'id', condition: 'EXISTS' }));
  t.throws(() => parseTokenFilters(filters), refused(/at most 50 filters/));
  t.equal(parseTokenFilters([{ field: 'id', values: values.slice(1) }]).length, 1);
});

t.test('patterns are limited in number and length', async (t) => {
  const texts = (count: number) => Array.from({ length: count }, (_, i) => String(i));
  const tooMany = refused(
    /^at most 20 values of CONTAIN and START_WITH are allowed in all filters together, not 21$/,
  );
  for (const condition of ['CONTAIN', 'START_WITH']) {
    t.match(one({ field: 'name', condition, values: texts(20) }), { values: texts(20) });
    t.throws(() => one({ field: 'name', condition, values: texts(21) }), tooMany);
    t.throws(
      () => one({ field: 'description', condition, value: 'x'.repeat(513) }),
      refused(
        /^filter on description: "x+"… is longer than 512 characters, the limit of (CONTAIN|START_WITH)$/,
      ),
    );
    t.match(one({ field: 'name', condition, value: 'x'.repeat(512) }), { condition });
  }
  const spread = texts(21).map((value, i) => ({
    field: 'name',
    condition: i % 2 ? 'CONTAIN' : 'START_WITH',
    negated: i % 3 === 0,
    value,
  }));
  t.throws(() => parseTokenFilters(spread), tooMany);
  const equal = { field: 'id', values: texts(900) };
  t.equal(parseTokenFilters([...spread.slice(1), equal]).length, 21, 'equal values are counted apart');
});

t.test('one equality with the actor’s own URN, on either field, limits a list to own tokens', async (t) => {
  const own = (...filters: FacetFilter[]) => ownTokensOnly(parseTokenFilters(filters), ann);
  for (const field of ['actorUrn', 'ownerUrn']) {
    t.equal(own({ field, value: ann }), true);
    t.equal(own({ field, values: [ann], condition: 'IN' }), true);
    t.equal(own({ field: 'name', value: 'x', negated: true }, { field, value: ann }), true);
    t.equal(own({ field, value: ann, negated: true }), false);
    t.equal(own({ field, values: [ann, 'urn:li:corpuser:bob'] }), false);
    t.equal(own({ field, value: 'urn:li:corpuser:ANN' }), false);
    for (const condition of ['CONTAIN', 'START_WITH']) t.equal(own({ field, value: ann, condition }), false);
    t.equal(own({ field, condition: 'EXISTS' }), false);
  }
  t.equal(own(), false);
  for (const field of ['id', 'name', 'description']) t.equal(own({ field, value: ann }), false);
});

t.test('a list of own tokens can not match a token that is neither acted for nor owned', async (t) => {
  const bob = 'urn:li:corpuser:bob';
  const filter = fc.record({
    field: fc.constantFrom('actorUrn', 'ownerUrn', 'name'),
    condition: fc.constantFrom('EQUAL', 'IN', 'CONTAIN', 'START_WITH'),
    values: fc.array(fc.constantFrom(ann, bob, 'urn:li:'), { minLength: 1, maxLength: 5 }),
    negated: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 4 }), (filters) => {
      if (!ownTokensOnly(parseTokenFilters(filters), ann)) return;
      const matchesBob = filters.every(({ condition, values, negated }) => {
        const matches = (value: string) =>
          condition === 'CONTAIN' || condition === 'START_WITH' ? bob.startsWith(value) : bob === value;
        return values.some(matches) !== negated;
      });
      t.equal(matchesBob, false);
    }),
  );
});
