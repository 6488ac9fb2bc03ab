import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import t, { type Test } from 'tap';
import { whenAnswered } from '../../../../src/http/plugins/limits/when-answered.js';

/** Sends a request, and returns its reply as the handler has it, which answers when `answer` is called. */
async function request(t: Test) {
  const app = Fastify();
  let answer!: (text: string) => void;
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  // A reply is a thenable, which a promise would wait for.
  const handled = new Promise<() => FastifyReply>((resolve) => {
    app.get('/', (_request, reply) => {
      resolve(() => reply);
      return answered;
    });
  });
  t.teardown(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, answer, reply: (await handled)() };
}

/** Returns how often `whenAnswered` has called back so far. */
function calls(reply: FastifyReply) {
  let count = 0;
  whenAnswered(reply, () => {
    count += 1;
  });
  return () => count;
}

t.test('an answer that is sent calls back once, and at once when it was sent before', async (t) => {
  const { socket, answer, reply } = await request(t);
  const count = calls(reply);
  t.equal(count(), 0);
  answer('done');
  await once(socket, 'data');
  if (!reply.raw.writableFinished) await once(reply.raw, 'finish');
  t.equal(count(), 1);
  t.equal(calls(reply)(), 1);
  const closed = once(reply.raw.socket ?? reply.request.raw.socket, 'close');
  socket.destroy();
  await closed;
  t.equal(count(), 1);
});

t.test('a client that goes calls back once, and at once when it had gone before', async (t) => {
  const { socket, answer, reply } = await request(t);
  const count = calls(reply);
  const closed = once(reply.request.raw.socket, 'close');
  socket.destroy();
  await closed;
  t.equal(count(), 1);
  t.equal(calls(reply)(), 1, 'what a request begins after its client has gone ends');
  answer('nobody reads it');
  t.equal(count(), 1);
});
