import fc from 'fast-check';
import t from 'tap';
import {
  isTokenId,
  newTokenText,
  parseTokenText,
  tokenTextPattern,
} from '../../src/access-tokens/token-format.js';
import { withoutTokens } from '../../src/core/text.js';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const whole = new RegExp(`^${tokenTextPattern}$`);
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ \n';

t.test('a new text has the published pattern, one width, and gives its id back', async (t) => {
  fc.assert(
    fc.property(bytes(12), bytes(20), (idBytes, secretBytes) => {
      const { id, text } = newTokenText(idBytes, secretBytes);
      t.match(text, whole);
      t.equal(text.length, 55);
      t.match(id, /^[0-9A-Za-z]{17}$/);
      t.strictSame(parseTokenText(text), { id });
    }),
  );
});

t.test('the published pattern stays as scanners know it', async (t) => {
  t.equal(tokenTextPattern, 'mcs_[0-9A-Za-z]{17}_[0-9A-Za-z]{33}');
  const { text } = newTokenText(new Uint8Array(12), new Uint8Array(20));
  t.equal(text, `mcs_${'0'.repeat(17)}_${'0'.repeat(27)}${text.slice(-6)}`);
  t.equal(text.match(new RegExp(`\\b${tokenTextPattern}\\b`))?.[0], text);
  t.equal(`token=${text};`.match(new RegExp(tokenTextPattern))?.[0], text);
});

t.test('every bit of the random bytes changes the text', async (t) => {
  const value = (digits: string) =>
    [...digits].reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n);
  fc.assert(
    fc.property(bytes(12), bytes(20), (idBytes, secretBytes) => {
      const { id, text } = newTokenText(idBytes, secretBytes);
      t.equal(value(id), BigInt(`0x${Buffer.from(idBytes).toString('hex')}`));
      t.equal(value(text.slice(22, 49)), BigInt(`0x${Buffer.from(secretBytes).toString('hex')}`));
    }),
  );
  const most = newTokenText(new Uint8Array(12).fill(255), new Uint8Array(20).fill(255));
  t.strictSame(parseTokenText(most.text), { id: most.id });
});

t.test('a text with one wrong character is rejected', async (t) => {
  fc.assert(
    fc.property(bytes(12), bytes(20), (idBytes, secretBytes) => {
      const { text } = newTokenText(idBytes, secretBytes);
      for (let at = 0; at < text.length; at++)
        for (const char of alphabet) {
          const corrupt = text.slice(0, at) + char + text.slice(at + 1);
          if (corrupt !== text && parseTokenText(corrupt) !== null) t.fail(corrupt);
        }
    }),
    { numRuns: 20 },
  );
});

t.test('a text that was cut, lengthened, or has two characters swapped is rejected', async (t) => {
  fc.assert(
    fc.property(bytes(12), bytes(20), fc.nat(53), (idBytes, secretBytes, at) => {
      const { text } = newTokenText(idBytes, secretBytes);
      t.equal(parseTokenText(text.slice(0, at) + text.slice(at + 1)), null);
      t.equal(parseTokenText(text.slice(0, at) + text.slice(at, at + 1) + text.slice(at)), null);
      const swapped = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
      if (swapped !== text) t.equal(parseTokenText(swapped), null);
      for (const around of [` ${text}`, `${text}\n`, `${text} `]) t.equal(parseTokenText(around), null);
    }),
  );
});

t.test('any other string is rejected without an exception', async (t) => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => t.equal(parseTokenText(text), null)));
});

t.test('RangeError: too few or too many random bytes', async (t) => {
  t.throws(() => newTokenText(new Uint8Array(11), new Uint8Array(20)), RangeError);
  t.throws(() => newTokenText(new Uint8Array(12), new Uint8Array(21)), RangeError);
});

