import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { Gauge, Registry } from 'prom-client';
import t, { type Test } from 'tap';
import { createMetrics, metricsText } from '../../src/http/metrics.js';
import { isOwnHost, type MetricsServerOptions, startMetricsServer } from '../../src/http/metrics-server.js';
import { openApp } from '../support/open-app.js';
import { exchange } from '../support/raw-http.js';
import { waitFor } from '../support/wait-for.js';

async function start(t: Test, options: Partial<MetricsServerOptions> = {}) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics('1.2.3');
  const server = await startMetricsServer({
    ...{ metrics, host: '127.0.0.1', isLocal: true, port: 0, log },
    ...options,
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= server.close();
    return closed;
  };
  t.teardown(close);
  const [, url = ''] = /metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(lines.join('')) ?? [];
  return { metrics, url, close };
}

t.test('METRICS_PORT serves /metrics alone, without a caller, also when the database fails', async (t) => {
  let isAway = false;
  const { metrics, url, close } = await start(t);
  const early = await (await fetch(url)).text();
  t.match(early, /^catalog_database_up 0$/m, 'before the application is built');
  t.match(early, /^catalog_build_info\{version="1.2.3",/m);
  t.match(early, /^process_cpu_seconds_total /m);

  await openApp(t, {
    metrics,
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
  const answer = await fetch(url);
  t.equal(answer.status, 200);
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  // An answer does not wait long for a database that is slow.
  await waitFor(async () => /^catalog_live_tokens 2$/m.test(await (await fetch(url)).text()));
  t.match(await (await fetch(url)).text(), /^catalog_database_up 1$/m);
  t.equal((await fetch(url, { method: 'HEAD' })).status, 200);
  const refused = await fetch(url, { method: 'POST' });
  t.equal(refused.status, 405);
  t.equal(refused.headers.get('allow'), 'GET, HEAD');
  for (const path of ['/', '/health/live', '/api/graphql', '/metrics/x'])
    t.equal((await fetch(new URL(path, url))).status, 404, path);

  isAway = true;
  const text = await (await fetch(url)).text();
  t.match(text, /^catalog_live_tokens 2$/m, 'the last value');
  t.match(text, /^catalog_figures_age_seconds \d/m);

  await close();
  await t.rejects(fetch(url), 'the port is closed');
});

t.test('a start fails when the port is taken', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.teardown(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await t.rejects(start(t, { port }), { code: 'EADDRINUSE' });
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

t.test('400: two Host headers', async (t) => {
  const { url } = await start(t);
  const { port } = new URL(url);
  const answer = await exchange(
    Number(port),
    'GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  t.match(answer, /^HTTP\/1.1 400 /);
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

/** Serves one metric with a long help text. @returns the port */
async function serve(t: Test, helpLength: number, timeoutMs: number, isLocal = true) {
  const { metrics, url } = await start(t, { timeoutMs, isLocal });
  new Gauge({ name: 'x', help: 'x'.repeat(helpLength), registers: [metrics.open] });
  return Number(new URL(url).port);
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

/** Resolves when the server has closed the next connection that it accepts. */
function serverSideEnd(t: Test): Promise<void> {
  return new Promise((resolve) => {
    const accepted = (message: unknown) => {
      unsubscribe('net.server.socket', accepted);
      (message as { socket: Socket }).socket.once('close', () => resolve());
    };
    subscribe('net.server.socket', accepted);
    t.teardown(() => unsubscribe('net.server.socket', accepted));
  });
}

t.test('a client that does not read, or does not ask, is disconnected', async (t) => {
  const port = await serve(t, 50_000_000, 500);
  for (const sent of ['', 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n']) {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    const disconnected = serverSideEnd(t);
    const closed = once(client, 'close');
    client.write(sent);
    await disconnected;
    let bytes = 0;
    client.on('data', (part) => {
      bytes += part.length;
    });
    await closed;
    t.ok(bytes < 50_000_000, `${bytes} bytes were sent`);
  }
});
