import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { openApp } from '../../support/open-app.js';

t.test('200: /health/live while the process runs, whatever the database does', async (t) => {
  const ready = async () => {
    throw new Error('away');
  };
  const { app } = await openApp(t, { ready });
  const response = await app.inject('/health/live');
  t.equal(response.statusCode, 200);
  t.same(response.json(), { status: 'ok' });
});

t.test('200: /health/ready when the database answers, without credentials', async (t) => {
  const { app } = await openApp(t);
  const response = await app.inject('/health/ready');
  t.equal(response.statusCode, 200);
  t.same(response.json(), { status: 'ok' });
  t.equal((await app.inject({ method: 'HEAD', url: '/health/ready' })).statusCode, 200);
});

t.test('503: /health/ready while the database is away; only the log has the reason', async (t) => {
  let away = true;
  const ready = async () => {
    if (away) throw new Error('secret host');
  };
  const { app, lines } = await openApp(t, { ready });
  const response = await app.inject('/health/ready');
  t.equal(response.statusCode, 503);
  t.same(response.json(), { status: 'unavailable' });
  t.match(lines.join(''), /secret host/);
  away = false;
  t.equal((await app.inject('/health/ready')).statusCode, 200, 'and 200 once it is back');
});

t.test("503: /health/ready after 2 s without the database's answer, one check for many probes", async (t) => {
  let asked = 0;
  const ready = () => {
    asked += 1;
    return new Promise<void>(() => undefined);
  };
  const { app } = await openApp(t, { ready });
  const start = performance.now();
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.inject('/health/ready')));
  const took = performance.now() - start;
  t.same([...new Set(responses.map(({ statusCode }) => statusCode))], [503]);
  t.ok(took > 1_900, `after ${Math.round(took)} ms`);
  t.equal(asked, 1);
});

t.test('200: /health/ready of a process that stood still while the database answered', async (t) => {
  // Like the answer of a database, the content of a file arrives after the timers.
  const ready = async () => void (await readFile(fileURLToPath(import.meta.url)));
  const { app } = await openApp(t, { ready });
  const answer = app.inject('/health/ready');
  setImmediate(() => {
    const end = performance.now() + 3_000;
    while (performance.now() < end);
  });
  t.equal((await answer).statusCode, 200);
});

t.test('503: /health/ready while the service drains; /health/live stays 200', async (t) => {
  const draining = new AbortController();
  const { app } = await openApp(t, { draining: draining.signal });
  t.equal((await app.inject('/health/ready')).statusCode, 200);
  draining.abort();
  const response = await app.inject('/health/ready');
  t.equal(response.statusCode, 503);
  t.same(response.json(), { status: 'stopping' });
  t.equal((await app.inject('/health/live')).statusCode, 200);
});
