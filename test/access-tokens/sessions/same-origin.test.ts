import t from 'tap';
import { createBrowser, localOrigin, ownPage } from '../../support/browser.js';
import { testCatalog } from '../../support/catalog.js';
import { countStatements } from '../../support/statements.js';

const tools = 'https://tools.example.org';
const crossSite = { status: 403, body: { errors: [{ message: /only in requests of its own pages/ }] } };

t.test('a cookie counts for requests of the catalog’s own pages', async (t) => {
  const env = { CORS_ORIGINS: tools, FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' };
  const { app, user, services } = await testCatalog(t, { env });
  const [ann, bob] = [await user('ann'), await user('bob')];
  const browser = createBrowser(app);
  await browser.signIn(ann.token);
  const cookie = browser.cookie()!;
  const from = (headers: Record<string, string>) => createBrowser(app, headers);
  const ask = (headers: Record<string, string>) => from({ ...headers, cookie }).graphql('{ __typename }');

  await t.test('as the browser says', async (t) => {
    for (const headers of [
      ownPage,
      { 'sec-fetch-site': 'same-origin' },
      { origin: localOrigin },
      { origin: 'https://localhost:8080' },
    ])
      t.equal((await ask(headers)).status, 200, JSON.stringify(headers));
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site', origin: localOrigin },
      { 'sec-fetch-site': 'same-site', origin: localOrigin },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '', origin: localOrigin },
      { 'sec-fetch-site': 'same-origin, cross-site' },
      { origin: 'http://localhost:8081' },
      { origin: 'http://localhost' },
      { origin: 'http://evil.example' },
      { origin: `${localOrigin}.evil.example` },
      { origin: 'null' },
      { referer: `${localOrigin}/console/` },
    ] as Record<string, string>[]) {
      const name = JSON.stringify(headers);
      t.match(await ask(headers), crossSite, name);
      for (const url of ['/console/session', '/console/sessions'])
        t.equal((await from({ ...headers, cookie }).send('DELETE', url)).status, 403, `${name} ${url}`);
      t.match(
        await from(headers).signIn(ann.token),
        { status: 403, headers: { 'set-cookie': undefined } },
        `signing in as ${name}`,
      );
    }
    t.equal(await browser.status(), 200, 'the session is as before');
  });

  await t.test('a page of CORS_ORIGINS does not get to use it', async (t) => {
    for (const site of [{ 'sec-fetch-site': 'cross-site' }, {}]) {
      const answer = await ask({ ...site, origin: tools });
      t.match(answer, crossSite);
      t.equal(answer.headers['access-control-allow-origin'], tools);
      t.notOk(answer.headers['access-control-allow-credentials']);
    }
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: '/console/session',
      headers: { origin: tools, 'access-control-request-method': 'DELETE' },
    });
    t.notOk(headers['access-control-allow-credentials']);
  });

  await t.test('never for GET, and on no other path', async (t) => {
    for (const [method, url] of [
      ['GET', '/api/graphql?query={__typename}'],
      ['GET', '/metrics'],
      ['POST', '/gms/operations?action=getIndexSizes'],
      ['POST', '/openapi/v1/events/audit/search'],
      ['DELETE', '/openapi/v3/entity/dataset/urn:li:dataset:x'],
    ] as const) {
      const { status, body } = await browser.send(method, url);
      t.equal(status, 401, url);
      t.notMatch(JSON.stringify(body), 'SESSION_ENDED', url);
    }
    const head = await app.inject({
      method: 'HEAD',
      url: '/api/graphql?query={__typename}',
      headers: { ...ownPage, cookie },
    });
    t.equal(head.statusCode, 401);
    t.equal((await browser.send('GET', '/console/session')).status, 405);
  });

  await t.test('a bearer token beats it, and costs no statement for the session', async (t) => {
    const authorization = `Bearer ${bob.token}`;
    const payload = { query: '{ me { corpUser { urn } } }' };
    const as = (headers: Record<string, string>) =>
      browser.send('POST', '/api/graphql', { payload, headers });
    t.equal((await as({ authorization })).body.data.me.corpUser.urn, bob.urn);
    t.equal(await browser.status({ authorization: 'Bearer junk' }), 401, 'also one that is wrong');
    t.equal(await browser.status({ authorization, 'sec-fetch-site': 'cross-site' }), 200, 'from anywhere');
    t.match(await browser.send('DELETE', '/console/session', { headers: { authorization } }), {
      status: 400,
    });
    // What is saved later in the background would be counted.
    await services.flush();
    const { statements } = await countStatements(() => browser.status({ authorization }));
    t.equal(statements, 1);
    t.equal((await countStatements(() => browser.status())).statements, 1, 'a session costs one, too');
  });

  await t.test('beside it, an actor header must name the same user', async (t) => {
    for (const name of ['x-service-actor', 'x-datahub-actor']) {
      t.equal(await browser.status({ [name]: ann.urn }), 200);
      t.equal(await browser.status({ [name]: bob.urn }), 403);
    }
  });

  await t.test('other cookies, several of the name, and texts that are no id', async (t) => {
    const id = cookie.slice('catalog='.length);
    t.equal(await browser.status({ cookie: `a=b; ${cookie}; catalogs=${id}` }), 200);
    for (const several of [`${cookie}; ${cookie}`, `catalog=; ${cookie}`])
      t.equal(await browser.status({ cookie: several }), 401, several);
    for (const other of [`CATALOG=${id}`, `__Host-catalog=${id}`, `x=${cookie}`, 'catalog', ''])
      t.equal(await browser.status({ cookie: other }), 401, other);
    await services.flush();
    const { statements } = await countStatements(async () => {
      for (const text of ['', 'x', `${id}A`, id.slice(1), `${id.slice(1)}=`, '"'])
        t.equal(await browser.status({ cookie: `catalog=${text}` }), 401, text);
    });
    t.equal(statements, 0, 'they cost no statement');
    const unknown = 'A'.repeat(43);
    t.equal(await browser.status({ cookie: `catalog=${unknown}` }), 401);
  });
});

t.test('with PUBLIC_URL, its origin is the one that counts', async (t) => {
  const origin = 'https://catalog.example';
  const { app, user } = await testCatalog(t, { env: { PUBLIC_URL: `${origin}/path` } });
  const browser = createBrowser(app, { origin }, '10.0.0.1:8080');
  await browser.signIn((await user('ann')).token);
  t.equal(await browser.status(), 200);
  for (const other of [
    'http://10.0.0.1:8080',
    'https://10.0.0.1:8080',
    'http://catalog.example',
    `${origin}:8443`,
  ])
    t.equal(await browser.status({ origin: other }), 403, other);
});

t.test('without the console there are no sessions', async (t) => {
  const { app, user } = await testCatalog(t, { env: { CONSOLE: 'false' } });
  const browser = createBrowser(app);
  t.equal((await browser.signIn((await user('ann')).token)).status, 404);
  for (const url of ['/console/session', '/console/sessions'])
    t.equal((await browser.send('DELETE', url)).status, 404);
  const { status, body } = await browser.send('POST', '/api/graphql', {
    payload: { query: '{ __typename }' },
    headers: { cookie: `catalog=${'A'.repeat(43)}`, 'sec-fetch-site': 'cross-site' },
  });
  t.equal(status, 401);
  t.strictSame(body.errors[0].extensions, { code: 401, type: 'UNAUTHENTICATED' }, 'the cookie is ignored');
});
