import t from 'tap';
import { checkFilter } from '../../src/search/filter.js';
import { parseQuery } from '../../src/search/query-text.js';
import { rule } from '../support/search.js';

const refused = (message: RegExp | string) => ({ type: 'BAD_REQUEST', message });

t.test('a wrong query is refused with the place and the reason', async (t) => {
  const cases: [query: string, message: RegExp][] = [
    ['/q (a OR b', /invalid at character 11: "\)" is missing/],
    ['/q a)', /invalid at character 5: "\)" has no "\("/],
    ['/q "a', /invalid at character 4: the quote is not closed/],
    ['/q a OR', /invalid at character 8: a word is missing/],
    ['/q AND a', /invalid at character 4: a word is missing/],
    ['/q a AND OR b', /invalid at character 10: a word is missing/],
    ['/q 😀 -', /invalid at character 7: a word is missing/],
    ['/q name:', /invalid at character 9: a word is missing/],
    ['/q ()', /invalid at character 5: a word is missing/],
    ['/q a nme:b', /invalid at character 6: "nme" is not a field; the fields are .*, name, /],
    ['/q createdAt:[1 TO 2]', /invalid at character 14: ranges are possible only in a filter/],
    ['/q a\\', /invalid at character 5: "\\" has no character after it/],
    [`/q ${'('.repeat(21)}a`, /more than 20 levels of parentheses/],
    [`/q ${'a '.repeat(51)}`, /more than 50 words and patterns/],
    ['a '.repeat(51), /more than 50 words and patterns/],
    ['a'.repeat(2_001), /the query has 2001 characters; at most 2000 are allowed/],
    ['a\0', /the query contains the character U\+0000/],
  ];
  for (const [query, message] of cases)
    t.throws(() => parseQuery(query), refused(message), JSON.stringify(query));
  t.doesNotThrow(() => parseQuery(`/q ${'('.repeat(20)}a${')'.repeat(20)}`));
  t.doesNotThrow(() => parseQuery('a '.repeat(50)));
});

t.test('a plain query is never wrong', async (t) => {
  for (const query of ['"a', 'a)', '(', 'AND', 'a:b', '-', '\\', '""', '{[']) {
    t.doesNotThrow(() => parseQuery(query), query);
  }
});

t.test('a wrong rule is refused with its value and what is expected', async (t) => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
  const cases: [rules: ReturnType<typeof rule>[], message: RegExp][] = [
    [[rule('owners', [])], /the rule for "owners" has no values; expected at least one value, or EXISTS/],
    [[rule('ownrs', ['x'])], /"ownrs" is not a field; the fields are _entityName, .*, urn/],
    [[rule('__proto__', ['x'])], /is not a field/],
    [
      [rule('createdAt', ['1', '2'], { condition: 'LESS_THAN' })],
      /LESS_THAN of "createdAt" has "1", "2"; expected one number/,
    ],
    [[rule('createdAt', ['1e9'], { condition: 'GREATER_THAN' })], /has "1e9"; expected one number/],
    [[rule('name', [''], { condition: 'CONTAIN' })], /has an empty value, which every text contains/],
    [[rule('name', ['a\0'])], /a value for "name" contains the character U\+0000/],
    [[rule('name', ['\ud800'])], /an unpaired surrogate/],
    [[rule('name', ['x'.repeat(2_001)])], /has 2001 characters; at most 2000/],
    [
      [rule('name', ['x'], { condition: 'DESCENDANTS_INCL' })],
      /expected container, domains or glossaryTerms/,
    ],
    [[rule('_entityType', ['DATSET'])], /_entityType is "DATSET"; expected a value of EntityType/],
    [many(201).map((value) => rule('name', [value])), /201 rules; at most 200/],
    [[rule('name', many(1_001))], /1001 values; at most 1000/],
  ];
  for (const [rules, message] of cases)
    t.throws(() => checkFilter([rules]), refused(message), String(message));
  t.throws(() => checkFilter(many(201).map(() => [])), refused(/201 alternatives; at most 200/));
  t.equal(checkFilter([]), null);
  t.equal(checkFilter([[rule('name', ['x'])], []]), null);
  t.throws(
    () => checkFilter([[rule('name', [])], []]),
    refused(/no values/),
    'beside what matches everything',
  );
});
