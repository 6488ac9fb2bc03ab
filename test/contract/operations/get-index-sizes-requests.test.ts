import t from 'tap';
import { testCatalog } from '../../support/catalog.js';

const paths = ['/operations', '/gms/operations', '/api/gms/operations'];

t.test('getIndexSizes: requests', async (t) => {
  const { app, user, anonymous } = await testCatalog(t, { sample: true, env: { BODY_LIMIT_BYTES: '1000' } });
  const robot = await user('robot', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const guest = await user('guest', ['MANAGE_ACCESS_TOKENS', 'TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  const headers = { authorization: `Bearer ${robot.token}` };
  const error = (status: number, message: string) => ({
    exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
    message,
    status,
  });
  const { body: expected } = await robot.post('/operations?action=getIndexSizes');
  t.equal(expected.value.indexSizes.length, 2);

  for (const path of paths) {
    const ask = (options: object = {}) =>
      app.inject({ method: 'POST', url: `${path}?action=getIndexSizes`, headers, ...options });

    t.test(`200: ${path}, without a body or with an empty one`, async (t) => {
      const json = { ...headers, 'content-type': 'application/json' };
      for (const options of [
        {},
        { payload: {} },
        { payload: '', headers: json },
        { payload: 'null', headers: json },
      ]) {
        const response = await ask(options);
        t.equal(response.statusCode, 200, JSON.stringify(options));
        t.strictSame(response.json(), expected);
      }
    });

    t.test(`403: ${path} without the privilege, with all others`, async (t) => {
      const { status, body, headers } = await guest.post(`${path}?action=getIndexSizes`);
      t.equal(status, 403);
      t.equal(headers['x-restli-error-response'], 'true');
      t.strictSame(body, {
        ...error(403, 'Unauthorized to perform this action. Please contact your DataHub administrator.'),
        missingPrivileges: ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'],
      });
    });

    t.test(`401: ${path} without credentials`, async (t) => {
      const { status, body } = await anonymous.post(`${path}?action=getIndexSizes`);
      t.equal(status, 401);
      t.strictSame(body, error(401, 'Unauthorized to perform this action.'));
    });

    const failures: [status: number, name: string, options: object, message: RegExp][] = [
      [400, 'an unknown action', { url: `${path}?action=nope` }, /named nope .*Actions: getIndexSizes/],
      [400, 'an action in another case', { url: `${path}?action=getindexsizes` }, /named getindexsizes/],
      [400, 'an action of every object', { url: `${path}?action=constructor` }, /named constructor/],
      [400, 'no action', { url: path }, /without \?action=/],
      [
        400,
        'a body that is not JSON',
        { payload: '{', headers: { ...headers, 'content-type': 'application/json' } },
        /JSON/,
      ],
      [404, 'a path below', { url: `${path}/more?action=getIndexSizes` }, /nothing at/],
      [405, 'GET', { method: 'GET' }, /GET is not supported by/],
      [405, 'PUT', { method: 'PUT' }, /PUT is not supported by/],
      [405, 'DELETE', { method: 'DELETE' }, /DELETE is not supported by/],
      [413, 'a body over the limit', { payload: { text: 'x'.repeat(1_000) } }, /too large/],
      [
        415,
        'text',
        { payload: 'text', headers: { ...headers, 'content-type': 'text/plain' } },
        /Unsupported Media Type/,
      ],
      [
        400,
        'a form',
        { payload: 'a=b', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } },
        /JSON/,
      ],
    ];
    for (const [status, name, options, message] of failures) {
      t.test(`${status}: ${path}, ${name}`, async (t) => {
        const response = await ask(options);
        t.equal(response.statusCode, status);
        t.equal(response.headers['x-restli-error-response'], 'true');
        t.match(response.headers['content-type'], /^application\/json/);
        t.match(response.json(), { ...error(status, ''), message });
        t.strictSame(Object.keys(response.json()).sort(), ['exceptionClass', 'message', 'status']);
        t.equal(response.headers.allow !== undefined, status === 405);
      });
    }
  }
});
