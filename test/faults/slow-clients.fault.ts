import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { guarantee } from './guarantee.js';

const timeout = 1_500;
/** The request's timeout, 5 s in which a socket may be silent, and some slack. */
const latest = timeout + 5_000 + 3_500;

interface Client {
  /** Sent at once; `more` is then sent repeatedly. */
  readonly first: string;
  readonly more?: string;
  readonly half?: boolean;
  readonly neverReads?: boolean;
  /** The start of the response. An empty match: the connection may end without one. */
  readonly answer: RegExp;
  readonly within: number;
}

t.test('clients that never finish are disconnected', async (t) => {
  const catalog = await testCatalog(t, { env: { REQUEST_TIMEOUT_MS: String(timeout) } });
  const user = await catalog.user('ann');
  await catalog.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = catalog.app.server.address() as AddressInfo;
  const post = `POST /api/graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Type: application/json\r\n`;
  const soon = timeout + 3_500;

  const clients: Readonly<Record<string, Client>> = {
    'says nothing': { first: '', answer: /^(HTTP\/1\.1 408 |$)/, within: latest },
    'sends half a request line': { first: 'GET /conf', answer: /^HTTP\/1\.1 408 /, within: soon },
    'trickles a request line': { first: 'GET /', more: 'x', answer: /^HTTP\/1\.1 408 /, within: soon },
    'trickles headers': { first: post, more: 'a: b\r\n', answer: /^HTTP\/1\.1 408 /, within: soon },
    'stops in its headers': { first: post, answer: /^HTTP\/1\.1 408 /, within: soon },
    'stops in its body': {
      first: `${post}Content-Length: 10\r\n\r\n{`,
      answer: /^HTTP\/1\.1 (408|503) /,
      within: latest,
    },
    'trickles a body': {
      first: `${post}Content-Length: 999\r\n\r\n{`,
      more: ' ',
      answer: /^HTTP\/1\.1 (408|503) /,
      within: soon,
    },
    'trickles chunks': {
      first: `${post}Transfer-Encoding: chunked\r\n\r\n`,
      more: '1\r\n \r\n',
      answer: /^HTTP\/1\.1 (408|503) /,
      within: soon,
    },
    'sends chunks without end': {
      first: `${post}Transfer-Encoding: chunked\r\n\r\n`,
      more: `8000\r\n${' '.repeat(0x8000)}\r\n`.repeat(40),
      // Data that the client still sends may cut off the response; 503 when memory is short.
      answer: /^(HTTP\/1\.1 (413|503) |$)/,
      within: soon,
    },
    'claims a body of a terabyte': {
      first: `${post}Content-Length: 1000000000000\r\n\r\n`,
      more: ' '.repeat(9_000),
      answer: /^HTTP\/1\.1 413 /,
      within: soon,
    },
    'sends headers of a megabyte': {
      first: `${post}a: ${'x'.repeat(1_000_000)}\r\n\r\n`,
      answer: /^HTTP\/1\.1 431 /,
      within: soon,
    },
    'sends 20,000 headers': {
      first: `${post}${'a: b\r\n'.repeat(20_000)}\r\n`,
      answer: /^HTTP\/1\.1 431 /,
      within: soon,
    },
    'sends a path of a megabyte': {
      first: `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      answer: /^HTTP\/1\.1 431 /,
      within: soon,
    },
    'closes its half in the headers': { first: post, half: true, answer: /^(HTTP\/1\.1 4|$)/, within: soon },
    'closes its half in the body': {
      first: `${post}Content-Length: 10\r\n\r\n{`,
      half: true,
      answer: /^(HTTP\/1\.1 4|$)/,
      within: soon,
    },
    'never reads its answers': {
      first: `GET /${'x'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(2_000),
      neverReads: true,
      answer: /^$/,
      within: latest,
    },
  };

  async function play({ first, more, half, neverReads }: Client) {
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    let answer = '';
    if (neverReads) socket.pause();
    else socket.on('data', (chunk) => (answer += chunk));
    const start = performance.now();
    const closed = once(socket, neverReads ? 'error' : 'end').catch(() => undefined);
    socket.write(first);
    if (half) socket.end();
    const again = more && setInterval(() => socket.writable && socket.write(more), 100);
    await Promise.race([closed, sleep(2 * latest, undefined, { ref: false })]);
    clearInterval(again as NodeJS.Timeout);
    socket.destroy();
    return { answer, took: performance.now() - start };
  }

  const memory = process.memoryUsage().rss;
  const playing = Object.entries(clients).map(async ([name, client]) => ({
    name,
    client,
    ...(await play(client)),
  }));
  // Many such clients at the same time must not delay others.
  const crowd = Array.from({ length: 200 }, () => play(clients['trickles headers']!));
  let served = 0;
  let slowest = 0;
  for (const end = performance.now() + timeout; performance.now() < end; served += 1) {
    const start = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${port}/config`);
    t.equal(status, 200);
    slowest = Math.max(slowest, performance.now() - start);
  }
  const results = await Promise.all(playing);
  await Promise.all(crowd);
  for (const { name, client, answer, took } of results) {
    t.match(answer, client.answer, `the response to a client that ${name}`);
    t.ok(took < client.within, `a client that ${name} is disconnected after ${Math.round(took)} ms`);
  }
  const grown = (process.memoryUsage().rss - memory) / 1e6;
  t.ok(grown < 300, `${Math.round(grown)} MB more`);
  await sleep(200);
  catalog.app.server.closeIdleConnections();
  const [open] = await new Promise<[number]>((resolve) =>
    catalog.app.server.getConnections((_, count) => resolve([count])),
  );
  t.ok(open <= 1, `${open} connections are left`);
  guarantee(t, 'a client that never finishes is disconnected by time and size, and delays no other client', {
    kinds: results.length,
    connections: results.length + crowd.length,
    'longest ms': Math.round(Math.max(...results.map(({ took }) => took))),
    REQUEST_TIMEOUT_MS: timeout,
    'served meanwhile': served,
    'slowest ms': Math.round(slowest),
    'memory grown by MB': Math.round(grown),
  });
});
