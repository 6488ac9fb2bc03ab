import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
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
