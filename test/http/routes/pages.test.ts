import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { openApp, plainError } from '../../support/open-app.js';
import { root } from '../../support/root.js';
import { listActions, listRoutes, toDescribed } from '../../support/routes.js';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const [{ app, asAdmin }, off] = [await openApp(t), await openApp(t, { env: { HOST: '0.0.0.0' } })];

/** Returns the addresses that a page refers to. */
const references = (page: string) => [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url!);

t.test('GET / leads browsers to the console and is JSON for others; GET /about is a page', async (t) => {
  t.match(await app.inject({ url: '/', headers: html }), {
    statusCode: 302,
    headers: { location: '/console/', vary: 'Accept' },
  });
  const page = await app.inject({ url: '/about', headers: { ...html, host: 'catalog.example:8443' } });
  t.equal(page.statusCode, 200);
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  t.match(page.body, version);
  t.match(page.body, '<dd class="ready">ready</dd>');
  t.match(page.body, 'CATALOG=http://catalog.example:8443\n');
  t.notMatch(page.body, '{{');
  t.match(page.body, 'href="/console/"');
  const { statusCode, headers, body } = await app.inject('/');
  t.match([statusCode, headers['content-type']], [200, 'application/json; charset=utf-8']);
  t.strictSame(JSON.parse(body), {
    name: 'metadata-catalog',
    version,
    state: 'ready',
    links: {
      console: '/console/',
      about: '/about',
      graphql: '/api/graphql',
      graphiql: '/graphiql',
      reference: '/docs',
      openapi: '/openapi.json',
      health: '/health/ready',
    },
  });
});

t.test('the page shows no text of a caller, and says that the service is not ready', async (t) => {
  for (const host of ['x";rm -rf ~;"', '<script>', '$(reboot)', 'a b']) {
    const { body } = await app.inject({ url: '/about', headers: { ...html, host } });
    t.match(body, 'CATALOG=http://127.0.0.1:8080\n', host);
    t.notMatch(body, '<script');
  }
  const ready = () => Promise.reject(new Error('away'));
  const away = await openApp(t, { ready, env: { PUBLIC_URL: 'https://catalog.example/x' } });
  const { statusCode, body } = await away.app.inject({ url: '/about', headers: html });
  t.equal(statusCode, 200);
  t.match(body, '<dd class="unavailable">not ready');
  t.match(body, 'CATALOG=https://catalog.example/x\n');
  t.equal((await away.app.inject('/')).json().state, 'unavailable');
});

t.test('pages hold nothing inline and load nothing from elsewhere', async (t) => {
  for (const [url, policy] of [
    ['/about', /^default-src 'none';style-src 'self';img-src 'self' data:;form-action/],
    [
      '/docs',
      /^default-src 'none';style-src 'self';img-src 'self' data:;script-src 'self';connect-src 'self';/,
    ],
    [
      '/graphiql',
      /^default-src 'none';style-src 'self' 'unsafe-inline';.*script-src 'self';connect-src 'self';/,
    ],
  ] as const) {
    const { headers, body } = await app.inject({ url, headers: html });
    t.match(headers['content-security-policy'], policy, url);
    t.match(headers['content-security-policy'], "frame-ancestors 'none'");
    t.equal(headers['cache-control'], 'no-store');
    t.notMatch(body, /<style|style=|<script(?![^>]*src=)|\son\w+=|https?:\/\/(?!localhost)/, url);
    for (const reference of references(body)) {
      const answer = await app.inject({ url: reference, headers: html });
      // "/" leads browsers to the console.
      t.equal(answer.statusCode, reference === '/' ? 302 : 200, reference);
      if (reference.startsWith('/assets/')) t.equal(answer.headers['x-content-type-options'], 'nosniff');
    }
  }
});

t.test('GraphiQL is there on this machine only, or when GRAPHIQL says so', async (t) => {
  t.equal((await off.app.inject('/graphiql')).statusCode, 404);
  t.notMatch((await off.app.inject({ url: '/about', headers: html })).body, /graphiql/i);
  t.notOk((await off.app.inject('/')).json().links.graphiql);
  const on = await openApp(t, { env: { HOST: '0.0.0.0', GRAPHIQL: 'true' } });
  t.equal((await on.app.inject('/graphiql')).statusCode, 200);
  t.match(readFileSync(new URL('browser/assets/graphiql.js', root), 'utf8'), 'shouldPersistHeaders: false');
});

t.test('nothing beside the assets can be read', async (t) => {
  for (const path of [
    '',
    '/',
    '/../pages/about.html',
    '/..%2fpages/about.html',
    '/%2e%2e/pages/about.html',
    '/none',
  ]) {
    const { statusCode, body } = await app.inject(`/assets${path}`);
    // A path that leads out of the assets needs credentials.
    const expected = path.endsWith('/pages/about.html') && !path.includes('%2f') ? 401 : 404;
    t.equal(statusCode, expected, path);
    t.match(JSON.parse(body), plainError(expected, /./), path);
  }
  t.ok(readdirSync(new URL('browser/assets/', root)).includes('pages.css'));
});

t.test('the API reference has every route and action, and their inputs', async (t) => {
  const { body } = await app.inject('/openapi.json');
  const { openapi, info, paths } = JSON.parse(body);
  t.match([openapi, info.version], ['3.1.0', version]);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const pages = ['GET /', 'GET /about', 'GET /docs', 'GET /graphiql', 'GET /assets/:file'];
  const console = ['GET /console', 'GET /console/*'];
  const graphql = ['GET /api/graphql', 'POST /api/graphql'];
  const routes = (await listRoutes(app))
    .filter((route) => !/ \/(api\/)?gms\//.test(route) && ![...pages, ...console, ...graphql].includes(route))
    .map(toDescribed);
  t.strictSame([...described].sort(), routes.sort());
  for (const path of ['/aspects', '/entities', '/operations', '/usageStats']) {
    const [{ schema }] = paths[path].post.parameters;
    t.strictSame(schema.enum.sort(), (await listActions(app, path, asAdmin)).sort(), path);
  }
  t.match(paths['/entities'].post.requestBody.content['application/json'].schema.anyOf[0], {
    title: 'delete',
    required: ['urn'],
    additionalProperties: false,
  });
  t.match(paths['/openapi/relationships/v1'].get.parameters, [
    { name: 'urn', required: true },
    { name: 'direction', schema: { enum: ['INCOMING', 'OUTGOING'] } },
  ]);
  t.strictSame(paths['/config'].get.security, []);
});
