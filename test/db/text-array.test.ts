import t from 'tap';
import { encodeTexts } from '../../src/db/text-array.js';
import { testDatabase } from '../support/database.js';

t.test('texts arrive as they are, long and short ones and nulls', async (t) => {
  const db = await testDatabase(t);
  const texts = ['', null, 'NULL', '{"a":"\\\\\\""}', 'é😀\n\\', `${'\\"é😀,{}'.repeat(20_000)}`, ' '];
  t.ok(Buffer.isBuffer(encodeTexts([texts])[0]));
  const rows = await db.query<{ text: string | null; place: number }>(
    'SELECT text, place FROM unnest($1::text[], $2::bigint[]) AS input(text, place) ORDER BY place',
    [texts, [...texts.keys()]],
  );
  t.strictSame(
    rows.map(({ text }) => text),
    texts,
  );
});

t.test('all other parameters are left to the driver', async (t) => {
  const long = 'x'.repeat(2_000);
  const params = [long, [null, undefined], [1, 2], ['short', 1], [], null, 5, { long: [long] }];
  t.strictSame(encodeTexts(params), params);
});
