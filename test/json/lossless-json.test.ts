import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { isDeeper, LosslessNumber, stringifyLossless } from '../../src/json/lossless-json.js';
import { parseInSteps, parseLossless } from '../../src/json/lossless-json-parser.js';
import { finish } from '../../src/scheduling/steps.js';
import { readSeed } from '../support/random.js';

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
    t.equal(stringifyLossless(parseLossless(text)), text);
  }
});

t.test('a number that JavaScript spells the same is a plain number', async (t) => {
  t.strictSame(parseLossless('[0, 1, -1, 1.5, 1700000000000]'), [0, 1, -1, 1.5, 1_700_000_000_000]);
  const [exact] = parseLossless('[1.50]') as [LosslessNumber];
  t.ok(exact instanceof LosslessNumber);
  t.equal(Number(exact), 1.5);
});

t.test('texts that look like numbers, escapes and names are kept', async (t) => {
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
    t.equal(stringifyLossless(parseLossless(text)), text);
    t.equal((parseLossless(text) as Record<string, unknown>)[value], value);
  }
});

t.test('members named like parts of JavaScript are ordinary members', async (t) => {
  const text = '{"__proto__":{"polluted":1.0},"constructor":{"prototype":{"polluted":1}}}';
  t.equal(stringifyLossless(parseLossless(text)), text);
  t.equal(({} as { polluted?: unknown }).polluted, undefined);
});

t.test('U+0000 and invalid JSON are rejected', async (t) => {
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
    t.throws(() => parseLossless(text), SyntaxError, text);
  }
});

t.test('any JSON is unchanged after parsing and stringifying', async (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!text.includes('\\u0000'));
      const back = stringifyLossless(parseLossless(text));
      deepEqual(JSON.parse(back), JSON.parse(text));
      if (text === JSON.stringify(JSON.parse(text))) equal(back, text);
    }),
    { seed: readSeed(t), numRuns: 1_000 },
  );
});

t.test('a text of any length has the value of JSON.parse, and the same texts are rejected', async (t) => {
  const long = (text: string) => `${' '.repeat(70_000)}${text}`;
  const outcome = (parse: () => unknown) => {
    try {
      return parse();
    } catch (error) {
      return (error as Error).name;
    }
  };
  const same = (text: string) => {
    const expected = outcome(() => JSON.parse(text));
    for (const one of [text, long(text)])
      deepEqual(
        outcome(() => JSON.parse(stringifyLossless(finish(parseInSteps(one))))),
        expected,
      );
  };
  for (const text of ['', '{', '[1.0', '01', '[1,]', '{"a":1,"__proto__":{"a":[]}}', '"\\x"']) same(text);
  fc.assert(
    fc.property(fc.json(), fc.nat(20), (text, cut) => {
      fc.pre(!text.includes('\\u0000'));
      same(text);
      same(text.slice(0, -cut));
    }),
    { seed: readSeed(t), numRuns: 300 },
  );
});

t.test('a long string is parsed in short steps, whatever it escapes', async (t) => {
  const length = 3_000_000;
  for (const unit of ['\\u0041', '\\n', '\\"', '\\\\', '\\ud83d\\ude00', 'a\\t']) {
    const content = unit.repeat(length / unit.length);
    for (const text of [`["${content}"]`, `{"${content}":1}`]) {
      let steps = 0;
      const parsing = parseInSteps(text);
      let step = parsing.next();
      for (; !step.done; step = parsing.next()) steps += 1;
      deepEqual(step.value, JSON.parse(text));
      t.ok(steps >= length / 70_000, `${unit}: ${steps} steps`);
    }
  }
});

t.test('an escape at the border of two pieces is kept, and a broken one is rejected', async (t) => {
  for (let before = 65_520; before < 65_545; before += 1) {
    const filled = (text: string) => `["${'\\n'.repeat(before / 2)}${'a'.repeat(before % 2)}${text}`;
    for (const text of ['\\u00e9\\\\"]', '\\ud83d\\ude00"]', '\\"\\""]']) {
      deepEqual(finish(parseInSteps(filled(text))), JSON.parse(filled(text)));
    }
    for (const text of ['\\u12"]', '\\x"]', '\\', '\\u', '\\"', '"', '\n"]', '\\u0000"]']) {
      t.throws(() => finish(parseInSteps(filled(text))), SyntaxError, JSON.stringify(text));
    }
  }
});

t.test('depth is counted in levels of objects and arrays', async (t) => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  t.notOk(isDeeper(nested(3), 3));
  t.ok(isDeeper(nested(4), 3));
  t.notOk(isDeeper({ a: { b: 1 } }, 2));
  t.ok(isDeeper({ a: { b: {} } }, 2));
});

t.test('why a short text is not JSON is said in the words of JSON.parse', async (t) => {
  for (const text of ['{"a":tru}', '["\\x"]', '{"a"', '[1,]']) {
    const message = (parse: (text: string) => unknown) => {
      try {
        return parse(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    t.equal(message(parseLossless), message(JSON.parse));
  }
});
