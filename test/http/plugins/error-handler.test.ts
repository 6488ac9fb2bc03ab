import t from 'tap';
import { CatalogError } from '../../../src/core/errors.js';
import type { Services } from '../../../src/services.js';
import { fakeServices } from '../../support/fake-services.js';
import { asAdmin, openApp, plainError, restError } from '../../support/open-app.js';

const url = '/gms/operations?action=getIndexSizes';
const json = { ...asAdmin, 'content-type': 'application/json' };

/** The use case behind the one operation fails like this. */
function failing(error: unknown): Services {
  const { services } = fakeServices();
  const indexSizes = async () => {
    throw error;
  };
  return { ...services, timeseries: { ...services.timeseries, indexSizes } };
}

t.test('400: a body that is not JSON, and none of it comes back', async (t) => {
  const { app } = await openApp(t);
  for (const payload of ['{', 'secret', '{"a":1}}', '[1,]', '\u0000', ' ']) {
    const response = await app.inject({ method: 'POST', url, headers: json, payload });
    t.equal(response.statusCode, 400, JSON.stringify(payload));
    t.match(response.json(), restError(400, /not valid JSON/));
    t.notMatch(response.body, /secret/);
    t.equal(response.headers['x-restli-error-response'], 'true');
  }
});

t.test('400: keys that would reach an object’s prototype', async (t) => {
  const { app } = await openApp(t);
  const escaped = '{"\\u005f_proto__": {"admin": true}}';
  for (const payload of [
    '{"__proto__": {}}',
    '{"a": [{"__proto__": 1}]}',
    escaped,
    '{"constructor": {"prototype": {}}}',
  ]) {
    const response = await app.inject({ method: 'POST', url, headers: json, payload });
    t.equal(response.statusCode, 400, payload);
  }
});

t.test('400: a path that is not percent-encoded text', async (t) => {
  const { app } = await openApp(t);
  const response = await app.inject({ method: 'GET', url: '/%zz', headers: asAdmin });
  t.equal(response.statusCode, 400);
  t.match(response.json(), plainError(400, /./));
  t.ok(response.headers['x-request-id']);
});

t.test('404: an unknown path, whoever asks', async (t) => {
  const { app } = await openApp(t);
  for (const path of ['/', '/nope', '/gms', '/OPERATIONS', '/operations%00']) {
    const headers = { 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: `${path}?a=1`, headers, payload: '{' });
    t.equal(response.statusCode, 404, path);
    t.same(response.json(), plainError(404, `There is nothing at ${path}.`));
    t.notOk(response.headers['x-restli-error-response']);
  }
});

t.test('405: another method on a known path, with the ones it has', async (t) => {
  const { app } = await openApp(t);
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  const paths: [string, string, Method[], typeof restError | typeof plainError][] = [
    ['/operations', 'POST', ['GET', 'PUT', 'DELETE', 'OPTIONS'], restError],
    ['/api/gms/operations', 'POST', ['GET'], restError],
    ['/health/live', 'GET, HEAD', ['POST'], plainError],
    ['/metrics', 'GET, HEAD', ['POST', 'DELETE'], plainError],
  ];
  for (const [path, allow, methods, error] of paths) {
    for (const method of methods) {
      const response = await app.inject({
        method,
        url: path,
        headers: { 'content-type': 'text/x' },
        payload: '{',
      });
      t.equal(response.statusCode, 405, `${method} ${path}`);
      t.equal(response.headers.allow, allow);
      t.same(response.json(), error(405, `${method} is not a method of ${path}, which has ${allow}.`));
    }
  }
});

t.test('413: a body over the limit', async (t) => {
  const { app } = await openApp(t, { env: { BODY_LIMIT_BYTES: '100' } });
  const fits = `"${'x'.repeat(98)}"`;
  t.equal((await app.inject({ method: 'POST', url, headers: json, payload: fits })).statusCode, 200);
  const response = await app.inject({ method: 'POST', url, headers: json, payload: `${fits} ` });
  t.equal(response.statusCode, 413);
  t.match(response.json(), restError(413, /too large/));
});

t.test('415: a body of another type', async (t) => {
  const { app } = await openApp(t);
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/jsonx', 'junk', '*/*']) {
    const headers = { ...asAdmin, 'content-type': type };
    const response = await app.inject({ method: 'POST', url, headers, payload: '{}' });
    t.equal(response.statusCode, 415, type);
    t.match(response.json(), restError(415, /Unsupported Media Type.* Send application\/json/));
  }
});

t.test('500: a surprise stays inside; the log has it under the request’s id', async (t) => {
  const { app, lines } = await openApp(t, { services: failing(new Error('secret cause')) });
  const response = await app.inject({ method: 'POST', url, headers: asAdmin });
  t.equal(response.statusCode, 500);
  t.same(response.json(), restError(500, 'An unknown error occurred.'));
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request failed');
  t.match(line, { reqId: response.headers['x-request-id'], err: { message: 'secret cause' } });
});

t.test('500: whatever is thrown', async (t) => {
  for (const thrown of ['text', null, undefined, 7, { statusCode: 200 }, { statusCode: 'x', message: 1 }]) {
    const { app } = await openApp(t, { services: failing(thrown) });
    const response = await app.inject({ method: 'POST', url, headers: asAdmin });
    t.same(
      response.json(),
      restError(500, 'An unknown error occurred.'),
      JSON.stringify(thrown) ?? 'undefined',
    );
  }
});

t.test('503: the database is away', async (t) => {
  const error = new CatalogError('SERVICE_UNAVAILABLE', undefined, { cause: new Error('secret host') });
  const { app, lines } = await openApp(t, { services: failing(error) });
  const response = await app.inject({ method: 'POST', url, headers: asAdmin });
  t.equal(response.statusCode, 503);
  t.same(response.json(), restError(503, 'The database is unavailable. Try again later.'));
  t.equal(response.headers['retry-after'], '5');
  t.match(lines.join(''), /secret host/, 'the log says why');
});

t.test('503: no answer within the time a request has', async (t) => {
  const { services } = fakeServices();
  const never = {
    ...services,
    timeseries: { ...services.timeseries, indexSizes: () => new Promise<never>(() => undefined) },
  };
  const { app } = await openApp(t, { services: never, env: { REQUEST_TIMEOUT_MS: '50' } });
  const response = await app.inject({ method: 'POST', url, headers: asAdmin });
  t.same(response.json(), restError(503, 'There was no answer within 50 ms. Try again later.'));
  t.equal(response.headers['retry-after'], '5');
});

t.test('the other statuses keep their texts', async (t) => {
  for (const [type, status] of [
    ['CONFLICT', 409],
    ['INVALID_ASPECT', 422],
    ['NOT_FOUND', 404],
  ] as const) {
    const { app } = await openApp(t, { services: failing(new CatalogError(type, 'because')) });
    const response = await app.inject({ method: 'POST', url, headers: asAdmin });
    t.equal(response.statusCode, status);
    t.same(response.json(), restError(status, 'because'));
  }
});
