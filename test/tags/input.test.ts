import t from 'tap';
import { tagColor, tagDescription, tagId, tagName } from '../../src/tags/input.js';

/** The message of the first violation; null for an input that follows the rule. */
const violation = (schema: typeof tagName, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message ?? null;

t.test('a name has 1 to 255 characters, counted in code points', async (t) => {
  for (const name of ['a', ' PII ', 'Größe (m)', '🙂'.repeat(255), 'x'.repeat(255)])
    t.equal(tagName.parse(name), name);
  for (const name of ['', 'x'.repeat(256), '🙂'.repeat(256), 'x'.repeat(1_000_000)])
    t.match(violation(tagName, name), /^expected 1 to 255 characters, not blank/);
});

t.test('a name that is blank or holds line breaks or control characters is rejected', async (t) => {
  for (const name of [' ', '\u00a0\u3000', '\u200b\u2060', 'a\nb', 'a\tb', 'a\0b', 'a\u2028b', 'a\ud800'])
    t.match(violation(tagName, name), /without line breaks or control characters$/);
});

t.test('a description has up to 10,000 characters and may have several lines', async (t) => {
  for (const text of ['', 'one\n\ttwo', 'x'.repeat(10_000), '🙂'.repeat(10_000)])
    t.equal(tagDescription.parse(text), text);
});

t.test('a description that is too long or can not be stored is rejected', async (t) => {
  for (const text of ['x'.repeat(10_001), '🙂'.repeat(10_001), 'a\0b', 'a\udfffb'])
    t.match(violation(tagDescription, text), /^expected at most 10000 characters, without NUL/);
});

t.test('a colour is #RRGGBB', async (t) => {
  for (const color of ['#000000', '#AbCdEf', '#12f9A0']) t.equal(tagColor.parse(color), color);
  for (const color of ['', '000000', '#fff', '#00000g', '#0000000', '#000000\n', 'red'])
    t.equal(violation(tagColor, color), 'expected #RRGGBB');
});

t.test('a tag id is the last part of a valid tag URN', async (t) => {
  for (const id of ['pii', 'Legacy:PII', 'a/b.c-d_e', 'größe', 'a%2Cb']) t.equal(tagId.parse(id), id);
  for (const id of ['', ' a', 'a ', 'a,b', 'a(b)', 'a\u200b', 'x'.repeat(502)])
    t.match(violation(tagId, id), /^tag urn "urn:li:tag:.*; expected urn:li:tag:<tag id>$/);
});
