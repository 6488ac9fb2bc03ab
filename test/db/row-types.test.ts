import t from 'tap';
import { testDatabase } from '../support/database.js';

t.test('rows have the types that Query documents', async (t) => {
  const db = await testDatabase(t);
  const sql = `SELECT 1 AS int4, 9007199254740991::bigint AS int8, 1.5::float8 AS float8, 1.5::numeric AS numeric,
                      true AS bool, '{"a": [1]}'::jsonb AS jsonb, ARRAY['a'] AS texts, ARRAY[1::bigint] AS int8s,
                      timestamptz '2026-01-01 00:00:00Z' AS time, NULL::bigint AS missing`;
  const expected = {
    int4: 1,
    int8: Number.MAX_SAFE_INTEGER,
    float8: 1.5,
    numeric: '1.5',
    bool: true,
    jsonb: { a: [1] },
    texts: ['a'],
    int8s: ['1'],
    time: new Date('2026-01-01T00:00:00Z'),
    missing: null,
  };
  t.strictSame(await db.query(sql), [expected], 'query');
  t.strictSame(await db.query(sql, [], { unprepared: true }), [expected], 'an unprepared query');
  t.strictSame(await db.read(sql), [expected], 'a bounded read');
  t.strictSame(await db.inTransaction(({ query }) => query(sql)), [expected], 'a transaction');
  const { signal } = new AbortController();
  t.strictSame(await db.longTransaction((query) => query(sql), signal), [expected], 'a long transaction');
});
