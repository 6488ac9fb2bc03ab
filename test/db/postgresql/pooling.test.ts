import pg from 'pg';
import t from 'tap';
import { connectionConfig } from '../../../src/db/postgresql/connection.js';
import { nameOf } from '../../../src/db/postgresql/pool-query.js';
import { detectPooling } from '../../../src/db/postgresql/pooling.js';
import { openPostgresql } from '../../../src/db/postgresql/postgresql.js';
import { transaction } from '../../../src/db/transaction.js';
import { scratchDatabaseUrl } from '../../support/database.js';

const server = process.env.TEST_DATABASE_URL;
const skip = !server && 'only PostgreSQL has several sessions';

t.test('a statement is prepared under the same name everywhere, and another one under another', async (t) => {
  t.equal(nameOf('SELECT 1'), nameOf('SELECT 1'));
  t.not(nameOf('SELECT 1'), nameOf('SELECT 2'));
  t.match(nameOf('SELECT 1'), /^catalog_[0-9a-f]{32}$/);
});

t.test('a server without a pooler keeps a session for each connection', { skip }, async (t) => {
  t.equal(await detectPooling(connectionConfig(server!)), 'session');
});

t.test('where sessions are shared, no statement leaves or relies on their settings', { skip }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!);
  const db = openPostgresql({
    url,
    poolSize: 1,
    timeoutMs: 700,
    pooling: 'transaction',
    onIdleError: () => {},
  });
  t.teardown(() => db.close());
  const show = `SELECT current_setting('statement_timeout') AS timeout, current_setting('plan_cache_mode') AS plan`;
  const own = { timeout: '1700ms', plan: 'force_generic_plan' };
  t.strictSame(await db.query(show), [own]);
  t.strictSame(await transaction(db, (tx) => tx.query(show)), [own]);
  // Prisma uses the same connection, with nothing around its statement.
  t.strictSame(await db.prisma.$queryRawUnsafe(show), [{ timeout: '0', plan: 'auto' }]);
  await t.rejects(db.query('SELECT pg_sleep(30)'), /not done in time/);
});

t.test('a schema of its own is found without a connection option', { skip }, async (t) => {
  const base = await scratchDatabaseUrl(t, server!, null);
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query('CREATE SCHEMA "it""s mine"; CREATE TABLE "it""s mine".here (found bool); ');
  await admin.end();
  const url = `${base}?schema=${encodeURIComponent(`it"s mine`)}`;
  for (const pooling of ['session', 'transaction'] as const) {
    const db = openPostgresql({ url, poolSize: 2, pooling, onIdleError: () => {} });
    t.strictSame(await db.query('SELECT found FROM here'), [], pooling);
    await db.longTransaction((query) => query('SELECT found FROM here'), new AbortController().signal);
    await db.close();
  }
});

t.test(
  'a role that may hold fewer connections than the pool would: requests share them',
  { skip },
  async (t) => {
    const url = await scratchDatabaseUrl(t, server!);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const role = `narrow_${process.pid}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'narrow' CONNECTION LIMIT 2`);
    t.teardown(async () => {
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    });
    const narrow = Object.assign(new URL(url), { username: role, password: 'narrow' }).href;
    const told: number[] = [];
    const onShrink = (size: number) => void told.push(size);
    const db = openPostgresql({ url: narrow, poolSize: 10, onIdleError: () => {}, onShrink });
    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, index) =>
        index % 2
          ? db.query(`SELECT ${index} AS n`)
          : transaction(db, (tx) => tx.query(`SELECT ${index} AS n`)),
      ),
    );
    t.strictSame(
      answers.map(([row]) => row),
      answers.map((_, n) => ({ n })),
    );
    await new Promise((resolve) => setTimeout(resolve, 700));
    t.strictSame(told, [2], 'it is told once, with what there is');
    await db.close();
  },
);
