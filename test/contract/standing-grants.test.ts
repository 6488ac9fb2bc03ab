import t, { type Test } from 'tap';
import { toId } from '../access-tokens/api.js';
import { createBrowser } from '../support/browser.js';
import { peopleCatalog, removeUser } from '../support/people.js';

// What a user has been given once, and uses without its token, is worth what the user may do now. Webhooks have a test of
// their own (webhooks/owners.test.ts), and so have polls that wait (history/events.test.ts) and truncations
// (timeseries/truncation/worker.test.ts).

const proxy = '10.1.2.3';

async function open(t: Test) {
  const env = { TRUSTED_ACTOR_PROXIES: '10.0.0.0/8', FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' };
  const catalog = await peopleCatalog(t, { env });
  const ann = await catalog.user('ann', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE', 'GET_PLATFORM_EVENTS']);
  /** Removes the user, and creates another one with the same URN. */
  async function replaceAnn(): Promise<void> {
    t.match(await removeUser(catalog.manager, ann.urn), { value: true });
    await catalog.user('ann');
  }
  return { ...catalog, ann, replaceAnn };
}

t.test('links and sessions of a removed user are not those of a new user with the same URN', async (t) => {
  const { app, services, ann, replaceAnn } = await open(t);
  const browser = createBrowser(app);
  const signIn = (payload: object) => browser.send('POST', '/console/session', { payload });
  t.equal((await signIn({ token: ann.token })).status, 200);
  const me = () =>
    browser.send('POST', '/api/graphql', { payload: { query: '{ me { corpUser { urn } } }' } });
  t.match(await me(), { status: 200, body: { data: { me: { corpUser: { urn: ann.urn } } } } });
  const { secret } = services.sessions.createLink(toId(ann.token));
  await replaceAnn();
  t.equal((await me()).status, 401);
  t.equal((await signIn({ link: secret })).status, 401);
});

t.test('a gateway names a user for each request, who has no right of a removed one', async (t) => {
  const { app, ann, administrator, manager, replaceAnn, ...catalog } = await open(t);
  const ask = async () => {
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: '/operations?action=getIndexSizes', remoteAddress: proxy },
      headers: { 'x-datahub-actor': ann.urn },
    });
    return statusCode;
  };
  t.equal(await ask(), 200);
  await catalog.db.query(`UPDATE policies SET state = 'INACTIVE' WHERE id = 'ann-platform'`);
  t.equal(await ask(), 403);
  await catalog.db.query(`UPDATE policies SET state = 'ACTIVE' WHERE id = 'ann-platform'`);
  t.match(await removeUser(manager, ann.urn), { value: true });
  t.equal(await ask(), 401);
  await catalog.user('ann');
  t.equal(await ask(), 403);
});

t.test('the offset of a poll grants nothing', async (t) => {
  const { ann, replaceAnn, ...catalog } = await open(t);
  const path = '/openapi/v1/events/poll?topic=PlatformEvent_v1';
  const { offsetId } = (await ann.get(path)).body;
  const other = await catalog.user('other');
  const next = `${path}&offsetId=${encodeURIComponent(offsetId)}&pollTimeoutSeconds=0`;
  t.match(await other.get(next), { status: 403, body: { missingPrivileges: ['GET_PLATFORM_EVENTS'] } });
  t.equal((await ann.get(next)).status, 200);
  await replaceAnn();
  t.equal((await ann.get(next)).status, 401, 'with the token of the removed user');
});
