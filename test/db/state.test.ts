import t from 'tap';
import type { Query } from '../../src/db/query.js';
import { readState } from '../../src/db/state.js';
import { watchState } from '../../src/db/state-watch.js';
import { expectedColumns, tables } from '../../src/db/tables.js';
import { transaction } from '../../src/db/transaction.js';
import { testDatabase } from '../support/database.js';

t.test('the expected columns are those of the migrations', async (t) => {
  const { query } = await testDatabase(t);
  const columns = await query<{ name: string }>(
    `SELECT relname || '.' || attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND attnum > 0 AND NOT attisdropped AND relname <> '_prisma_migrations'`,
  );
  t.same(
    new Set(expectedColumns.map(([table, column]) => `${table}.${column}`)),
    new Set(columns.map(({ name }) => name)),
  );
  t.same(await readState(query), { readOnly: null, missing: [] });
});

t.test('a missing table, column or policy_version row is named', async (t) => {
  const { query } = await testDatabase(t);
  await query('ALTER TABLE tags RENAME COLUMN color_hex TO colour');
  await query('ALTER TABLE users RENAME TO people');
  await query('ALTER TABLE policy_version DROP CONSTRAINT policy_version_one_row');
  await query('DELETE FROM policy_version');
  t.teardown(() => query('INSERT INTO policy_version VALUES (1, 0)'));
  t.same((await readState(query)).missing, [
    ...tables.users.split(' ').map((column) => `users.${column}`),
    'tags.color_hex',
    'the row of policy_version',
  ]);
});

t.test('each change between read-only and writable is reported', async (t) => {
  const db = await testDatabase(t);
  let mode = 'READ WRITE';
  const query: Query = (sql, params) =>
    db.inTransaction(async (tx) => {
      await tx.query(`SET TRANSACTION ${mode}`);
      return tx.query(sql, params);
    });
  const reported: (string | null)[] = [];
  const watch = await watchState({ query, kind: db.kind }, (readOnly) => reported.push(readOnly));
  t.teardown(() => watch.stop());
  for (mode of ['READ ONLY', 'READ ONLY', 'READ WRITE', 'READ ONLY']) await watch.check();
  t.same(reported, ['read-only', null, 'read-only']);
});

t.test('a write to a read-only database says that it is read-only', async (t) => {
  const db = await testDatabase(t);
  const write = transaction(db, async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    await tx.query('DELETE FROM tags');
  });
  await t.rejects(write, { message: /^The database is read-only: nothing was written/ });
});
