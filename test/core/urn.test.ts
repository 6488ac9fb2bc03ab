import fc from 'fast-check';
import t from 'tap';
import { CatalogError } from '../../src/core/errors.js';
import {
  parseContainerUrn,
  parseDatasetUrn,
  parseTagUrn,
  parseUrn,
  parseUserUrn,
  tagIdOf,
  tagUrn,
  tokenUrn,
  userUrn,
} from '../../src/core/urn.js';

const plain = 'abcXYZ019._-:/@%äß日🙂'.normalize('NFC');
const part = fc
  .string({ unit: fc.constantFrom(...plain), minLength: 1, maxLength: 30 })
  .filter((s) => !s.includes('%2c'));
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
      t.equal(tagIdOf(tagUrn(id)), id);
      t.equal(parseUserUrn(userUrn(id)), `urn:li:corpuser:${id}`);
    }),
  );
});

t.test('a URN with one reserved, blank, invisible or incomplete character is rejected', async (t) => {
  const bad = [
    ...',() \t\n\0\u007f\u0085\u00a0\u00ad\u200b\u200d\u2028\u2060\u3000\u3164\ufe0f\ufeff',
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
    'urn:li:tag:a\u0308',
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
  const all = 'PROD DEV TEST QA UAT EI PRE STG NON_PROD CORP RVW PRD TST SIT SBX SANDBOX';
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
  const spoof = rejection(t, () => tagUrn('a\u202eb\n'));
  t.match(spoof, /"urn:li:tag:a\\u\{202E\}b\\n" holds U\+202E/);
  t.ok(rejection(t, () => parseUrn('x'.repeat(1_000_000))).length < 400);
});

t.test('a URN of another type is rejected where one type is expected', async (t) => {
  t.equal(parseContainerUrn('urn:li:container:c1'), 'urn:li:container:c1');
  t.ok(rejection(t, () => parseContainerUrn('urn:li:tag:c1')));
  t.ok(rejection(t, () => parseUserUrn('urn:li:corpGroup:g')));
  t.ok(rejection(t, () => parseDatasetUrn('urn:li:container:c1')));
  t.equal(parseUrn(tokenUrn('0Az')).type, 'serviceAccessToken');
});
