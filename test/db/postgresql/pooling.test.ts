import pg from 'pg';
import t from 'tap';
import { connectionConfig } from '../../../src/db/postgresql/connection.js';
import { toName } from '../../../src/db/postgresql/pool-query.js';
import { detectPooling } from '../../../src/db/postgresql/pooling.js';
import { openPostgresql } from '../../../src/db/postgresql/postgresql.js';
import { transaction } from '../../../src/db/transaction.js';
import { scratchDatabaseUrl } from '../../support/database.js';
import { waitFor } from '../../support/wait-for.js';

const server = process.env.TEST_DATABASE_URL;
const skip = !server && 'only PostgreSQL has several sessions';

t.test('a statement has one name on every connection, and different statements different ones', async (t) => {
  t.equal(toName('SELECT 1'), toName('SELECT 1'));
  t.not(toName('SELECT 1'), toName('SELECT 2'));
  t.match(toName('SELECT 1'), /^catalog_[0-9a-f]{32}$/);
});

t.test('a server without a pooler has one session per connection', { skip }, async (t) => {
  t.equal(await detectPooling(connectionConfig(server!)), 'session');
});

t.test(
  'when sessions are shared, no statement changes their settings or relies on them',
  { skip },
  async (t) => {
    const url = await scratchDatabaseUrl(t, server!);
    const db = openPostgresql({
      url,
      poolSize: 1,
      timeoutMs: 1_700,
      pooling: 'transaction',
      onIdleError: () => {},
    });
    t.teardown(() => db.close());
    const show = `SELECT current_setting('statement_timeout') AS timeout, current_setting('plan_cache_mode') AS plan,
                         current_setting('jit') AS jit`;
    const own = { timeout: '2700ms', plan: 'force_generic_plan', jit: 'off' };
    t.strictSame(await db.query(show), [own]);
    t.strictSame(await transaction(db, (tx) => tx.query(show)), [own]);
    // Prisma uses the same connection without a transaction around its statement.
    t.match(await db.prisma.$queryRawUnsafe(show), [{ timeout: '0', plan: 'auto' }]);
    await t.rejects(db.query('SELECT pg_sleep(30)'), /did not respond in time/);
  },
);

t.test('the schema of the URL is used without a startup option', { skip }, async (t) => {
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
  'requests share the connections when the role may have fewer than the pool’s size',
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
    const sizes: number[] = [];
    const onShrink = (size: number) => void sizes.push(size);
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
    await waitFor(() => sizes.length > 0);
    t.ok(sizes.length === 1 && sizes[0]! <= 2, `reported once, with the number of connections: ${sizes}`);
    await db.close();
  },
);
