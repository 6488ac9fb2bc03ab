import fastify from 'fastify';
import { Registry } from 'prom-client';
import t from 'tap';
import { measureEventLoopDelay } from '../../src/http/event-loop-delay.js';

t.test('the delay is measured until five seconds without a request', async (t) => {
  const running = new Set<() => void>();
  t.intercept(globalThis, 'setInterval', {
    value: (measure: () => void) => {
      running.add(measure);
      return { unref: () => measure };
    },
  });
  t.intercept(globalThis, 'clearInterval', { value: (measure: () => void) => running.delete(measure) });
  const registry = new Registry();
  const app = fastify();
  const read = measureEventLoopDelay(app, registry);
  app.get('/', async () => '');
  await app.ready();
  const tick = () => {
    for (const measure of [...running]) measure();
  };
  const lines = async () => (await registry.metrics()).match(/^nodejs_eventloop_lag_.*/gm) ?? [];

  t.strictSame([running.size, read(), await lines()], [0, null, []], 'an idle process has no timer');
  await app.inject('/');
  for (let n = 1; n < 10; n += 1) tick();
  t.equal(running.size, 1);
  await app.inject('/');
  for (let n = 1; n <= 10; n += 1) {
    t.equal(running.size, 1, 'another request begins the five seconds again, with one timer');
    tick();
  }
  t.equal(running.size, 0);
  t.ok(read() !== null && (await lines()).length === 3, 'what was measured stays for a minute');
  await app.inject('/');
  await app.close();
  t.equal(running.size, 0, 'no timer is left');
});
