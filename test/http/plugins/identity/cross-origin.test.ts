import t from 'tap';
import { openApp, plainError } from '../../../support/open-app.js';

const origin = 'https://tools.example.org';
const other = 'https://evil.example.org';
const preflight = (from: string) => ({
  origin: from,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
});
const names = (headers: object) => Object.keys(headers).filter((name) => /^access-control|^vary/.test(name));

t.test('without CORS_ORIGINS no answer has a header of CORS, and a preflight gets 401', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const url = '/api/graphql';
  const refused = await app.inject({ method: 'OPTIONS', url, headers: preflight(origin) });
  t.match([refused.statusCode, refused.headers.allow], [401, undefined]);
  t.strictSame(names(refused.headers), []);
  const answer = await app.inject({ url: '/config', headers: { ...asAdmin, origin } });
  t.strictSame(names(answer.headers), []);
});

t.test('CORS_ORIGINS', async (t) => {
  const { app, asAdmin } = await openApp(t, { env: { CORS_ORIGINS: `${origin}, http://localhost:3000` } });
  const urls = ['/api/graphql', '/gms/aspects', '/openapi/v3/entity/dataset', '/config', '/nope'];

  t.test('a preflight of such an origin is answered without a token', async (t) => {
    for (const url of urls) {
      const { statusCode, headers } = await app.inject({
        method: 'OPTIONS',
        url,
        headers: preflight(origin),
      });
      t.equal(statusCode, 204, url);
      t.match(headers, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, X-Request-Id, X-RestLi-Protocol-Version, X-Keep-Edited-Tags',
      });
      t.notOk(headers['access-control-allow-credentials']);
    }
  });

  t.test('another origin, and none, is refused as without the setting', async (t) => {
    for (const headers of [preflight(other), preflight('null'), preflight(`${origin}.evil.org`), {}]) {
      for (const url of urls) {
        const answer = await app.inject({ method: 'OPTIONS', url, headers });
        t.equal(answer.statusCode, url === '/config' ? 405 : 401, url);
        t.strictSame(names(answer.headers), ['vary']);
      }
    }
    const { body } = await app.inject({ method: 'OPTIONS', url: '/nope' });
    t.strictSame(JSON.parse(body), plainError(401, 'Unauthorized to perform this action.'));
  });

  t.test('answers and refusals can be read by such an origin only', async (t) => {
    for (const [url, headers] of [
      ['/metrics', { ...asAdmin }],
      ['/metrics', {}],
      ['/nope', {}],
    ] as const) {
      const allowed = await app.inject({ url, headers: { ...headers, origin } });
      t.equal(allowed.headers['access-control-allow-origin'], origin);
      t.equal(
        allowed.headers['access-control-expose-headers'],
        'X-Request-Id, Retry-After, WWW-Authenticate, Allow, Warning, Not-Found-Reason',
      );
      t.match(allowed.headers.vary, /Origin/i);
      const refused = await app.inject({ url, headers: { ...headers, origin: other } });
      t.notOk(refused.headers['access-control-allow-origin']);
    }
  });

  t.test('a body that a browser sends without a preflight is refused, whatever its origin', async (t) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const from of [origin, other]) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/gms/operations?action=getIndexSizes',
        headers: { ...asAdmin, ...type, origin: from },
        payload: '{}',
      });
      t.equal(statusCode, 415);
    }
  });
});
