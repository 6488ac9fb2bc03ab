import t from 'tap';
import { finish } from '../../src/scheduling/steps.js';
import { findSimilar, isOneLetterApart, similarPatterns } from '../../src/search/similar-words.js';
import { seeded } from '../support/random.js';

const toExpression = (like: string) => new RegExp(like.replaceAll('%', '.*').replaceAll('_', '.'), 'u');

t.test('every word that one letter tells from another is like a pattern of it', async (t) => {
  const { below, pick } = seeded(t);
  const letter = () => pick([...'abcdefghijklmnopqrstuvwxyz0123456789ß語']);
  const missed: string[][] = [];
  for (let round = 0; round < 2_000; round += 1) {
    const word = Array.from({ length: 4 + below(12) }, letter);
    const at = below(word.length);
    const edits = [
      word.with(at, letter()),
      word.toSpliced(at, 0, letter()),
      word.length > 4 ? word.toSpliced(at, 1) : word.with(at, letter()),
      word.toSpliced(at, 2, ...word.slice(at, at + 2).reverse()),
    ].map((letters) => letters.join(''));
    const usual = /^[a-z0-9]*$/;
    const patterns = similarPatterns(word.join('')).map((like) => toExpression(like));
    for (const edit of edits)
      if (edit !== word.join('') && (usual.test(edit) || word.length > 6)) {
        if (!patterns.some((each) => each.test(edit)) || !isOneLetterApart(word.join(''), edit))
          missed.push([word.join(''), edit]);
      }
  }
  t.strictSame(missed, []);
});

t.test('each pattern has a run of letters that the index finds', async (t) => {
  for (const word of ['date', 'order', 'orders', 'customers']) {
    const runs = similarPatterns(word).map((like) =>
      Math.max(...like.split(/[%_]/).map(({ length }) => length)),
    );
    t.ok(Math.min(...runs) >= 3, word);
    t.ok(runs.length <= 36 * 4 + 4 * word.length, `${runs.length} patterns for ${word}`);
  }
  t.strictSame(similarPatterns('tag'), [], 'a short word has none');
});

t.test('words apart by more than a letter are others', async (t) => {
  for (const [one, other] of [
    ['orders', 'orders'],
    ['orders', 'ordering'],
    ['orders', 'rodesr'],
    ['orders', 'oredrx'],
    ['abcd', 'dcba'],
  ] as const)
    t.notOk(isOneLetterApart(one, other), `${one} ${other}`);
});

t.test('whole words are first, then those of most names', async (t) => {
  const names = ['fct_orders', 'ordersDaily', 'border_guard', 'ordert', 'ordert', 'ordert.ordert'];
  t.strictSame(finish(findSimilar('ordera', names, 3)), ['ordert', 'orders']);
  t.strictSame(finish(findSimilar('custmer', ['customersOfShop'], 3)), ['customer'], 'a beginning');
});
