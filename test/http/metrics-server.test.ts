import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import t, { type Test } from 'tap';
import { metricsText } from '../../src/http/metrics.js';
import { isOwnHost } from '../../src/http/metrics-host.js';
import { metricsServer } from '../../src/http/metrics-server.js';
import { openApp } from '../support/open-app.js';

t.test('METRICS_PORT serves /metrics alone, without a caller, also when the database fails', async (t) => {
  let isAway = false;
  const { app, lines } = await openApp(t, {
    env: { METRICS_PORT: '0' },
    replace: (services) => ({
      ...services,
      measured: {
        ...services.measured,
        figures: async () => {
          if (isAway) throw new Error('away');
          return services.measured.figures();
        },
      },
    }),
  });
  await app.ready();
  const [, url = ''] = /metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(lines.join('')) ?? [];
  const answer = await fetch(url);
  t.equal(answer.status, 200);
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  t.match(await answer.text(), /^catalog_live_tokens 2$/m);
  t.equal((await fetch(url, { method: 'HEAD' })).status, 200);
  const refused = await fetch(url, { method: 'POST' });
  t.equal(refused.status, 405);
  t.equal(refused.headers.get('allow'), 'GET, HEAD');
  for (const path of ['/', '/health/live', '/api/graphql', '/metrics/x'])
    t.equal((await fetch(new URL(path, url))).status, 404, path);

  isAway = true;
  const text = await (await fetch(url)).text();
  t.match(text, /^catalog_live_tokens 2$/m, 'the last value');
  t.match(text, /^catalog_figures_age_seconds 0\.\d+$/m);

  await app.close();
  await t.rejects(fetch(url), 'the port is closed with the application');
});

t.test('a start fails when the port is taken', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.teardown(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { app } = await openApp(t, { env: { METRICS_PORT: String(port) } }).catch(() => ({ app: null }));
  await t.rejects(async () => app?.ready(), { code: 'EADDRINUSE' });
});

t.test('concurrent readers of a registry share one reading', async (t) => {
  const registry = new Registry();
  let reads = 0;
  const gauge = new Gauge({
    name: 'reads',
    help: 'Readings',
    registers: [registry],
    async collect() {
      reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
      gauge.set(reads);
    },
  });
  const texts = await Promise.all([metricsText(registry), metricsText(registry), metricsText(registry)]);
  t.strictSame(new Set(texts), new Set(['# HELP reads Readings\n# TYPE reads gauge\nreads 1\n']));
  t.match(await metricsText(registry), /^reads 2$/m, 'a later one reads again');
});

t.test('a name in Host is one of this machine', async (t) => {
  for (const host of ['127.0.0.1', '192.0.2.7:9464', '[::1]:9464', 'localhost:9464', 'LOCALHOST'])
    t.ok(isOwnHost(host), host);
  for (const host of [
    'evil.example',
    'evil.example:9464',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    ' ',
  ])
    t.notOk(isOwnHost(host), host);
  t.notOk(isOwnHost(undefined));
});

/** Serves one metric with a long help text. */
async function serve(t: Test, helpLength: number, timeoutMs: number, isLocal = true) {
  const registry = new Registry();
  new Gauge({ name: 'x', help: 'x'.repeat(helpLength), registers: [registry] });
  const lines: string[] = [];
  const app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  await app.register(metricsServer, {
    ...{ registries: [registry], host: '127.0.0.1', isLocal, port: 0, timeoutMs },
  });
  t.teardown(() => app.close());
  await app.ready();
  return Number(/metrics on http:\/\/127\.0\.0\.1:(\d+)/.exec(lines.join(''))?.[1]);
}

t.test('421: asked under a name of somebody else', async (t) => {
  const ask = async (port: number) => {
    const headers = { host: `evil.example:${port}` };
    const request = get({ port, host: '127.0.0.1', path: '/metrics', headers });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const text = String(await answer.setEncoding('utf8').reduce((all, part) => all + part, ''));
    return { status: answer.statusCode, text };
  };
  t.match(await ask(await serve(t, 1, 10_000)), { status: 421, text: /localhost/ });
  t.match(
    await ask(await serve(t, 1, 10_000, false)),
    { status: 200 },
    'where others reach it, any name may',
  );
});

t.test('a client that does not read, or does not ask, is disconnected', async (t) => {
  const port = await serve(t, 50_000_000, 500);
  const silent = connect(port, '127.0.0.1');
  const reader = connect(port, '127.0.0.1');
  reader.on('error', () => {});
  reader.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n');
  silent.resume();
  await once(silent, 'close');
  await new Promise((resolve) => setTimeout(resolve, 500));
  let bytes = 0;
  reader.on('data', (part) => {
    bytes += part.length;
  });
  await once(reader, 'close');
  t.ok(bytes < 50_000_000, `${bytes} bytes were sent`);
});
