import fc from 'fast-check';
import t from 'tap';
import { CatalogError } from '../../src/core/errors.js';
import {
  parseContainerUrn,
  parseDatasetUrn,
  parseTagUrn,
  parseUrn,
  parseUserUrn,
  quoted,
  tagUrn,
  tokenUrn,
  toTagId,
  userUrn,
} from '../../src/core/urn.js';
import { parseAssetUrn } from '../../src/entities/asset-urn.js';

const plain = [...'abcXYZ019._-:/@%äß日🙂'.normalize('NFC'), '👩🏽‍💻', '❤️', '#️⃣'];
const blanks = ' \u00a0\u1680\u2002\u2009\u202f\u205f\u2800\u3000';
const text = fc
  .string({ unit: fc.constantFrom(...plain), minLength: 1, maxLength: 15 })
  .filter((s) => !s.includes('%2c') && !s.startsWith('urn:'));
/** Text with white space inside, but not at its ends. */
const part = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(...blanks, '  ', '').map((blank) => words.join(blank)));
const environment = fc.constantFrom('PROD', 'DEV', 'NON_PROD', 'SANDBOX');
const dataset = fc
  .tuple(part, part, environment)
  .map(([platform, name, origin]) => `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},${origin})`);

/** Returns the message of the BAD_REQUEST; any other outcome fails the test. */
function rejection(t: Tap, parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (error instanceof CatalogError && error.type === 'BAD_REQUEST') return error.message;
    throw error;
  }
  t.fail('nothing was refused');
  return '';
}
type Tap = Pick<typeof t, 'fail'>;

t.test('a parsed URN is the given string, and its parts rebuild it', async (t) => {
  fc.assert(
    fc.property(dataset, (urn) => {
      const { platform, platformName, name, origin } = parseDatasetUrn(urn);
      t.equal(platform, `urn:li:dataPlatform:${platformName}`);
      t.equal(`urn:li:dataset:(${platform},${name},${origin})`, urn);
      t.strictSame(parseUrn(urn), { urn, type: 'dataset', parts: [platform, name, origin] });
    }),
  );
  fc.assert(
    fc.property(part, (id) => {
      t.equal(toTagId(tagUrn(id)), id);
      t.equal(parseUserUrn(userUrn(id)), `urn:li:corpuser:${id}`);
    }),
  );
});

/** Every noncharacter, by its value. */
const noncharacters = [
  ...Array.from({ length: 32 }, (_, at) => 0xfdd0 + at),
  ...Array.from({ length: 17 }, (_, plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]).flat(),
].map((code) => String.fromCodePoint(code));

t.test('a URN with one reserved, control, invisible or incomplete character is rejected', async (t) => {
  const bad = [
    ...',()\t\n\v\f\r\0\u007f\u0085\u009b\u00ad\u061c\u180e\u200b\u200c\u200e\u2028\u2029\u202e\u2060\u3164\ufeff',
    ...noncharacters,
    '\u{e0041}',
    '\u{e0100}',
    '\ud800',
    '\udc00',
  ];
  fc.assert(
    fc.property(part, fc.constantFrom(...bad), fc.nat(), (id, char, at) => {
      const letters = [...id];
      letters.splice(at % (letters.length + 1), 0, char);
      rejection(t, () => tagUrn(letters.join('')));
      rejection(t, () => parseDatasetUrn(`urn:li:dataset:(urn:li:dataPlatform:x,${letters.join('')},PROD)`));
    }),
  );
});

