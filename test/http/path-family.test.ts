import t from 'tap';
import { openApp, plainError, restError } from '../support/open-app.js';
import { exchange, listen, parsed } from '../support/raw-http.js';

type Shape = (status: number, message: string | RegExp) => object;
const graphqlError: Shape = (code, message) => ({
  errors: [{ message, extensions: { code } }],
  data: null,
  extensions: {},
});

const families: readonly [Shape, paths: readonly string[]][] = [
  [
    restError,
    ['/operations', '/gms/operations', '/api/gms/aspects', '//gms//entities', '/config', '/operations/x'],
  ],
  [graphqlError, ['/api/graphql', '//api//graphql/']],
  [
    plainError,
    ['/nope', '/gms', '/health/live', '/metrics', '/openapi/v3/entity/dataset', '/usageStats', '/aspectsx'],
  ],
];

t.test('every error has the shape of its path family', async (t) => {
  const { port } = await listen(t);
  const send = async (line: string, headers: string, rest = '') =>
    parsed(await exchange(port, `${line}\r\nConnection: close\r\n${headers}\r\n${rest}`));
  for (const [shape, paths] of families) {
    for (const path of paths) {
      // The others are refused because there are no credentials.
      const wrong = ['/config', '/health/live'].includes(path) ? 405 : 401;
      for (const [what, expected, answer] of [
        ['a method', wrong, await send(`DELETE ${path} HTTP/1.1`, 'Host: x\r\n')],
        ['a method, of a whole URL', wrong, await send(`DELETE http://x${path} HTTP/1.1`, 'Host: x\r\n')],
        ['no Host', 400, await send(`POST ${path} HTTP/1.1`, '')],
        ['two Hosts', 400, await send(`POST ${path} HTTP/1.1`, 'Host: x\r\nHost: x\r\n')],
        ['two Hosts in HTTP/1.0', 400, await send(`POST ${path} HTTP/1.0`, 'host: x\r\nHOST: y\r\n')],
        ['an expectation', 417, await send(`POST ${path} HTTP/1.1`, 'Host: x\r\nExpect: x\r\n')],
        ['header lines', 431, await send(`POST ${path} HTTP/1.1`, `Host: x\r\n${'a:\r\n'.repeat(1_999)}`)],
      ] as const) {
        t.equal(answer.status, expected, `${path}: ${what}`);
        t.match(answer.body, shape(expected, /./), `${path}: ${what}`);
        t.match(answer.headers['content-type'], /^application\/json/);
        t.equal(answer.headers['x-restli-error-response'], shape === restError ? 'true' : undefined);
        t.ok(answer.headers['x-request-id'], 'an id');
      }
    }
  }
});

t.test('errors of authentication and of methods have the shape of the path family', async (t) => {
  const { app, asAdmin } = await openApp(t);
  t.match((await app.inject('/metrics')).json(), plainError(401, 'Unauthorized to perform this action.'));
  t.match((await app.inject('/aspects/x?aspect=y')).json(), restError(401, /Unauthorized/));
  const graphql = await app.inject({ method: 'PUT', url: '/api/graphql', headers: asAdmin });
  t.match(
    graphql.json(),
    graphqlError(405, 'PUT is not supported by /api/graphql, which supports GET, HEAD, POST.'),
  );
  t.equal(graphql.headers.allow, 'GET, HEAD, POST');
});

t.test('repeated slashes count as one', async (t) => {
  const { port, asAdmin } = await listen(t);
  const headers = `Host: x\r\nConnection: close\r\nAuthorization: ${asAdmin.authorization}\r\n\r\n`;
  for (const path of [
    '//gms//operations',
    '///operations//',
    '/api//gms/operations',
    'http://x//operations',
  ]) {
    const answer = await exchange(port, `POST ${path}?action=getIndexSizes HTTP/1.1\r\n${headers}`);
    t.match(parsed(answer), { status: 200, body: { value: { indexSizes: [] } } }, path);
  }
  const unknown = await exchange(port, `POST //operations?action=a//b HTTP/1.1\r\n${headers}`);
  t.match(parsed(unknown).body.message, /named a\/\/b /, 'those of a query are its own');
});

t.test('bytes that Node cannot parse are answered with a body', async (t) => {
  const patient = await listen(t);
  const impatient = await listen(t, { env: { REQUEST_TIMEOUT_MS: '200' } });
  for (const [status, sent] of [
    [400, 'nonsense\r\n\r\n'],
    [400, 'GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'POST /config HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
    [408, 'GET /config HTTP/1.1\r\nHost: x\r\n'],
    [431, `GET /config HTTP/1.1\r\nHost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`],
    [405, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
  ] as const) {
    const { port, lines } = status === 408 ? impatient : patient;
    const answer = parsed(await exchange(port, Buffer.from(sent, 'latin1')));
    t.match(answer, { status, body: plainError(status, /./) }, sent.slice(0, 40));
    t.match(answer.headers, { connection: 'close', 'cache-control': 'no-store' });
    t.match(answer.headers['content-type'], /^application\/json/);
    t.match(lines.join(''), String(answer.headers['x-request-id']), 'the log has its id');
  }
});

t.test('431: too many header lines, of which none is dropped silently', async (t) => {
  const { port, asAdmin } = await listen(t);
  const head = 'POST /operations?action=getIndexSizes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
  const send = async (lines: number) =>
    parsed(
      await exchange(
        port,
        `${head}${'a:\r\n'.repeat(lines - 3)}Authorization: ${asAdmin.authorization}\r\n\r\n`,
      ),
    );
  for (const few of [3, 999, 1_001, 2_000]) t.equal((await send(few)).status, 200, `${few} lines`);
  t.match(await send(2_001), { status: 431, body: restError(431, /more than 2000 header lines/) });
  // Newer versions of Node reject these before they report the path.
  for (const many of [2_500, 16_000])
    t.match(await send(many), { status: 431, body: { status: 431 } }, `${many}`);
});
