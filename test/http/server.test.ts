import { EventEmitter, once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { openApp, withIndexSizes } from '../support/open-app.js';
import { exchange, listen } from '../support/raw-http.js';

t.test('a request has an id that the server makes, in the answer and in the log', async (t) => {
  const { app, lines } = await openApp(t);
  const response = await app.inject({
    url: '/nope',
    headers: { 'request-id': 'mine', 'x-request-id': 'theirs/7.a:b' },
  });
  const id = String(response.headers['x-request-id']);
  t.match(id, /^[0-9a-f]{8}-/);
  t.match(lines.join(''), id);
  t.notMatch(lines.join(''), 'mine');
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request completed');
  t.match(line, { reqId: id, callersId: 'theirs/7.a:b' }, 'the caller’s is beside it');
});

t.test('a malformed X-Request-Id is not logged', async (t) => {
  const { app, lines } = await openApp(t);
  for (const given of ['', 'bad id', 'bad"id', `bad${'x'.repeat(126)}`, 'badé', ['bad', 'bad']]) {
    await app.inject({ url: '/nope', headers: { 'x-request-id': given } });
  }
  t.notMatch(lines.join(''), /callersId/);
});

t.test('every answer has the security headers, and no cache keeps it', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const names = (rawHeaders: Record<string, unknown>) =>
    Object.entries(rawHeaders).filter(([name]) => name !== 'x-request-id');
  for (const url of ['/health/live', '/metrics', '/nope']) {
    const { headers } = await app.inject({ url, headers: asAdmin });
    t.strictSame(
      names(headers).slice(0, 7),
      [
        ['content-security-policy', "default-src 'none';frame-ancestors 'none'"],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['referrer-policy', 'no-referrer'],
        ['x-content-type-options', 'nosniff'],
        ['x-frame-options', 'SAMEORIGIN'],
        ['cache-control', 'no-store'],
      ],
      url,
    );
    t.notOk(headers['x-powered-by']);
  }
});

t.test('a request is one line of the log, whatever its path contains', async (t) => {
  const { app, lines, asAdmin } = await openApp(t);
  await app.inject({
    method: 'POST',
    url: '/operations?action=a%0d%0a{"level":60}\u2028x',
    headers: asAdmin,
  });
  const completed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed');
  t.equal(completed.length, 1);
  t.match(completed[0], {
    actor: 'urn:li:corpuser:admin',
    res: { statusCode: 400 },
    req: { method: 'POST' },
  });
  for (const line of lines) t.equal(line.split('\n').length, 2);
});

t.test('two Authorization headers on one connection are refused', async (t) => {
  const { port, asAdmin } = await listen(t);
  const header = `Authorization: ${asAdmin.authorization}\r\n`;
  const head = 'POST /operations?action=getIndexSizes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
  t.match(await exchange(port, `${head}${header}\r\n`), /^HTTP\/1\.1 200 /);
  t.match(await exchange(port, `${head}${header}${header}\r\n`), /^HTTP\/1\.1 401 /);
  t.match(await exchange(port, `${head}${header}authorization: Bearer junk\r\n\r\n`), /^HTTP\/1\.1 401 /);
});

t.test('400: an address with a fragment, which the router would read as parameters', async (t) => {
  const { port } = await listen(t);
  const answer = await exchange(port, 'GET /health/live#x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  t.match(answer, /^HTTP\/1\.1 400 /);
});

t.test('503: a body that does not arrive in time', async (t) => {
  const { app, port, asAdmin } = await listen(t, { env: { REQUEST_TIMEOUT_MS: '500' } });
  const headers = `Host: x\r\nConnection: close\r\nAuthorization: ${asAdmin.authorization}\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{';
  await app.inject({ method: 'POST', url: '/operations', headers: asAdmin });
  t.equal(app.server.requestTimeout, 500, 'Node drops, by its own clock, headers that do not arrive');
  t.equal(app.server.timeout, 5_500, 'a socket may be silent for longer than an answer takes');
  // Node's check answers 408 when it is the first to notice.
  Object.assign(app.server, { requestTimeout: 0, headersTimeout: 0 });
  const answer = await exchange(port, `POST /operations HTTP/1.1\r\n${headers}${body}`);
  t.match(answer, /^HTTP\/1\.1 503 /);
  t.match(answer, /^retry-after: 5\r$/m, 'nothing was changed');
});

t.test('a broken connection with pipelined requests does not delay closing', async (t) => {
  const readiness = new EventEmitter();
  const ready = async () => {
    readiness.emit('asked');
    await once(readiness, 'answer');
  };
  const asked = once(readiness, 'asked');
  const { app, port } = await listen(t, { ready });
  const broken = new Promise((resolve) => {
    app.server.once('connection', (serverSide) => serverSide.once('close', resolve));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await asked;
  socket.resetAndDestroy();
  await broken;
  readiness.emit('answer');
  await t.resolves(app.close());
});

t.test('while the service drains, each connection ends with its next answer', async (t) => {
  const draining = new AbortController();
  const { port } = await listen(t, { draining: draining.signal });
  const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  const kept = connect(port, '127.0.0.1');
  kept.write(request);
  t.match(String(await once(kept, 'data')), /^HTTP\/1\.1 200 [\s\S]*connection: keep-alive/i);
  draining.abort();
  kept.write(request);
  t.match(String(await once(kept, 'data')), /^HTTP\/1\.1 200 [\s\S]*connection: close/i, 'and is served');
  await once(kept, 'close');
  t.match(await exchange(port, request), /^HTTP\/1\.1 200 [\s\S]*connection: close/i, 'so are new ones');
});

t.test('closing answers requests in flight and accepts no new ones', async (t) => {
  let arrived = (): void => undefined;
  let answerIt = (): void => undefined;
  const inFlight = new Promise<void>((resolve) => (arrived = resolve));
  const held = new Promise<void>((resolve) => (answerIt = resolve));
  const replace = withIndexSizes(async () => {
    arrived();
    await held;
    return [];
  });
  const { app, port, asAdmin } = await listen(t, { replace });

  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  idle.on('error', () => undefined);
  const url = `http://127.0.0.1:${port}/operations?action=getIndexSizes`;
  const answer = fetch(url, { method: 'POST', headers: asAdmin });
  await inFlight;
  const start = performance.now();
  const closed = app.close();
  const tooLate = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  t.match(await exchange(port, tooLate), /^HTTP\/1\.1 503 [\s\S]*connection: close/i);
  answerIt();
  t.equal((await answer).status, 200);
  t.equal((await answer).headers.get('connection'), 'close');
  t.same(await (await answer).json(), { value: { indexSizes: [] } });
  await closed;
  t.ok(performance.now() - start < app.server.timeout, 'a connection that says nothing does not hold it up');
  await t.rejects(once(send(url).end(), 'response'), { code: 'ECONNREFUSED' });
});
