import fc from 'fast-check';
import t from 'tap';
import { DuplicateMember, parseInputInSteps, parseInSteps } from '../../src/json/lossless-json-parser.js';
import { finish } from '../../src/scheduling/steps.js';
import { readSeed } from '../support/random.js';

/** Returns the path of the member that there is twice; null: there is none. */
function duplicateIn(text: string): string | null {
  try {
    finish(parseInputInSteps(text));
    return null;
  } catch (error) {
    if (error instanceof DuplicateMember) return /^has the member "(.*)" twice$/.exec(error.message)![1]!;
    throw error;
  }
}

const long = `"${'x'.repeat(100_000)}"`;

for (const [text, path] of [
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":1}', 'a'],
  ['{"a":{"b":[0,{"c":1,"d":{"c":1},"c":1}]}}', 'a.b.1.c'],
  ['[{"a":1},{"a":1,"b":1,"b":null}]', '1.b'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"constructor":1,"constructor":2}', 'constructor'],
  ['{"":1,"":2}', ''],
  [`{"a":1,"${'x'.repeat(300)}":1,"${'x'.repeat(300)}":2}`, `${'x'.repeat(100)}…`],
  ['{"a\\u200b\\"":1,"a\\u200b\\"":2}', 'a\\u{200B}\\"'],
] as const) {
  t.test(`${text.slice(0, 40)} has the member ${path.slice(0, 40)} twice, however long it is`, async (t) => {
    t.equal(duplicateIn(text), path);
    t.equal(duplicateIn(text.replace('1', long)), path);
    t.doesNotThrow(() => finish(parseInSteps(text)), 'what is stored can be read');
  });
}

t.test('no other text is refused', async (t) => {
  for (const text of [
    ...[
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":1}]',
      '{"a":"{\\"b\\":1,\\"b\\":2}"}',
      '{":":":","\\":":":\\\\"}',
    ],
    ...[
      '1.0',
      '"a:b"',
      '{"a":1.50,"b":[1e400]}',
      '{"constructor":1,"hasOwnProperty":2,"toString":3}',
      '{"__proto__":1}',
    ],
  ]) {
    t.equal(duplicateIn(text), null, text);
    t.equal(duplicateIn(`[${long},${text}]`), null, text);
  }
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!text.includes('\\u0000'));
      return duplicateIn(text) === null;
    }),
    { seed: readSeed(t), numRuns: 500 },
  );
});
