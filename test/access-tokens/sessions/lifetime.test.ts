import t, { type Test } from 'tap';
import { sessionStore } from '../../../src/access-tokens/sessions/store.js';
import { createBrowser } from '../../support/browser.js';
import { testCatalog } from '../../support/catalog.js';
import { savePolicy } from '../../support/save-policy.js';
import { waitFor } from '../../support/wait-for.js';
import { warningsIn } from '../../support/warnings.js';
import { createToken, forbidden, readError, revokeToken, rotateToken, toId } from '../api.js';

const minute = 60_000;
const hour = 60 * minute;
/** The time of the database, by which dead sessions and tokens are deleted. */
const noon = Date.now();

async function open(t: Test) {
  const clock = { now: noon };
  const env = { ACCESS_TOKEN_ALLOW_NO_EXPIRY: 'true', FAILED_AUTHENTICATIONS_PER_MINUTE: '2' };
  const catalog = await testCatalog(t, { env, clock: () => clock.now });
  const { app, services } = catalog;
  const signIn = async (token: string) => {
    const browser = createBrowser(app);
    const { status, body } = await browser.signIn(token);
    t.equal(status, 200);
    return { ...browser, expiresAt: body.expiresAt as number };
  };
  const issue = async (actorUrn: string, duration = 'ONE_MONTH') =>
    (await services.tokens.issue({ actorUrn, duration, name: 'x' })).text;
  return { ...catalog, clock, signIn, issue };
}

t.test('how long a session lives', async (t) => {
  const { clock, signIn, issue, user, services, db } = await open(t);
  const { urn, token } = await user('ann');
  const seen = async () => {
    await services.flush();
    const [row] = await db.query<{ at: number }>('SELECT max(last_seen_at) AS at FROM console_sessions');
    return row!.at;
  };
  const start = () => {
    clock.now = noon;
  };

  await t.test('30 minutes without a request', async (t) => {
    const browser = await signIn(token);
    clock.now += 30 * minute - 1;
    t.equal(await browser.status(), 200);
    t.equal(await seen(), clock.now, 'a request prolongs it');
    clock.now += 59_000;
    t.equal(await browser.status(), 200);
    t.equal(await seen(), clock.now - 59_000, 'it is written once a minute');
    clock.now += 30 * minute - 59_000;
    t.equal(await browser.status(), 401);
    t.equal(await browser.status(), 401, 'for ever');
    start();
  });

  await t.test('12 hours with requests', async (t) => {
    const browser = await signIn(token);
    t.equal(browser.expiresAt, noon + 12 * hour);
    for (; clock.now < noon + 12 * hour - 1; clock.now += 29 * minute) {
      t.equal(await browser.status(), 200);
      await services.flush();
    }
    clock.now = noon + 12 * hour - 1;
    t.equal(await browser.status(), 200);
    clock.now += 1;
    t.equal(await browser.status(), 401);
    start();
  });

  await t.test('not longer than its token', async (t) => {
    const browser = await signIn(await issue(urn, 'ONE_HOUR'));
    t.equal(browser.expiresAt, noon + hour);
    clock.now += 25 * minute;
    t.equal(await browser.status(), 200);
    await services.flush();
    clock.now += 25 * minute;
    t.equal(await browser.status(), 200);
    await services.flush();
    clock.now = noon + hour;
    t.equal(await browser.status(), 401);
    start();
    t.equal((await signIn(await issue(urn, 'NO_EXPIRY'))).expiresAt, noon + 12 * hour);
  });

  await t.test('sessions that have ended are no failed authentications', async (t) => {
    const browser = await signIn(token);
    await browser.signOut();
    const cookie = `catalog=${'A'.repeat(43)}`;
    for (let i = 0; i < 5; i += 1) t.equal(await browser.status({ cookie }), 401);
    const { status } = await signIn(await issue(urn));
    t.equal(await status(), 200, 'a token that nobody has verified yet still works from there');
  });

  await t.test('those that have ended are deleted', async (t) => {
    await db.query('DELETE FROM console_sessions');
    const store = sessionStore(db);
    for (let i = 0; i < 4; i += 1) await signIn(token);
    t.equal(await store.purge(10), 0, 'live ones are not');
    const change = (column: string, by: number) =>
      db.query(`UPDATE console_sessions SET ${column} = ${column} - $1::bigint`, [by]);
    await change('last_seen_at', 31 * minute);
    t.equal(await store.purge(3), 3, 'idle ones are, in batches');
    await change('last_seen_at', -31 * minute);
    t.equal(await store.purge(3), 0);
    await change('expires_at', 12 * hour);
    const live = await signIn(token);
    services.background.start();
    const left = async () => (await db.query('SELECT FROM console_sessions')).length;
    await waitFor(async () => (await left()) <= 1);
    t.equal(await live.status(), 200);
  });

  await t.test('a token has at most 20', async (t) => {
    const fresh = await issue(urn);
    const browsers = [];
    for (let i = 0; i < 20; i += 1) {
      clock.now += 1_000;
      browsers.push(await signIn(fresh));
    }
    clock.now += 2 * minute;
    t.equal(await browsers[0]!.status(), 200);
    await services.flush();
    const ofAnother = await signIn(token);
    browsers.push(await signIn(fresh));
    const ended = [];
    for (const [index, { status }] of browsers.entries()) if ((await status()) !== 200) ended.push(index);
    t.strictSame(ended, [1], 'one more ends the one that was used longest ago');
    t.equal(await ofAnother.status(), 200);
    await Promise.all(Array.from({ length: 15 }, () => signIn(fresh)));
    const rows = await db.query('SELECT FROM console_sessions WHERE token_id = $1', [toId(fresh)]);
    t.equal(rows.length, 20, 'also when many sign in at once');
  });
});

