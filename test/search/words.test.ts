import t from 'tap';
import { splitWords, toTokens } from '../../src/search/words.js';

const cases: readonly [text: string, ...tokens: string[]][] = [
  ['orders', 'orders'],
  ['fct_users.created-at/v2', 'fct', 'users', 'created', 'at', 'v2'],
  ['ordersDaily', 'orders', 'daily'],
  ['XMLHttpRequest', 'xml', 'http', 'request'],
  ['ORDERS2024', 'orders2024'],
  ['userID2', 'user', 'id2'],
  ['Ünïcode Größe', 'ünïcode', 'größe'],
  ['ﬁle', 'file'],
  ['日本語 テーブル', '日本語', 'テーブル'],
  ['a'.repeat(300), 'a'.repeat(100)],
  ['  .,;:!?()[]{}"\'\\ ', ...[]],
];

for (const [text, ...tokens] of cases) {
  t.strictSame(toTokens(text), tokens, text.slice(0, 40));
}
t.strictSame(
  [...splitWords('ordersDaily x')],
  [
    { parts: ['orders', 'daily'], whole: 'ordersdaily' },
    { parts: ['x'], whole: 'x' },
  ],
);
