import t, { type Test } from 'tap';
import { tokenStore } from '../../src/access-tokens/store.js';
import { tokenPurge } from '../../src/access-tokens/upkeep.js';
import { testCatalog } from '../support/catalog.js';
import { insertTokens, listTokens, notFound, readError, revokeToken, toId } from './api.js';

const day = 86_400_000;
const owner = 'urn:li:corpuser:ann';

async function open(t: Test) {
  const catalog = await testCatalog(t, { env: { TOKEN_RETENTION_DAYS: '30' } });
  const boss = await catalog.user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await catalog.user('ann');
  const ids = async () =>
    (await catalog.db.query<{ id: string }>('SELECT id FROM access_tokens ORDER BY id')).map(({ id }) => id);
  const revokedAt = (id: string, time: number) =>
    catalog.db.query('UPDATE access_tokens SET revoked_at = $1::bigint WHERE id = $2::text', [time, id]);
  /** Purges until nothing is left to purge. */
  async function purgeAll() {
    catalog.services.background.start();
    await catalog.services.background.stop();
  }
  return { ...catalog, boss, ann, ids, revokedAt, purgeAll };
}

t.test('tokens are kept for TOKEN_RETENTION_DAYS after their end, and then no more', async (t) => {
  const { db, boss, ann, ids, revokedAt, purgeAll } = await open(t);
  const now = Date.now();
  const [old, young] = [now - 30 * day - 60_000, now - 30 * day + 60_000];
  const rows: [id: string, expiresAt: number | null, revoked: number | null][] = [
    ['expired-long-ago', old, null],
    ['revoked-long-ago', null, old],
    ['revoked-long-ago-before-its-end', now + day, old],
    ['expired-long-ago-revoked-later', old, young],
    ['expired-lately', young, null],
    ['revoked-lately', null, young],
    ['live', now + day, null],
    ['live-for-ever', null, null],
  ];
  await insertTokens(
    db,
    rows.map(([id, expiresAt]) => ({ id, actorUrn: owner, expiresAt })),
  );
  for (const [id, , revoked] of rows) if (revoked !== null) await revokedAt(id, revoked);
  await purgeAll();
  t.strictSame(await ids(), [toId(ann.token), toId(boss.token), ...rows.slice(4).map(([id]) => id)].sort());
});

t.test('a purged token is rejected like an unknown one', async (t) => {
  const { boss, ann, ids, revokedAt, purgeAll } = await open(t);
  const url = '/entitiesV2/urn%3Ali%3Atag%3Ax';
  t.match(await ann.get(url), { status: 200 });
  await revokeToken(boss, toId(ann.token));
  const before = await ann.get(url);
  await revokedAt(toId(ann.token), Date.now() - 31 * day);
  await purgeAll();
  t.strictSame(await ids(), [toId(boss.token)]);
  const after = await ann.get(url);
  t.equal(after.status, 401);
  t.strictSame(after.body, before.body);
  t.match(
    readError(await revokeToken(boss, toId(ann.token))),
    notFound('revokeAccessToken', /no access token/),
  );
  t.equal((await listTokens(boss)).body.data.listAccessTokens.total, 1);
});

t.test('a purge works in batches, skips locked rows, and ends when it is stopped', async (t) => {
  const { db, ids } = await open(t);
  const dead = Array.from({ length: 25 }, (_, i) => `dead${String(i).padStart(2, '0')}`);
  await insertTokens(
    db,
    dead.map((id) => ({ id, actorUrn: owner, expiresAt: 1 })),
  );
  const store = tokenStore(db);
  t.equal(await store.purge(day, 10), 10, 'no more than asked for');
  t.strictSame((await ids()).filter((id) => id.startsWith('dead')).length, 15);
  t.strictSame(
    await Promise.all([store.purge(day, 5), store.purge(day, 5), store.purge(day, 5)]).then((counts) =>
      counts.reduce((sum, count) => sum + count, 0),
    ),
    15,
    'and none twice',
  );

  const asked: number[] = [];
  const purge = tokenPurge({
    sessions: { purge: async () => 0 },
    store: { purge: async (_, limit) => asked.push(limit) && limit },
    retentionDays: 1,
    batchSize: 7,
    onError: (error) => t.fail(String(error)),
  });
  purge.start();
  await purge.stop();
  t.strictSame(asked, [7], 'the one at work is the last');
});

t.test('a failed purge is reported and does not stop the service', async (t) => {
  const errors: unknown[] = [];
  const away = new Error('away');
  const purge = tokenPurge({
    sessions: { purge: async () => 0 },
    store: { purge: () => Promise.reject(away) },
    retentionDays: 1,
    onError: (error) => errors.push(error),
  });
  purge.start();
  await new Promise(setImmediate);
  t.strictSame(errors, [away]);
  await purge.stop();
});

t.test('a batch is read by an index', async (t) => {
  const { db } = await open(t);
  await db.query(
    `INSERT INTO access_tokens (id, hash, type, name, actor_urn, owner_urn, created_at, expires_at)
     SELECT 't' || i, '', 'PERSONAL', '', $1::text, $1::text, i, 9000000000000 FROM generate_series(1, 5000) i`,
    [owner],
  );
  await db.query('ANALYZE stored_access_tokens');
  const plan = await db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM access_tokens WHERE (revoked_at IS NOT NULL OR expires_at IS NOT NULL)
        AND least(revoked_at, expires_at) <= 1 ORDER BY least(revoked_at, expires_at) LIMIT 1000 FOR UPDATE SKIP LOCKED`,
  );
  t.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /access_tokens_dead_since_idx/);
});
