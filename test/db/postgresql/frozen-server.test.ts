import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { openPostgresql } from '../../../src/db/postgresql/postgresql.js';
import { transaction } from '../../../src/db/transaction.js';
import { scratchDatabaseUrl } from '../../support/database.js';

const server = process.env.TEST_DATABASE_URL;
const skip = !server && 'only a server can be behind a network that freezes';

/** A network that can be frozen: answers of the server are held back and forwarded later. */
async function network(t: Test, url: string) {
  let frozen = false;
  const held: (() => void)[] = [];
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream);
    upstream.on('data', (data) => {
      if (frozen) held.push(() => client.destroyed || client.write(data));
      else client.write(data);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.teardown(() => proxy.close());
  return {
    url: Object.assign(new URL(url), { port: `${(proxy.address() as AddressInfo).port}` }).href,
    freeze: () => (frozen = true),
    thaw() {
      frozen = false;
      for (const write of held.splice(0)) write();
    },
  };
}

t.test('a connection without an answer to its BEGIN or COMMIT is not used again', { skip }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!);
  const { url: through, freeze, thaw } = await network(t, url);
  const db = openPostgresql({ url: through, poolSize: 1, timeoutMs: 1_500, onIdleError: () => {} });
  t.teardown(() => db.close());
  const limited = async (work: Promise<unknown>) => t.rejects(work, { name: 'CatalogError' });
  await db.query('SELECT 1');

  freeze();
  await limited(transaction(db, (tx) => tx.query('SELECT 1')));
  thaw();
  await db.query(`INSERT INTO users (urn, created_at) VALUES ('after BEGIN', 0)`);

  await limited(
    transaction(db, async (tx) => {
      await tx.query(`INSERT INTO users (urn, created_at) VALUES ('in COMMIT', 0)`);
      freeze();
    }),
  );
  thaw();
  await db.query(`INSERT INTO users (urn, created_at) VALUES ('after COMMIT', 0)`);

  const direct = openPostgresql({ url, poolSize: 1, onIdleError: () => {} });
  t.teardown(() => direct.close());
  const rows = await direct.query<{ urn: string }>('SELECT urn FROM users ORDER BY urn');
  t.same(
    rows.map(({ urn }) => urn),
    ['after BEGIN', 'after COMMIT', 'in COMMIT'],
  );
});
