import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import t from 'tap';
import { bodyRate } from '../../src/http/plugins/limits/body-rate.js';

t.test('a body at the rate is read, however long it takes', async (t) => {
  const windowMs = 300;
  const app = Fastify();
  await app.register(bodyRate, { minBytesPerSecond: 10, windowMs });
  app.post('/', async ({ body }) => ({ length: JSON.stringify(body).length }));
  t.teardown(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n';
  socket.write(`${head}Content-Length: 70042\r\n\r\n"${'x'.repeat(70_000)}`);
  // Each part is more than the rate demands of a window.
  for (let part = 0; part < 4; part += 1) {
    await sleep(windowMs / 2);
    socket.write('x'.repeat(10));
  }
  socket.write('"');
  await closed;
  t.match(answer, /^HTTP\/1\.1 200 [\s\S]*"length":70042/);
});