t.test('a session ends with its token, at the next request', async (t) => {
  const { signIn, issue, user, db } = await open(t);
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS', 'CREATE_TAGS']);
  const newSession = async () => {
    const text = await issue(ann.urn);
    return { id: toId(text), ...(await signIn(text)) };
  };

  const revoked = await newSession();
  t.equal((await revokeToken(boss, revoked.id)).body.data.revokeAccessToken, true);
  t.equal(await revoked.status(), 401, 'revoked');
  t.equal((await ann.send('DELETE', '/console/sessions')).body.ended, 0, 'and is no live one');

  const rotated = await newSession();
  t.match((await rotateToken(boss, rotated.id)).body.data.rotateAccessToken, {
    metadata: { actorUrn: ann.urn },
  });
  t.equal(await rotated.status(), 401, 'rotated');

  const self = await newSession();
  t.equal((await revokeToken(self, self.id)).body.data.revokeAccessToken, true, 'a token may revoke itself');
  t.equal(await self.status(), 401);

  const expired = await newSession();
  await db.query('UPDATE access_tokens SET expires_at = $2::bigint WHERE id = $1', [expired.id, noon]);
  t.equal(await expired.status(), 401, 'expired earlier than when the session began');

  const changed = await newSession();
  const create = () => changed.graphql('mutation { createTag(input: {name: "x"}) }');
  t.ok((await create()).body.data.createTag);
  await savePolicy(db, {
    ...{ id: 'ann-platform', name: 'ann', type: 'PLATFORM', state: 'INACTIVE', privileges: ['CREATE_TAGS'] },
    ...{ actors: { allUsers: false, users: [ann.urn] }, resources: { type: null, urns: [] } },
  });
  t.match(
    readError(await create()),
    forbidden('createTag', ['CREATE_TAGS', 'MANAGE_TAGS']),
    'a changed policy',
  );

  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`, [ann.urn]);
  t.equal(await changed.status(), 401, 'a suspended user');
  await db.query(`UPDATE users SET state = 'ACTIVE' WHERE urn = $1`, [ann.urn]);
  t.equal(await changed.status(), 200);
  await db.query('DELETE FROM access_tokens WHERE id = $1', [changed.id]);
  t.equal(await changed.status(), 401, 'deleted');
  t.strictSame(await db.query('SELECT FROM console_sessions WHERE token_id = $1', [changed.id]), []);
});

t.test('a session may do what its token may', async (t) => {
  const { signIn, user, services, clock, db } = await open(t);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS', 'CREATE_TAGS']);
  const { body } = await createToken(ann, {
    ...{ actorUrn: ann.urn, scopes: ['READ', 'GENERATE_PERSONAL_ACCESS_TOKENS'] },
  });
  const { accessToken: text, metadata } = body.data.createAccessToken;
  const browser = await signIn(text);
  t.match(
    readError(await browser.graphql('mutation { createTag(input: {name: "x"}) }')),
    forbidden('createTag'),
  );
  t.match(readError(await createToken(browser, { actorUrn: ann.urn })), forbidden('createAccessToken'));
  t.ok((await createToken(browser, { actorUrn: ann.urn, scopes: ['READ'] })).body.data.createAccessToken);
  await db.query(`UPDATE access_tokens SET created_at = created_at - ${5 * hour}`);
  const warned = await browser.graphql('{ __typename }');
  t.match(warningsIn(warned), [`The access token ${metadata.id} ends at`], 'its end is near');

  const wide = await signIn(ann.token);
  t.ok((await wide.graphql('mutation { createTag(input: {name: "x"}) }')).body.data.createTag);
  clock.now += 5 * minute;
  t.equal(await wide.status(), 200);
  await services.flush();
  const [row] = await db.query<{ at: number }>('SELECT last_used_at AS at FROM access_tokens WHERE id = $1', [
    toId(ann.token),
  ]);
  t.equal(row!.at, clock.now, 'a use of the session is a use of the token');
});
