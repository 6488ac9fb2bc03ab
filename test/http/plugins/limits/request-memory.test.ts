import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { MemoryBudget } from '../../../../src/core/memory-budget.js';
import { sendError } from '../../../../src/graphql/http-errors.js';
import { jsonBody } from '../../../../src/http/plugins/encoding/json-body.js';
import { requestMemory } from '../../../../src/http/plugins/limits/request-memory.js';
import { responseMemory } from '../../../../src/http/plugins/limits/response-memory.js';
import { waitFor } from '../../../support/wait-for.js';

const maxBytes = 8_000_000;

async function server(t: Test, memoryBytes: number, { unsentBytes = 1e9, timeoutMs = 600_000 } = {}) {
  const [memory, unsent] = [new MemoryBudget(memoryBytes), new MemoryBudget(unsentBytes)];
  // Otherwise a connection whose body was still on the way stays open for more than a minute after the end of a test.
  const app = Fastify({ bodyLimit: 10_000_000, forceCloseConnections: true });
  app.setErrorHandler(sendError);
  await app.register(jsonBody);
  await app.register(responseMemory, { maxBytes, timeoutMs, unsent });
  app.addHook('onRequest', async (request) => {
    request.actor = { urn: `urn:li:corpuser:${request.headers.from ?? 'x'}`, can: () => true };
  });
  await app.register(requestMemory, { memory });
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  app.post('/hold', async () => {
    app.server.emit('handling');
    await held;
  });
  app.post('/echo', async ({ body }) => ({ length: JSON.stringify(body).length }));
  app.get('/answer/:bytes', async ({ params }) => 'x'.repeat(Number(Object(params).bytes)));
  t.teardown(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  /** Sends a body, waits until it has come whole, and returns the way to its answer. */
  const hold = async (more: object = {}) => {
    const begun = once(app.server, 'handling');
    const answer = post(`${url}/hold`, more);
    await begun;
    return () => answer;
  };
  return { app, port, memory, unsent, hold, go, url };
}

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const json = { 'content-type': 'application/json' };
const body = JSON.stringify('x'.repeat(1_000_000));
const post = (url: string, more: object = {}) => fetch(url, { method: 'POST', headers: json, body, ...more });

t.test('503: a body for which there is no memory; small ones are served', async (t) => {
  const { url, memory, hold, go } = await server(t, 30_000_000);
  const first = await hold();
  const refused = await post(`${url}/echo`);
  t.equal(refused.status, 503);
  t.equal(refused.headers.get('retry-after'), '5');
  t.equal((await post(`${url}/echo`, { body: '"small"' })).status, 200);
  go();
  t.equal((await first()).status, 200);
  t.equal(memory.taken, 0);
  t.equal((await post(`${url}/echo`)).status, 200);
});

t.test('a body without a length is counted while it arrives', async (t) => {
  const { url, memory, hold, go } = await server(t, 30_000_000);
  const chunked = () => ({ duplex: 'half', body: new Blob([body]).stream() });
  t.equal((await post(`${url}/echo`, chunked())).status, 200);
  t.equal(memory.taken, 0);
  const first = await hold();
  t.equal((await post(`${url}/echo`, chunked())).status, 503);
  go();
  await first();
  t.equal(memory.taken, 0);
});

t.test('a compressed body without a length counts with its largest decompressed size', async (t) => {
  const { url, memory, hold, go } = await server(t, 30_000_000);
  const headers = { ...json, 'content-encoding': 'gzip' };
  const chunked = () => ({ duplex: 'half', headers, body: new Blob([gzipSync(body)]).stream() });
  const first = await hold(chunked());
  t.ok(memory.taken > 11 * body.length, `${memory.taken} bytes`);
  t.equal((await post(`${url}/echo`, chunked())).status, 503);
  go();
  await first();
  t.equal(memory.taken, 0);
});

/** Asks for a large answer, of which nothing is read. */
function ask(port: number) {
  const socket = connect({ host: '127.0.0.1', port }).pause();
  socket.on('error', () => undefined);
  socket.write('GET /answer/8000000 HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

t.test('an answer counts until the client has received it', async (t) => {
  const { url, port, unsent } = await server(t, 1e9, { unsentBytes: 9_000_000 });
  const socket = ask(port);
  t.teardown(() => socket.destroy());
  await waitFor(() => unsent.taken > 0);
  const refused = await fetch(`${url}/answer/2000000`);
  t.equal(refused.status, 503);
  t.equal(refused.headers.get('retry-after'), '5');
  t.equal((await fetch(`${url}/answer/1000`)).status, 200);
  socket.resume();
  await waitFor(() => unsent.taken === 0);
  t.equal((await (await fetch(`${url}/answer/2000000`)).text()).length, 2_000_000);
});

t.test('a client that reads nothing of its answer is disconnected', async (t) => {
  const { app, port, unsent } = await server(t, 1e9, { timeoutMs: 100 });
  const disconnected = once(app.server, 'connection').then(([accepted]) => once(accepted, 'close'));
  const socket = ask(port);
  const closed = once(socket, 'close');
  await disconnected;
  await waitFor(() => unsent.taken === 0);
  socket.resume();
  await closed;
  t.ok(socket.bytesRead < 8_000_000, `${socket.bytesRead} bytes came`);
});

t.test('400: an answer over the limit', async (t) => {
  const { url } = await server(t, 1e9);
  const response = await fetch(`${url}/answer/${maxBytes + 1}`);
  t.equal(response.status, 400);
  t.match(await response.json(), { errors: [{ message: /ANSWER_MAX_BYTES/ }] });
});

t.test('the memory of a body is released when its client goes away', async (t) => {
  const { port, memory } = await server(t, 1e9);
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(`${head('/echo', body.length)}${body.slice(0, 500_000)}`);
  await waitFor(() => memory.taken > 0);
  socket.destroy();
  await waitFor(() => memory.taken === 0);
  t.pass();
});

t.test('the memory of a body is released only when its handler has ended', async (t) => {
  const { port, app, url, memory, go } = await server(t, 1e9);
  const socket = connect({ host: '127.0.0.1', port });
  const [length, ended] = [body.length, once(app.server, 'connection').then(([one]) => once(one, 'close'))];
  const begun = once(app.server, 'handling');
  socket.write(
    `POST /hold HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  await begun;
  socket.destroy();
  await ended;
  await fetch(`${url}/answer/1`);
  t.ok(memory.taken > 0, `${memory.taken} bytes`);
  go();
  await waitFor(() => memory.taken === 0);
});

t.test('a length that is only declared takes no memory', async (t) => {
  const { url, port, memory, app } = await server(t, 30_000_000);
  const sockets = Array.from({ length: 9 }, () => connect({ host: '127.0.0.1', port }));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  let asked = 0;
  const all = new Promise<void>((resolve) => {
    app.server.on('request', () => {
      asked += 1;
      if (asked === sockets.length) resolve();
    });
  });
  for (const socket of sockets) socket.write(`${head('/echo', body.length)}"`);
  await all;
  t.equal((await post(`${url}/echo`)).status, 200, 'of the same caller');
  t.equal((await post(`${url}/echo`, { headers: { ...json, from: 'other' } })).status, 200);
  t.ok(memory.taken < 1_000_000, `${memory.taken} bytes`);
});

t.test('all bodies of one caller together get half of the memory', async (t) => {
  const { url, memory, hold, go } = await server(t, 30_000_000);
  const held = await hold();
  t.equal((await post(`${url}/echo`)).status, 503, 'the same caller');
  t.equal((await post(`${url}/echo`, { headers: { ...json, from: 'other' } })).status, 200, 'another one');
  t.equal((await post(`${url}/echo`, { body: '"small"' })).status, 200);
  go();
  t.equal((await held()).status, 200);
  t.equal((await post(`${url}/echo`)).status, 200);
  t.equal(memory.taken, 0);
});

t.test('of bodies that need more than half of the memory, one is read at a time', async (t) => {
  const { url, memory, hold, go } = await server(t, 20_000_000);
  const held = await hold();
  const from = { ...json, from: 'other' };
  t.equal((await post(`${url}/echo`, { headers: from })).status, 503);
  t.equal(
    (await post(`${url}/echo`, { headers: from, body: body.slice(0, 500_000).concat('"') })).status,
    200,
  );
  go();
  t.equal((await held()).status, 200);
  t.equal((await post(`${url}/echo`, { headers: from })).status, 200);
  t.equal(memory.taken, 0);
});

t.test('of large bodies that arrive at the same time, one at least is read', async (t) => {
  const { url, memory } = await server(t, 30_000_000);
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await post(`${url}/echo`)).status),
  );
  t.ok(statuses.includes(200), statuses.join());
  t.ok(statuses.every((status) => status === 200 || status === 503));
  t.equal(memory.taken, 0);
});