t.test('white space is rejected at the ends of a URN, an id, a part, and a nested URN', async (t) => {
  fc.assert(
    fc.property(part, fc.constantFrom(...blanks), (id, blank) => {
      const dataset = (platform: string, name: string) =>
        `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
      for (const urn of [
        `${blank}urn:li:tag:${id}`,
        `urn:li:tag:${id}${blank}`,
        `urn:li:tag:${blank}${id}`,
        `urn:li:${blank}tag:${id}`,
        blank,
        `urn:li:tag:${blank}`,
        dataset('x', `${blank}${id}`),
        dataset('x', `${id}${blank}`),
        dataset(`${blank}${id}`, 'y'),
        dataset(`${id}${blank}`, 'y'),
        `urn:li:x:(${blank}a,b)`,
        `urn:li:x:(a,b${blank})`,
        `urn:li:x:(a,b)${blank}`,
        `urn:li:x:${blank}(a,b)`,
        `urn:li:x:(a,urn:li:y:${blank}${id})`,
        `urn:li:x:(urn:li:y:(a,${id}${blank}),b)`,
        `urn:li:x:(urn:li:y:(a,urn:li:z:${blank}${id}),b)`,
      ]) {
        t.match(
          rejection(t, () => parseUrn(urn)),
          /wrong shape.*white space|expected urn:li/,
        );
      }
    }),
    { numRuns: 30 },
  );
});

t.test('a joiner and variation selectors are accepted inside an emoji only', async (t) => {
  for (const emoji of ['👨‍👩‍👧', '🕵🏽‍♂️', '🕵️‍♂️', '👩‍❤️‍👨', '🏳️‍🌈', '❤︎', '3️⃣', '©️'])
    t.equal(toTagId(tagUrn(`x ${emoji} y`)), `x ${emoji} y`, emoji);
  for (const wrong of [
    'a\u200d👧',
    '👧\u200da',
    '👧\u200d',
    '\u200d👧',
    'a\ufe0f',
    '1\ufe0f',
    '❤\ufe0f\ufe0f',
    '❤\ufe00',
    '🏽\u200d👧',
  ])
    t.match(
      rejection(t, () => tagUrn(wrong)),
      /contains U\+(200D|FE0F|FE00)/,
      JSON.stringify(wrong),
    );
});

/** The tag sequence of a flag. */
const flag = (code: string, end = '\u{e007f}') =>
  `🏴${[...code].map((char) => String.fromCodePoint(0xe0000 + char.codePointAt(0)!)).join('')}${end}`;

t.test('a flag of a part of a country is accepted, and tags anywhere else are refused', async (t) => {
  for (const code of ['gbsct', 'gbeng', 'gbwls', 'usca', 'jp13', 'us1'])
    t.equal(toTagId(tagUrn(`x${flag(code)}${flag('gbeng')}y`)), `x${flag(code)}${flag('gbeng')}y`, code);
  for (const wrong of [
    flag('gbsct', ''),
    flag('gb'),
    flag(''),
    flag('g'),
    flag('gbscotl'),
    flag('gb sct'),
    flag('GBSCT'),
    `${flag('gbsct')}\u{e007f}`,
    `${flag('gbsct')}\u{e0067}`,
    flag('gbsct').replace('🏴', '🏳'),
    flag('gbsct').slice(2),
    'a\u{e0001}',
    'a\u{e0061}',
  ])
    t.match(
      rejection(t, () => tagUrn(wrong)),
      /contains U\+E00/,
      JSON.stringify(wrong),
    );
});

t.test('a joiner is accepted where a script uses it', async (t) => {
  for (const word of [
    'می\u200cخواهم',
    'کتاب\u200cها',
    'نامه\u200cای',
    'بَ\u200cَب',
    'क्\u200dष',
    'क्\u200cष',
    'ක්\u200dෂ',
    'ന്\u200d',
    'র্\u200dয',
    'র\u200d্যাব',
    'ক\u200c্ষ',
    'ರ\u200d್ಕ',
    'ᠮᠣᠩ\u200cᠭᠣᠯ',
    'ܒ\u200cܒ',
  ])
    t.equal(toTagId(tagUrn(word)), word, word);
  for (const wrong of [
    'a\u200cb',
    '\u200cمی',
    'می\u200c',
    'کار\u200cها',
    'می\u200dخواهم',
    'می\u200c\u200cخواهم',
    'می\u200c خواهم',
    'ا\u200cا',
    'ב\u200cב',
    'क\u200dष',
    'क\u200cष',
    'क्\u200d\u200d',
    '日\u200d本',
    'a\u200d\u09cd',
    'র\u200d্'.slice(0, 2),
    'র\u200d\u200d্য',
    'می\u200fخواهم',
    '\u200d',
  ])
    t.match(
      rejection(t, () => tagUrn(wrong)),
      /contains U\+200[CDF]/,
      JSON.stringify(wrong),
    );
});

t.test('a URN in any Unicode form is the URN in normal form C', async (t) => {
  fc.assert(
    fc.property(part, fc.constantFrom('é', 'Å', '각', 'ệ', 'ñ', 'क़'), (id, letter) => {
      const expected = `urn:li:tag:${id}${letter}`.normalize('NFC');
      for (const form of ['NFC', 'NFD'] as const)
        t.strictSame(parseUrn(expected.normalize(form)), parseUrn(expected));
      t.equal(parseTagUrn(expected.normalize('NFD')), expected);
    }),
  );
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:file,Größe/é,PROD)';
  t.strictSame(parseDatasetUrn(dataset.normalize('NFD')), parseDatasetUrn(dataset));
  // The bytes of the normal form count.
  const long = `urn:li:tag:${'각'.repeat(167)}`;
  t.equal(parseUrn(long.normalize('NFD')).urn, long);
  for (const tooLong of [`${long}각`, 'e\u0301'.repeat(100_000)])
    t.match(
      rejection(t, () => parseUrn(tooLong.normalize('NFD'))),
      /longer than 512 bytes/,
    );
});

t.test('a code point that is not assigned yet is accepted', async (t) => {
  for (const code of [0x0378, 0x2fe0, 0x1fc00, 0x3fff0])
    t.ok(tagUrn(`a${String.fromCodePoint(code)}`), code.toString(16));
});

t.test('a quoted value is one line without invisible characters', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      t.notMatch(quoted(value), /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?! )\p{Zs}/u);
    }),
  );
  t.equal(quoted('a\u009b\u2028\u00a0👩\u200d💻\u200d'), '"a\\u{009B}\\u{2028}\\u{00A0}👩\u200d💻\\u{200D}"');
});

t.test('any string is parsed or rejected with BAD_REQUEST', async (t) => {
  const hostile = fc.string({
    unit: fc.constantFrom('urn:li:', 'dataset:', '(', ')', ',', 'a', ':', '%2C', 'PROD'),
  });
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (value) => {
      try {
        t.equal(parseUrn(value).urn, value);
      } catch (error) {
        t.ok(error instanceof CatalogError && error.type === 'BAD_REQUEST');
      }
    }),
  );
});

t.test('a second spelling of a URN is rejected', async (t) => {
  const spellings = [
    'URN:LI:tag:a',
    'urn:LI:tag:a',
    'urn:li:Tag:a',
    'urn:li:tag:(a)',
    'urn:li:tag:a%2cb',
    ' urn:li:tag:a',
    'urn:li:tag:a\n',
    'urn:li:dataset:(urn:li:dataPlatform:x, y,PROD)',
    'urn:li:dataset:(URN:LI:dataPlatform:x,y,PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:x,y,prod)',
  ];
  for (const spelling of spellings)
    t.ok(
      rejection(t, () => parseUrn(spelling)),
      spelling,
    );
});

t.test('a URN with missing, empty, unbalanced or extra parts is rejected', async (t) => {
  const shapes = [
    '',
    'urn',
    'urn:li',
    'urn:li:tag',
    'urn:li:tag:',
    'urn:li::a',
    'urn:li:tag:a,b',
    'urn:li:tag:(a,b)',
    'urn:li:x:(a,b',
    'urn:li:x:(a,b))',
    'urn:li:x:(a,)',
    'urn:li:x:(a),(b)',
    'urn:li:x:(a,b)c',
    'urn:li:x:(a,b),(c,d)',
    'urn:li:x:(a,urn:li:y:(b,c)',
    'urn:li:x:(a,urn:li:y:(b),(c,d))',
    'urn:li:x:(a,b(c))',
    'urn:li:x:()',
    'urn:li:dataset:y',
    'urn:li:dataset:(urn:li:dataPlatform:x,y)',
    'urn:li:dataset:(urn:li:dataPlatform:x,y,PROD,z)',
    'urn:li:dataset:(urn:li:dataPlatform:x,,PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:,y,PROD)',
    'urn:li:dataset:(urn:li:tag:x,y,PROD)',
    'urn:li:dataset:(x,y,PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:x,y(z),PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:x,urn:li:p:(a,b),PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:x,y,PRODUCTION)',
  ];
  for (const shape of shapes)
    t.ok(
      rejection(t, () => parseUrn(shape)),
      shape,
    );
});

t.test('a tuple is split at its top level only', async (t) => {
  const inner = 'urn:li:dataset:(urn:li:dataPlatform:x,a%2Cb,PROD)';
  const { type, parts } = parseUrn(`urn:li:schemaField:(${inner},[version=2.0].[type=int].c)`);
  t.equal(type, 'schemaField');
  t.strictSame(parts, [inner, '[version=2.0].[type=int].c']);
});

t.test('percent-encoding is not decoded', async (t) => {
  t.equal(parseDatasetUrn('urn:li:dataset:(urn:li:dataPlatform:x,a%2C%28%29%61,PROD)').name, 'a%2C%28%29%61');
});

t.test('all environments of the wire contract are accepted, spelled exactly', async (t) => {
  const all = 'PROD DEV TEST QA UAT EI PRE STG NON_PROD CORP RVW PRD TST SIT SBX SANDBOX CERT';
  for (const origin of all.split(' '))
    t.equal(parseDatasetUrn(`urn:li:dataset:(urn:li:dataPlatform:x,y,${origin})`).origin, origin);
});

t.test('a URN may take 512 bytes of UTF-8', async (t) => {
  const maxId = 512 - 'urn:li:tag:'.length;
  t.ok(tagUrn('a'.repeat(maxId)));
  t.match(
    rejection(t, () => tagUrn('a'.repeat(maxId + 1))),
    /longer than 512 bytes/,
  );
  t.match(
    rejection(t, () => tagUrn('ä'.repeat(maxId / 2 + 1))),
    /longer than 512 bytes/,
  );
});

t.test('an error names the field, the shortened value and the expected shape', async (t) => {
  const message = rejection(t, () => parseTagUrn('urn:li:corpuser:ann', 'tagUrn'));
  t.match(message, /^tagUrn "urn:li:corpuser:ann" .*expected urn:li:tag:<tag id>$/);
  t.match(
    rejection(t, () => parseDatasetUrn('urn:li:dataset:(x)')),
    /NON_PROD.*SANDBOX/,
  );
  const set = (inner: string) => `urn:li:dataset:(${inner})`;
  const [hive, encoding] = ['urn:li:dataPlatform:hive', /wrong form: inside a part "," .* percent-encoded;/];
  for (const [urn, why] of [
    [set(`${hive},a,PRODD`), /wrong form: the environment is "PRODD"; expected .*PROD, DEV/],
    [set('hive,a,PROD'), /wrong form: the platform is "hive", not urn:li:dataPlatform:hive;/],
    [set('urn:li:tag:x,a,PROD'), /the platform is "urn:li:tag:x", not urn:li:dataPlatform:<platform>;/],
    [set(`${hive},a,b,PROD`), encoding],
    [set(`${hive},a(b),PROD`), encoding],
    [`"${set(`${hive},a,PROD`)}"`, /leave out the quotes around it; expected/],
    [set(`${hive}, a,PROD`), /wrong form: no part begins or ends with white space;/],
    ['urn:li:dataset:x', /has the wrong form; expected urn:li:dataset:/],
    ['urn:li:chart:(looker,a)', /is a chart, not a dataset; expected urn:li:dataset:/],
    ['urn:li:assertion:a(', /is an assertion, not a dataset;/],
    ['x', /has the wrong form; expected/],
  ] as const) {
    t.match(
      rejection(t, () => parseDatasetUrn(urn)),
      why,
      urn,
    );
  }
  t.match(
    rejection(t, () => parseAssetUrn('dashboard', 'urn:li:chart:(looker,a)')),
    /"urn:li:chart:\(looker,a\)" is a chart, not a dashboard; expected urn:li:dashboard:/,
  );
  t.match(
    rejection(t, () => parseAssetUrn('chart', 'urn:li:chart:a')),
    /has the wrong form; expected urn:li:chart:/,
  );
  const spoof = rejection(t, () => tagUrn('a\u202eb\n'));
  t.match(spoof, /"urn:li:tag:a\\u\{202E\}b\\n" contains U\+202E/);
  t.ok(rejection(t, () => parseUrn('x'.repeat(1_000_000))).length < 400);
});

t.test('a URN of another type is rejected where one type is expected', async (t) => {
  t.equal(parseContainerUrn('urn:li:container:c1'), 'urn:li:container:c1');
  t.ok(rejection(t, () => parseContainerUrn('urn:li:tag:c1')));
  t.ok(rejection(t, () => parseUserUrn('urn:li:corpGroup:g')));
  t.ok(rejection(t, () => parseDatasetUrn('urn:li:container:c1')));
  t.equal(parseUrn(tokenUrn('0Az')).type, 'serviceAccessToken');
});
