import fc from 'fast-check';
import t from 'tap';
import { withNormalUrns } from '../../src/json/normal-urns.js';
import { finish } from '../../src/scheduling/steps.js';

const normal = (text: string) => finish(withNormalUrns(text));
const nfd = 'urn:li:tag:cafe\u0301';
const nfc = 'urn:li:tag:caf\u00e9';

t.test('strings that begin as URNs are in normal form C; all else is as it was', async (t) => {
  t.strictSame(JSON.parse(normal(JSON.stringify({ [nfd]: [nfd, { a: nfd }] }))), {
    [nfc]: [nfc, { a: nfc }],
  });
  const escaped = `{"a":"urn:li:tag:cafe\\u0301", "b" : 1.50}`;
  t.equal(normal(escaped), `{"a":"${nfc}", "b" : 1.50}`);
  for (const same of [
    '{"description":"cafe\u0301"}',
    JSON.stringify({ description: `see "${nfd}"`, text: `a ${nfd}` }),
    JSON.stringify({ aspect: { value: JSON.stringify({ tag: nfd }) } }),
    `{"a":"${nfd}`,
    '"urn:li:tag:\\x e\u0301"',
    `"urn:li:tag:${'e\u0301'.repeat(5_000)}"`,
    '"a\\\\","urn:li:tag:x"',
  ])
    t.equal(normal(same), same);
  t.equal(normal(`"a\\\\","${nfd}"`), `"a\\\\","${nfc}"`);
  t.equal(normal(`{ tag(urn: "${nfd}") { name } }`), `{ tag(urn: "${nfc}") { name } }`);
});

t.test('the values are those of the text before, with normal URNs', async (t) => {
  const piece = fc.constantFrom('urn:li:', 'e\u0301', '"', '\\', 'x', 'é', '\n', ',');
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const isUrn = (value: string) => value.startsWith('urn:li:');
  fc.assert(
    fc.property(fc.array(text), fc.boolean(), (texts, isEscaped) => {
      const json = JSON.stringify(texts);
      const sent = isEscaped ? json.replace(/\u0301/g, '\\u0301') : json;
      t.strictSame(
        JSON.parse(normal(sent)),
        texts.map((value) => (isUrn(value) ? value.normalize('NFC') : value)),
      );
    }),
  );
});
