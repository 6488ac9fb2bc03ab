import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { ExactNumber, isDeeper, parseExact, stringifyExact } from '../../src/core/lossless-json.js';
import { seedOf } from '../support/random.js';

t.test('numbers keep every digit and their spelling', async (t) => {
  for (const text of [
    '9007199254740993',
    '-12345678901234567890123456789',
    '1.0',
    '-0',
    '1e400',
    '1E5',
    '0.1000',
    '123456789.123456789123456789',
    '{"a":[1.0,{"b":9007199254740993}],"c":1,"d":"1.0"}',
  ]) {
    t.equal(stringifyExact(parseExact(text)), text);
  }
});

t.test('what JavaScript spells the same is a number, so that checks see one', async (t) => {
  t.strictSame(parseExact('[0, 1, -1, 1.5, 1700000000000]'), [0, 1, -1, 1.5, 1_700_000_000_000]);
  const [exact] = parseExact('[1.50]') as [ExactNumber];
  t.ok(exact instanceof ExactNumber);
  t.equal(Number(exact), 1.5);
});

t.test('texts that look like numbers, escapes and names stay what they are', async (t) => {
  for (const value of [
    '1.0',
    '9007199254740993',
    '\\u00001.0',
    '"1.0"',
    '\\',
    '\\"1.0',
    '\\\\u0000',
    '{"a":1.0}',
    '\u2028é😀',
    '__proto__',
  ]) {
    const text = JSON.stringify({ [value]: value, exact: 0 }).replace('"exact":0', '"exact":1.0');
    t.equal(stringifyExact(parseExact(text)), text);
    t.equal((parseExact(text) as Record<string, unknown>)[value], value);
  }
});

t.test('members named like parts of JavaScript are members and nothing else', async (t) => {
  const text = '{"__proto__":{"polluted":1.0},"constructor":{"prototype":{"polluted":1}}}';
  t.equal(stringifyExact(parseExact(text)), text);
  t.equal(({} as { polluted?: unknown }).polluted, undefined);
});

t.test('U+0000 and what is not JSON are refused', async (t) => {
  for (const text of [
    '"\\u0000"',
    '{"\\u0000a":1}',
    '"\\\\\\u0000"',
    '["\\u00001.5"]',
    '',
    '{',
    '[1.0',
    "{'a':1}",
    '01',
    'NaN',
    '\ufeff{}',
  ]) {
    t.throws(() => parseExact(text), SyntaxError, text);
  }
});

t.test('any JSON comes back as it went in', async (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!text.includes('\\u0000'));
      const back = stringifyExact(parseExact(text));
      deepEqual(JSON.parse(back), JSON.parse(text));
      if (text === JSON.stringify(JSON.parse(text))) equal(back, text);
    }),
    { seed: seedOf(t), numRuns: 1_000 },
  );
});

t.test('depth is counted in levels of objects and arrays', async (t) => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  t.notOk(isDeeper(nested(3), 3));
  t.ok(isDeeper(nested(4), 3));
  t.notOk(isDeeper({ a: { b: 1 } }, 2));
  t.ok(isDeeper({ a: { b: {} } }, 2));
});
