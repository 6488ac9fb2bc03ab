import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { bodyRate } from '../../../../src/http/plugins/limits/body-rate.js';

const windowMs = 300;

async function server(t: Test, minBytesPerSecond: number) {
  const app = Fastify();
  await app.register(bodyRate, { minBytesPerSecond, windowMs });
  app.post('/', async ({ body }) => ({ length: JSON.stringify(body).length }));
  t.teardown(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close').then(() => answer);
  t.teardown(() => socket.destroy());
  return { app, socket, closed };
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

for (const [what, length] of [
  ['with a length', 'Content-Length: 100000\r\n\r\n"'],
  ['in chunks', `Transfer-Encoding: chunked\r\n\r\n30d40\r\n"${'x'.repeat(199_999)}\r\n`],
] as const) {
  t.test(`408: a body ${what} of which too little arrives; its connection is closed`, async (t) => {
    const { socket, closed } = await server(t, 100);
    socket.write(`${head}${length}`);
    const answer = await closed;
    t.match(answer, /^HTTP\/1\.1 408 /);
    t.match(answer, /connection: close/i);
    t.match(answer, /BODY_MIN_BYTES_PER_SECOND/);
  });
}

t.test('408: a body that arrives in part, and then stops', async (t) => {
  const { socket, closed } = await server(t, 10_000);
  socket.write(`${head}Content-Length: 500000\r\n\r\n"${'x'.repeat(400_000)}`);
  t.match(await closed, /^HTTP\/1\.1 408 /);
});

t.test('a small body may take as long as any request', async (t) => {
  const { app, socket, closed } = await server(t, 1_000_000);
  const begun = once(app.server, 'request');
  socket.write(`${head}Connection: close\r\nContent-Length: 12\r\n\r\n"`);
  await begun;
  // The time of two windows, in which a larger body would be refused.
  await new Promise((resolve) => setTimeout(resolve, 2 * windowMs));
  socket.write('0123456789"');
  t.match(await closed, /^HTTP\/1\.1 200 /);
});
