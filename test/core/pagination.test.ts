import t from 'tap';
import { checkPage } from '../../src/core/pagination.js';

t.test('the default page is the first 20, or fewer when fewer are allowed', async (t) => {
  t.strictSame(checkPage(undefined, null), { start: 0, count: 20 });
  t.strictSame(checkPage(null, undefined, 10), { start: 0, count: 10 });
  t.strictSame(checkPage(0, 20, 10), { start: 0, count: 10 }, 'as GraphQL fills it in');
});

t.test('a page within the limits is returned as it was requested', async (t) => {
  t.strictSame(checkPage(0, 0), { start: 0, count: 0 });
  t.strictSame(checkPage(2_000_000_000, 1_000), { start: 2_000_000_000, count: 1_000 });
  t.strictSame(checkPage(5, 50, 50), { start: 5, count: 50 });
});

t.test('a page out of bounds is rejected with the field, the value and the bounds', async (t) => {
  const refused = (message: string) => ({ type: 'BAD_REQUEST', message });
  t.throws(() => checkPage(-1, 20), refused('start is -1; expected an integer of 0 or more'));
  t.throws(() => checkPage(0, -1), refused('count is -1; expected an integer from 0 to 1000'));
  t.throws(() => checkPage(0, 1_001), refused('count is 1001; expected an integer from 0 to 1000'));
  t.throws(() => checkPage(0, 51, 50), refused('count is 51; expected an integer from 0 to 50'));
});

t.test('a page has whole numbers only', async (t) => {
  for (const number of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => checkPage(number, 1), { name: 'CatalogError', type: 'BAD_REQUEST' });
    t.throws(() => checkPage(1, number), { name: 'CatalogError', type: 'BAD_REQUEST' });
  }
});
