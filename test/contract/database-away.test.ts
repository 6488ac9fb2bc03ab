import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { testCatalog } from '../support/catalog.js';

const list = '{ listAccessTokens(input: {}) { total } }';

/** A catalog whose database can be switched to one that nobody answers for. */
async function openFragile(t: Test) {
  const dead = openPostgresql({ url: 'postgresql://127.0.0.1:1/none', poolSize: 1, onIdleError: () => {} });
  t.teardown(() => dead.close());
  const away = { query: false, prisma: false };
  const wrap = (db: Database): Database => ({
    ...db,
    query: (...args) => (away.query ? dead : db).query(...args),
    read: (...args) => (away.query ? dead : db).read(...args),
    get prisma() {
      return (away.prisma ? dead : db).prisma;
    },
  });
  // The clock stands still, so that no later use of the token is saved while the database is away.
  const now = Date.now();
  const { user, services } = await testCatalog(t, { wrap, clock: () => now });
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS', 'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  return { away, boss, flush: services.flush };
}

t.test('while the database is away', async (t) => {
  const { away, boss, flush } = await openFragile(t);
  const message = 'The database is unavailable. Try again later.';
  t.equal((await boss.graphql(list)).status, 200);
  // The first use is saved while the database is there.
  await flush();

  away.prisma = true;
  const field = await boss.graphql(list);
  t.equal(field.status, 200, '200: it went away after the caller was known');
  t.match(field.body, {
    errors: [{ message, path: ['listAccessTokens'], extensions: { code: 503, type: 'SERVICE_UNAVAILABLE' } }],
    data: null,
    extensions: {},
  });

  away.query = true;
  const request = await boss.graphql(list);
  t.equal(request.status, 503, '503: nobody can be known');
  t.strictSame(request.body, {
    errors: [{ message, extensions: { code: 503, type: 'SERVICE_UNAVAILABLE' } }],
    data: null,
    extensions: {},
  });
  const rest = await boss.post('/gms/operations?action=getIndexSizes');
  t.equal(rest.status, 503);
  t.equal(rest.headers['x-restli-error-response'], 'true');
  t.strictSame(rest.body, {
    exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
    message,
    status: 503,
  });
  for (const { headers } of [request, rest]) t.ok(Number(headers['retry-after']) > 0, 'Retry-After');

  Object.assign(away, { query: false, prisma: false });
  t.equal((await boss.graphql(list)).body.data.listAccessTokens.total, 1, 'and it is back by itself');
});
