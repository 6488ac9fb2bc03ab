import t, { type Test } from 'tap';
import { CatalogError } from '../../../../src/core/errors.js';
import { OutcomeUnknown, toCatalogError } from '../../../../src/db/errors.js';
import type { Services } from '../../../../src/services.js';
import { openApp, plainError, restError, withIndexSizes } from '../../../support/open-app.js';

const url = '/gms/operations?action=getIndexSizes';

/** Returns a function that sends a request whose use case throws the given value. */
async function openFailing(t: Test) {
  let thrown: unknown;
  const replace = withIndexSizes(async () => {
    throw thrown;
  });
  const { app, asAdmin, lines } = await openApp(t, { replace });
  async function fail(value: unknown) {
    thrown = value;
    return app.inject({ method: 'POST', url, headers: asAdmin });
  }
  return { fail, lines };
}

t.test('400: a body that is not JSON, which the message does not quote', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const headers = { ...asAdmin, 'content-type': 'application/json' };
  for (const payload of ['{', 'secret', '{"a":1}}', '[1,]', '\u0000', ' ']) {
    const response = await app.inject({ method: 'POST', url, headers, payload });
    t.equal(response.statusCode, 400, JSON.stringify(payload));
    t.match(response.json(), restError(400, /not valid JSON/));
    t.notMatch(response.body, /secret/);
  }
});

t.test('400: keys that would reach an object’s prototype', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const headers = { ...asAdmin, 'content-type': 'application/json' };
  for (const payload of [
    '{"__proto__": {}}',
    '{"a": [{"__proto__": 1}]}',
    '{"\\u005f_proto__": {"admin": true}}',
    '{"constructor": {"prototype": {}}}',
  ]) {
    const response = await app.inject({ method: 'POST', url, headers, payload });
    t.equal(response.statusCode, 400, payload);
  }
});

t.test('400: a path that is not percent-encoded text', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const response = await app.inject({ method: 'GET', url: '/%zz', headers: asAdmin });
  t.equal(response.statusCode, 400);
  t.match(response.json(), plainError(400, /./));
  t.ok(response.headers['x-request-id']);
});

t.test('404: an unknown path', async (t) => {
  const { app, asAdmin } = await openApp(t);
  for (const path of ['/nope', '/gms', '/OPERATIONS', '/operations%00']) {
    const headers = { ...asAdmin, 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: `${path}?a=1`, headers, payload: '{' });
    t.equal(response.statusCode, 404, path);
    t.same(response.json(), plainError(404, `There is nothing at ${path}.`));
    t.notOk(response.headers['x-restli-error-response']);
  }
});

t.test('405: another method on a known path, with the methods that it has', async (t) => {
  const { app, asAdmin } = await openApp(t);
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  const paths: [string, string, Method[], typeof restError | typeof plainError][] = [
    ['/operations', 'POST', ['GET', 'PUT', 'DELETE', 'OPTIONS'], restError],
    ['/api/gms/operations', 'POST', ['GET'], restError],
    ['/health/live', 'GET, HEAD', ['POST'], plainError],
    ['/metrics', 'GET, HEAD', ['POST', 'DELETE'], plainError],
  ];
  for (const [path, allow, methods, error] of paths) {
    for (const method of methods) {
      const headers = { ...asAdmin, 'content-type': 'text/x' };
      const response = await app.inject({ method, url: path, headers, payload: '{' });
      t.equal(response.statusCode, 405, `${method} ${path}`);
      t.equal(response.headers.allow, allow);
      t.same(response.json(), error(405, `${method} is not supported by ${path}, which supports ${allow}.`));
    }
  }
});

t.test('500: only the log has an unexpected error, under the id of the request', async (t) => {
  const { fail, lines } = await openFailing(t);
  const response = await fail(new Error('secret cause'));
  t.equal(response.statusCode, 500);
  t.same(response.json(), restError(500, 'An unknown error occurred.'));
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request failed');
  t.match(line, { reqId: response.headers['x-request-id'], err: { message: 'secret cause' } });
});

t.test('500: any value can be thrown', async (t) => {
  const { fail } = await openFailing(t);
  for (const thrown of ['text', null, undefined, 7, { statusCode: 200 }, { statusCode: 'x', message: 1 }]) {
    const response = await fail(thrown);
    const expected = restError(500, 'An unknown error occurred.');
    t.same(response.json(), expected, JSON.stringify(thrown) ?? 'undefined');
  }
});

t.test('503: the database is away', async (t) => {
  const cause = new Error('secret host');
  const { fail, lines } = await openFailing(t);
  const response = await fail(new CatalogError('SERVICE_UNAVAILABLE', undefined, { cause }));
  t.equal(response.statusCode, 503);
  t.same(response.json(), restError(503, 'The database is unavailable. Try again later.'));
  t.equal(response.headers['retry-after'], '5');
  t.match(lines.join(''), /secret host/, 'the log has the reason');
});

t.test('503: a change may have been made, so that no program repeats the request by itself', async (t) => {
  // The time limit of a request does not keep a process alive, and an injected request has no socket that does.
  const alive = setInterval(() => {}, 60_000);
  t.teardown(() => clearInterval(alive));
  const { fail } = await openFailing(t);
  const lost = await fail(toCatalogError(new OutcomeUnknown('the connection is gone')));
  t.match(lost.json(), restError(503, /unknown whether the change was made/));
  t.notOk('retry-after' in lost.headers);
  for (const code of ['55P03', '57014', '57P01']) {
    const undone = await fail(toCatalogError(Object.assign(new Error('no'), { code })));
    t.match(undone, { statusCode: 503, headers: { 'retry-after': '5' } }, code);
  }

  let isHandled = false;
  const never = () => {
    isHandled = true;
    return new Promise<never>(() => undefined);
  };
  const replace = (services: Services): Services => ({
    ...services,
    timeseries: { ...services.timeseries, indexSizes: never, truncate: never },
  });
  const slow = await openApp(t, { replace, env: { REQUEST_TIMEOUT_MS: '50' } });
  for (const [action, isRead] of [
    ['getIndexSizes', true],
    ['truncateTimeseriesAspect', false],
  ] as const) {
    isHandled = false;
    // On a slow machine, the time of a request can end while its token is read.
    while (!isHandled) {
      const late = await slow.app.inject({
        method: 'POST',
        url: `/gms/operations?action=${action}`,
        headers: slow.asAdmin,
        payload: {},
      });
      t.match(late.json(), restError(503, /no response within 50 ms/));
      if (isHandled) t.equal('retry-after' in late.headers, isRead, action);
    }
  }
});

t.test('503: there is no response within the time that a request has', async (t) => {
  const ready = () => new Promise<never>(() => undefined);
  const { app } = await openApp(t, { ready, env: { REQUEST_TIMEOUT_MS: '50' } });
  const response = await app.inject('/health/ready');
  t.same(response.json(), plainError(503, 'There was no response within 50 ms. Try again later.'));
  t.equal(response.headers['retry-after'], '5');
});

t.test('the message of any other error is the answer’s', async (t) => {
  const { fail } = await openFailing(t);
  for (const [type, status] of [
    ['CONFLICT', 409],
    ['INVALID_ASPECT', 422],
    ['NOT_FOUND', 404],
  ] as const) {
    const response = await fail(new CatalogError(type, 'because'));
    t.equal(response.statusCode, status);
    t.same(response.json(), restError(status, 'because'));
  }
});
