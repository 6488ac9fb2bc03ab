import t from 'tap';
import { checkDescription, checkName } from '../../src/core/text.js';
import { checkColour, checkTagId } from '../../src/tags/tag.js';

const refused = { type: 'BAD_REQUEST', name: 'CatalogError' };

t.test('a name has 1 to 255 characters, counted as people count them, and is kept as given', async (t) => {
  for (const name of ['a', ' PII ', 'Größe (m)', '🙂'.repeat(255), 'x'.repeat(255)])
    t.equal(checkName(name), name);
  for (const name of ['', 'x'.repeat(256), '🙂'.repeat(256), 'x'.repeat(1_000_000)])
    t.throws(() => checkName(name), refused);
});

t.test('a name that nobody could read is refused', async (t) => {
  for (const name of [' ', '\u00a0\u3000', '\u200b\u2060', 'a\nb', 'a\tb', 'a\0b', 'a\u2028b', 'a\ud800'])
    t.throws(() => checkName(name), refused);
});

t.test('a refused name is told by field, value cut short, and what would be right', async (t) => {
  t.throws(() => checkName('', 'input.name'), {
    message: /^input\.name is ""; expected 1 to 255 characters/,
  });
  t.throws(() => checkName('x'.repeat(9_999)), { message: /^name is "x{100}"…; / });
});

t.test('a description is optional, may run over lines, and is kept as given', async (t) => {
  t.equal(checkDescription(undefined), null);
  t.equal(checkDescription(null), null);
  for (const text of ['', 'one\n\ttwo', 'x'.repeat(10_000), '🙂'.repeat(10_000)])
    t.equal(checkDescription(text), text);
});

t.test('a description that is too long or can not be stored is refused', async (t) => {
  for (const text of ['x'.repeat(10_001), '🙂'.repeat(10_001), 'a\0b', 'a\udfffb'])
    t.throws(() => checkDescription(text), refused);
});

t.test('a colour is #RRGGBB, kept as given, and nothing else', async (t) => {
  for (const colour of ['#000000', '#AbCdEf', '#12f9A0']) t.equal(checkColour(colour), colour);
  for (const colour of ['', '000000', '#fff', '#00000g', '#0000000', '#000000\n', 'red'])
    t.throws(() => checkColour(colour), { ...refused, message: /^colorHex is .*; expected #RRGGBB$/ });
});

t.test('a tag id is whatever makes a valid tag URN', async (t) => {
  for (const id of ['pii', 'Legacy:PII', 'a/b.c-d_e', 'größe', 'a%2Cb']) t.equal(checkTagId(id), id);
  for (const id of ['', 'a b', 'a,b', 'a(b)', 'a\u200b', 'x'.repeat(502)])
    t.throws(() => checkTagId(id), { ...refused, message: /^the urn made of id .*urn:li:tag:<tag id>/ });
});
