import fc from 'fast-check';
import t from 'tap';
import { toNormalForm } from '../../src/urn/normal-form.js';

const forms = ['NFC', 'NFD', 'NFKC'] as const;
const mark = fc.constantFrom('\u0301', '\u0315', '\u0300', '\u0323', '\u3099', '\u{1d165}', '\uff9e');
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: mark, maxLength: 30 }), fc.constant('a')))
  .map((parts) => parts.join('|'));

t.test('a text without long runs of marks is in the form that Unicode defines', async (t) => {
  for (const form of forms)
    fc.assert(fc.property(text, (one) => t.equal(toNormalForm(one, form), one.normalize(form))));
});

t.test('a run of more than 30 marks stays as it is, and the rest does not', async (t) => {
  for (const length of [30, 31, 500]) {
    const run = '\u0315\u0300'.repeat(length).slice(0, length);
    const given = `e\u0301 a${run}b e\u0301`;
    t.equal(toNormalForm(given, 'NFC'), length === 30 ? given.normalize('NFC') : `é a${run}b é`);
    // A stored text that is asked for again is found.
    for (const form of forms)
      t.equal(toNormalForm(toNormalForm(given, form), form), toNormalForm(given, form));
  }
  const sounds = '\uff9e\u0334'.repeat(20);
  t.equal(toNormalForm(`\uff76${sounds}`, 'NFKC'), `カ${sounds}`);
});

t.test('a text in a normal form is not changed by it again', async (t) => {
  const any = fc.string({
    unit: fc.oneof(mark, fc.constantFrom('a', 'é', '\u0958', '\ufb2c', '\u1100', '\u1161')),
  });
  for (const form of ['NFC', 'NFD'] as const)
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 4 }).map((parts) => parts.join('')),
        (one) => {
          const normal = toNormalForm(one, form);
          t.equal(toNormalForm(normal, form), normal);
        },
      ),
    );
});
