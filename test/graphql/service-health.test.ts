import t from 'tap';
import { testCatalog } from '../support/catalog.js';

const query = `{ serviceHealth {
  status version nodeVersion uptimeSeconds eventLoopDelayMillis
  database { kind version readOnly pendingMigrations }
  replica { up lagBytes lagSeconds }
  connectionPools { name max inUse idle waiting }
  argon2Queues { name active waiting }
  search { complete done total }
} }`;

t.test('serviceHealth', async (t) => {
  let isReady = true;
  let lag: { bytes: number; seconds: number } | null | 'away' = null;
  const { db, user } = await testCatalog(t, {
    ready: async () => {
      if (!isReady) throw new Error('not ready');
    },
    wrap: (opened) => ({
      ...opened,
      replicaLag: async () => {
        if (lag === 'away') throw new Error('away');
        return lag;
      },
    }),
  });
  const reader = await user('reader');
  const health = async () => (await reader.graphql(query)).body.data.serviceHealth;
  const first = await health();
  t.match(first, {
    ...{ status: 'OK', version: /^\d+\.\d+\.\d+/, nodeVersion: process.version, replica: null },
    database: {
      kind: db.kind === 'embedded' ? 'EMBEDDED' : 'POSTGRESQL',
      ...{ version: /^\d+\.\d+/, readOnly: false, pendingMigrations: [] },
    },
    argon2Queues: [{ name: 'authentication' }, { name: 'guesses' }, { name: 'tokens' }],
    search: { complete: true },
  });
  t.ok(Number.isInteger(first.uptimeSeconds));
  t.equal(first.connectionPools.length, db.pools().length);
  if (db.kind === 'postgresql')
    t.match(first.connectionPools, [{ name: 'primary', max: Number, waiting: 0 }]);

  const [newest] = await db.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1',
  );
  await db.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [newest!.name]);
  await db.query(`UPDATE search_state SET filled_to = 'urn:li:a', done = 3, total = 7`);
  isReady = false;
  lag = { bytes: 12, seconds: 0.5 };
  t.match(await health(), {
    status: 'UNAVAILABLE',
    database: { pendingMigrations: [newest!.name] },
    replica: { up: true, lagBytes: 12, lagSeconds: 0.5 },
    search: { complete: false, done: 3, total: 7 },
  });
  lag = 'away';
  t.match(await health(), { replica: { up: false, lagBytes: null, lagSeconds: null } });
});
