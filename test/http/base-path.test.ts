import { readFileSync } from 'node:fs';
import t from 'tap';
import { withoutBase } from '../../src/http/base-path.js';
import { createBrowser } from '../support/browser.js';
import { testCatalog } from '../support/catalog.js';
import { openApp } from '../support/open-app.js';

const html = { accept: 'text/html' };
const references = (page: string) => [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url!);

t.test('the base path is removed from whole parts of a path only', async (t) => {
  for (const [url, expected] of [
    ['/a/b', '/'],
    ['/a/b/', '/'],
    ['/a/b?x=1', '/?x=1'],
    ['/a/b/docs?x=/a/b', '/docs?x=/a/b'],
    ['/a/bc/docs', '/a/bc/docs'],
    ['/docs', '/docs'],
    ['/A/b/docs', '/A/b/docs'],
    ['/a/b/entitiesV2/urn%3Ali%3Atag%3Aa%2Fb', '/entitiesV2/urn%3Ali%3Atag%3Aa%2Fb'],
    ['/a/b//docs', '//docs'],
    ['*', '*'],
  ] as const)
    t.equal(withoutBase('/a/b', url), expected, url);
  t.equal(withoutBase('', '/a/b'), '/a/b');
});

for (const kind of ['forwards', 'removes'])
  t.test(`pages, assets and redirects below a path that the proxy ${kind}`, async (t) => {
    const consoleFiles = new URL('../../src/console/', import.meta.url);
    const env = { PUBLIC_URL: 'https://example.org/data/catalog/', GRAPHIQL: 'true' };
    const { app } = await openApp(t, { env, consoleFiles });
    /** Sends a request as the proxy does. */
    const get = (url: string) => {
      t.match(url, /^\/data\/catalog(\/|$)/, `${url} reaches the proxy's location`);
      return app.inject({
        url: kind === 'forwards' ? url : url.slice('/data/catalog'.length) || '/',
        headers: html,
      });
    };
    t.match(await get('/data/catalog/'), {
      statusCode: 302,
      headers: { location: '/data/catalog/console/' },
    });
    t.match(await get('/data/catalog/console'), {
      statusCode: 308,
      headers: { location: '/data/catalog/console/' },
    });
    for (const path of ['about', 'docs', 'graphiql', 'console/', 'console/entity', 'console/a/b.c']) {
      const page = await get(`/data/catalog/${path}`);
      t.equal(page.statusCode, 200, path);
      t.notMatch(page.body, '{{');
      const found = references(page.body);
      t.ok(found.length > 2, path);
      for (const reference of found) {
        // The path of the catalog alone leads browsers to the console.
        const expected = reference === '/data/catalog/' ? 302 : 200;
        t.equal((await get(reference)).statusCode, expected, `${path}: ${reference}`);
      }
    }
    const deep = (await get('/data/catalog/console/entity')).body;
    t.match(deep, '<meta name="base-path" content="/data/catalog">');
    t.match((await get('/data/catalog/about')).body, 'CATALOG=https://example.org/data/catalog\n');
    t.match((await get('/data/catalog/openapi.json')).json(), { servers: [{ url: '/data/catalog' }] });
    const links = JSON.parse((await app.inject('/')).body).links as Record<string, string>;
    for (const link of Object.values(links))
      if (link !== links.graphql) t.equal((await get(link)).statusCode, 200, link);
    t.equal((await get('/data/catalog/nothing')).statusCode, 401);
    t.equal((await get('/data/catalog/assets/nothing')).statusCode, 404);
  });

t.test('scripts of the pages and of the console name no absolute path', async (t) => {
  const assets = new URL('../../src/browser/assets/', import.meta.url);
  for (const name of ['docs.js', 'graphiql.js'])
    t.notMatch(readFileSync(new URL(name, assets), 'utf8'), /['"`]\/(api|openapi|assets|console)/, name);
});

t.test('the cookie of the console is for the path only', async (t) => {
  const origin = 'https://example.org';
  const { app, user } = await testCatalog(t, { env: { PUBLIC_URL: `${origin}/data/catalog` } });
  const { token } = await user('someone');
  const browser = createBrowser(app, { 'sec-fetch-site': 'same-origin', origin }, 'example.org');
  const attributes = 'Path=/data/catalog; HttpOnly; SameSite=Strict; Secure';
  t.match((await browser.signIn(token)).headers, {
    'set-cookie': new RegExp(`^__Secure-catalog=[\\w-]{43}; Max-Age=\\d+; ${attributes}$`),
  });
  t.equal(await browser.status(), 200);
  t.equal(await browser.status({ cookie: browser.cookie()!.replace('__Secure-', '') }), 401);
  t.match((await browser.signOut()).headers, {
    'set-cookie': `__Secure-catalog=; Max-Age=0; ${attributes}`,
  });
});

t.test('browsers are told to use TLS only if the public address does', async (t) => {
  const header = async (env: Record<string, string>) => {
    const { app } = await openApp(t, { env });
    return (await app.inject('/health/live')).headers['strict-transport-security'];
  };
  t.equal(await header({}), undefined);
  t.equal(await header({ PUBLIC_URL: 'http://example.org' }), undefined);
  t.equal(await header({ HSTS_INCLUDE_SUBDOMAINS: 'true' }), undefined);
  t.equal(await header({ PUBLIC_URL: 'https://example.org' }), 'max-age=31536000');
  const all = { PUBLIC_URL: 'https://example.org/x', HSTS_INCLUDE_SUBDOMAINS: 'true' };
  t.equal(await header(all), 'max-age=31536000; includeSubDomains');
});
