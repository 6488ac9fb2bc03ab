import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import t, { type Test } from 'tap';
import { servedMax } from '../../../../src/core/admission.js';
import { openApp, plainError, restError, withIndexSizes } from '../../../support/open-app.js';
import { waitFor } from '../../../support/wait-for.js';

const held = '/operations?action=getIndexSizes';
const text = 'The service is busy. Try again later.';

type Answer = { statusCode: number; headers: Readonly<Record<string, unknown>> };

/** An application in which a use case, a read, waits until the test ends it. */
async function open(t: Test, env: Record<string, string> = {}) {
  let waiting: (() => void)[] = [];
  const replace = withIndexSizes(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return [];
  });
  const opened = await openApp(t, { replace, env: { REQUEST_WAIT_MAX_MS: '1', ...env } });
  const { app, asAdmin } = opened;
  const post = (url: string, payload: object, headers: Record<string, string> = asAdmin) =>
    app.inject({ method: 'POST', url, headers, payload });
  return {
    ...opened,
    post,
    graphql: (query: string, headers?: Record<string, string>) => post('/api/graphql', { query }, headers),
    /** Sends requests that wait, and resolves when they do. */
    async crowd(count: number): Promise<Promise<Answer>[]> {
      const answers = Array.from({ length: count }, () => post(held, {}) as unknown as Promise<Answer>);
      await waitFor(() => waiting.length === count);
      return answers;
    },
    count: () => waiting.length,
    end() {
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    metric: async (name: string) =>
      Number(
        (await app.inject({ url: '/metrics', headers: asAdmin })).body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      ),
  };
}

/** Keeps the process from doing anything else. */
function block(ms: number) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

t.test('a client that awaits each response is served by a process that blocks repeatedly', async (t) => {
  const { graphql, post, app, asAdmin } = await open(t, { REQUEST_QUEUE_MAX: '1' });
  const proposal = {
    entityUrn: 'urn:li:tag:slow',
    aspectName: 'tagProperties',
    aspect: { contentType: 'application/json', value: '{"name":"slow"}' },
  };
  const requests = [
    () => graphql('{ me { corpUser { urn } } }'),
    () => graphql('mutation { deleteTag(urn: "urn:li:tag:none") }'),
    () => post('/aspects?action=ingestProposal', { proposal }),
    () => app.inject({ url: '/entitiesV2/urn%3Ali%3Atag%3Anone', headers: asAdmin }),
  ];
  const statuses: number[] = [];
  for (const send of [...requests, ...requests, ...requests]) {
    const answer = send();
    setImmediate(block, 40);
    block(40);
    statuses.push((await answer).statusCode);
    block(40);
  }
  t.notOk(statuses.includes(503), String(statuses));
});

t.test('behind a crowd, requests of its caller and class are refused; all else is served', async (t) => {
  const { crowd, end, post, graphql, app, asAdmin, asReader, lines, metric } = await open(t);
  const answers = await crowd(servedMax + 1);
  block(2);
  t.equal(await metric('catalog_requests_waiting{class="read"}'), 1);

  const [rest, ofGraphql, plain] = await Promise.all([
    post(held, {}),
    graphql('{ me { corpUser { urn } } }'),
    app.inject({ url: '/openapi/relationships/v1?urn=urn:li:tag:a&direction=INCOMING', headers: asAdmin }),
  ]);
  for (const { statusCode, headers } of [rest, ofGraphql, plain]) {
    t.equal(statusCode, 503);
    t.match(String(headers['retry-after']), /^[1-9]\d*$/);
  }
  t.same(rest.json(), restError(503, text));
  t.same(ofGraphql.json(), {
    errors: [{ message: text, extensions: { code: 503, type: 'SERVICE_UNAVAILABLE' } }],
    data: null,
    extensions: {},
  });
  t.same(plain.json(), plainError(503, text));

  for (const url of ['/health', '/health/live', '/health/ready', '/config'])
    t.equal((await app.inject({ url })).statusCode, 200, url);
  t.match((await graphql('{ me { corpUser { urn } } }', asReader)).json(), { data: { me: Object } });
  t.match((await graphql('mutation { deleteTag(urn: "urn:li:tag:none") }')).statusCode, 200);
  t.notMatch((await post('/aspects?action=ingestProposal', {})).statusCode, 503, 'a write');
  t.equal(await metric('catalog_requests_refused_total{class="read"}'), 3);

  end();
  for (const { statusCode } of await Promise.all(answers)) t.equal(statusCode, 200);
  t.equal(await metric('catalog_requests_waiting{class="read"}'), 0);
  t.match((await graphql('{ me { corpUser { urn } } }')).json(), { data: { me: Object } });

  const log = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  t.equal(log.length, 1, 'one line for the minute');
  t.match(log[0], { level: 40, refused: { read: 1 }, msg: /^requests are refused/, err: undefined });
});

