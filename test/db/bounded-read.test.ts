import t from 'tap';
import { testDatabase } from '../support/database.js';

const db = await testDatabase(t);
const rows = (count: number) =>
  [`SELECT repeat('x', $1::int) AS text FROM generate_series(1, $2::int)`, [1_000_000, count]] as const;

t.test('a read that takes too many bytes fails, and the next one works', async (t) => {
  for (const read of [db.bounded, db.read]) {
    t.equal((await read(...rows(16))).length, 16);
    await t.rejects(read(...rows(17)), {
      type: 'BAD_REQUEST',
      message: /more than 16777216 bytes.*ANSWER_MAX_BYTES/,
    });
    t.strictSame(await read('SELECT 1 AS one'), [{ one: 1 }]);
  }
});

t.test('reads of the service itself are not bounded', async (t) => {
  t.equal((await db.query(...rows(17))).length, 17);
});