t.test('an id is 17 letters and digits', async (t) => {
  const { id } = newTokenText(new Uint8Array(12).fill(3), new Uint8Array(20));
  t.equal(isTokenId(id), true);
  for (const other of ['', id.slice(1), `${id}0`, `${id}\n`, `\0${id.slice(1)}`, `é${id.slice(1)}`]) {
    t.equal(isTokenId(other), false, JSON.stringify(other));
  }
});

t.test('redaction removes whole and cut tokens anywhere in a text', async (t) => {
  const { text } = newTokenText(new Uint8Array(12).fill(3), new Uint8Array(20).fill(5));
  t.equal(withoutTokens(`/x/${text}?a=${text}&b`), '/x/mcs_…?a=mcs_…&b');
  t.equal(withoutTokens(`"${text.slice(0, 40)}…"`), '"mcs_……"');
  t.equal(withoutTokens(`/x?a=${text.replaceAll('_', '%5F')}&b`), '/x?a=mcs_…&b', 'percent-encoded');
  t.equal(withoutTokens('nothing to hide'), 'nothing to hide');
  t.equal(withoutTokens('/a%20b%25?x=%7B"\\u00e9"'), '/a%20b%25?x=%7B"\\u00e9"', 'escapes of other texts');
});

t.test('redaction removes tokens whose characters are encoded, also several times', async (t) => {
  const { text } = newTokenText(new Uint8Array(12).fill(3), new Uint8Array(20).fill(5));
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln-_x';
  const hex = (char: string) => char.charCodeAt(0).toString(16);
  const percent = (one: string) => one.replace(/./g, (char) => `%${hex(char)}`);
  const encodings: Record<string, (one: string) => string> = {
    'every character': percent,
    'in capitals': (one) => percent(one).toUpperCase(),
    'every other character': (one) => one.replace(/(.)(.)/g, (_, a, b) => `${a}%${hex(b)}`),
    'the first character': (one) => `%${hex(one[0]!)}${one.slice(1)}`,
    'the third character': (one) => `${one.slice(0, 2)}%${hex(one[2]!)}${one.slice(3)}`,
    twice: (one) => encodeURIComponent(percent(one)),
    'twice, every character': (one) => percent(percent(one)),
    'four times': (one) => encodeURIComponent(encodeURIComponent(encodeURIComponent(percent(one)))),
    'as JSON': (one) => one.replace(/./g, (char) => `\\u00${hex(char)}`),
    'as JSON in JSON': (one) => one.replace(/[_.]/g, (char) => `\\\\u00${hex(char)}`),
  };
  for (const [name, encode] of Object.entries(encodings)) {
    for (const secret of [text, jwt]) {
      const line = withoutTokens(`{"url":"/x?q=Bearer+${encode(secret)}%22%0A&b=%20c"}`);
      const shown = line.replace(/…$/, '');
      t.match(line, /^\{"url":"\/x\?q=Bearer.{1,12}…[^"\n]*&b=%20c"\}$/, `${name}: ${shown}`);
      const end = secret.slice(-6);
      for (const left of [end, encode(end)]) t.notOk(line.includes(left), `${name}: ${shown}`);
    }
  }
});

t.test('redaction removes JSON Web Tokens', async (t) => {
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln-_x';
  t.equal(
    withoutTokens(`Bearer ${jwt}, x-${jwt} "${jwt}" ${jwt}.more`),
    'Bearer eyJ…, x-eyJ… "eyJ…" eyJ….more',
  );
  t.equal(withoutTokens(`a.b.${jwt}?${jwt}`), 'a.b.eyJ…?eyJ…');
  t.equal(withoutTokens('eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.'), 'eyJ…', 'without a signature');
  for (const other of ['eyJ', 'eyJhbGciOiJSUzI1NiJ9', 'eyJhbGciOiJSUzI1NiJ9.eyJpc3M', 'a.b.c', '1.2.3 eyJ']) {
    t.equal(withoutTokens(other), other);
  }
});