t.test('actions that only read are counted as reads', async (t) => {
  const { crowd, end, post, asAdmin, app } = await open(t);
  const answers = await crowd(servedMax + 1);
  block(2);
  const statuses = await Promise.all([
    post('/aspects?action=getCount', { aspect: 'status' }),
    post('/entities?action=search', {}),
    post('/entities?action=listUrns', {}),
    post('/gms/operations?action=getEsTaskStatus', {}),
    post('/openapi/v3/entity/tag/batchGet', []),
    post('/openapi/v1/events/audit/search', {}),
    app.inject({ method: 'HEAD', url: '/openapi/v3/entity/tag/urn%3Ali%3Atag%3Aa', headers: asAdmin }),
  ]);
  for (const { statusCode } of statuses) t.equal(statusCode, 503);
  end();
  await Promise.all(answers);
});

t.test('clients that are slow to send their bodies, and polls that are held, do not count', async (t) => {
  const { app, user, graphql } = await open(t);
  const { token } = await user('slow', ['GET_PLATFORM_EVENTS']);
  const headers = { authorization: `Bearer ${token}` };
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  const slow = `POST /api/graphql HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
  const poll = `GET /openapi/v1/events/poll?topic=PlatformEvent_v1&pollTimeoutSeconds=10 HTTP/1.1\r\n${head}\r\n`;
  const sockets = Array.from({ length: 2 * servedMax + 2 }, (_, index) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(index % 2 === 0 ? slow : poll));
    return socket;
  });
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (let request = 0; request < 5; request += 1) {
    block(2);
    t.equal((await graphql('{ me { corpUser { urn } } }', headers)).statusCode, 200);
  }
});

t.test('requests whose clients have gone do not count', async (t) => {
  const { app, count, end, graphql, metric, asAdmin } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  // Only the last one waits: another behind it could arrive after the limit, which is refused.
  const sent = Array.from({ length: servedMax + 1 }, () =>
    fetch(`http://127.0.0.1:${port}${held}`, { method: 'POST', headers: asAdmin, signal: leaving.signal }),
  );
  await waitFor(() => count() === servedMax + 1);
  block(2);
  t.equal((await graphql('{ me { corpUser { urn } } }')).statusCode, 503);
  leaving.abort();
  await Promise.allSettled(sent);
  await waitFor(async () => (await metric('catalog_requests_waiting{class="read"}')) === 0);
  t.equal((await graphql('{ me { corpUser { urn } } }')).statusCode, 200);
  end();
});

t.test('more than half of the requests that may wait are refused to one caller, bodies unread', async (t) => {
  const env = { REQUEST_WAIT_MAX_MS: '600000', REQUEST_QUEUE_MAX: '4' };
  const { crowd, end, post, asReader } = await open(t, env);
  const answers = await crowd(servedMax + 2);
  t.match(await post(held, {}), { statusCode: 503, headers: { 'retry-after': '1' } });
  t.match(await post('/entities?action=search', { a: 'x'.repeat(100_000) }), { statusCode: 503 });
  t.match((await post('/entities?action=search', {}, asReader)).statusCode, 400, 'another caller');
  end();
  await Promise.all(answers);
});
