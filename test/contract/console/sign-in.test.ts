import t from 'tap';
import { browserOf, localOrigin } from '../../support/browser.js';
import { testCatalog } from '../../support/catalog.js';
import { idOf } from '../tokens/api.js';

const me = '{ me { corpUser { urn } } }';
const hours = 3_600_000;

t.test('a browser signs in, asks and signs out', async (t) => {
  let now = Date.UTC(2026, 4, 1);
  const { app, user, db } = await testCatalog(t, { clock: () => now });
  const ann = await user('ann');
  const browser = browserOf(app);
  const signedIn = await browser.signIn(ann.token);
  t.match(signedIn, { status: 200, headers: { 'cache-control': 'no-store' } });
  t.strictSame(signedIn.body, { urn: ann.urn, tokenId: idOf(ann.token), expiresAt: now + 12 * hours });
  t.match(
    signedIn.headers['set-cookie'],
    /^catalog=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  now += 60_000;
  t.match((await browser.graphql(me)).body.data.me, { corpUser: { urn: ann.urn } });

  const [row] = await db.query<{ hash: string }>(
    `SELECT encode(id_hash, 'hex') AS hash FROM console_sessions`,
  );
  t.match(row!.hash, /^[0-9a-f]{64}$/, 'the id itself is not stored');

  const other = browserOf(app);
  await other.signIn(ann.token);
  const left = browser.elsewhere({ origin: localOrigin });
  t.match(await browser.signOut(), {
    status: 204,
    headers: { 'set-cookie': /^catalog=; Max-Age=0; Path=\// },
  });
  t.match(await left.graphql(me), {
    status: 401,
    body: { errors: [{ extensions: { code: 401, type: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' } }] },
  });
  t.match(await left.send('DELETE', '/console/sessions'), {
    status: 401,
    body: { status: 401, reason: 'SESSION_ENDED' },
  });
  t.equal(await other.status(), 200, 'another session stays');
});
