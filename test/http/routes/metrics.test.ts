import { METHODS } from 'node:http';
import t from 'tap';
import { openApp } from '../../support/open-app.js';

t.test('200: requests by route and status, and the process', async (t) => {
  const { app, asAdmin } = await openApp(t);
  for (let i = 0; i < 3; i += 1) {
    await app.inject({ method: 'POST', url: '/gms/operations?action=getIndexSizes', headers: asAdmin });
  }
  await app.inject({ method: 'POST', url: '/gms/operations' });
  const response = await app.inject({ url: '/metrics', headers: asAdmin });
  t.equal(response.statusCode, 200);
  t.match(response.headers['content-type'], /^text\/plain; version=0\.0\.4/);
  const count = (status: number) =>
    `http_request_duration_seconds_count{method="POST",route="/gms/operations",status="${status}"}`;
  t.match(response.body, `${count(200)} 3\n`);
  t.match(response.body, `${count(401)} 1\n`);
  t.match(response.body, /^process_resident_memory_bytes \d+/m);
});

t.test('a caller sees only figures that an operation would show it', async (t) => {
  const { app, asAdmin, asReader } = await openApp(t);
  const shown = async (headers: Record<string, string>) => {
    const { body } = await app.inject({ url: '/metrics', headers });
    return [...body.matchAll(/^# TYPE (catalog_(?:live|index|replica_up)\S*)/gm)].map(([, name]) => name);
  };
  t.strictSame(await shown(asReader), ['catalog_replica_up']);
  t.strictSame(await shown(asAdmin), ['catalog_replica_up', 'catalog_index_bytes']);
});

t.test('callers cannot choose the value of a label', async (t) => {
  const { app, asAdmin } = await openApp(t);
  for (let i = 0; i < 20; i += 1) await app.inject(`/made-up-${i}?made-up`);
  await app.inject({ method: 'PUT', url: '/operations?made-up' });
  const { body } = await app.inject({ url: '/metrics', headers: asAdmin });
  t.notMatch(body, /made-up/);
  t.match(body, 'http_request_duration_seconds_count{method="other",route="none",status="401"} 20\n');
});

t.test('methods that a path does not have count as one', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const methods = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));
  for (const url of ['/health/live', '/nope'])
    for (const method of methods) await app.inject({ method: method as 'PUT', url });
  await app.inject('/health/live');
  const { body } = await app.inject({ url: '/metrics', headers: asAdmin });
  const counts = body.match(/^http_request_duration_seconds_count.*$/gm);
  t.strictSame(counts?.sort(), [
    'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"} 1',
    `http_request_duration_seconds_count{method="other",route="/health/live",status="405"} ${methods.length}`,
    `http_request_duration_seconds_count{method="other",route="none",status="401"} ${methods.length}`,
  ]);
});

t.test('each application has its own metrics', async (t) => {
  const [one, other] = [await openApp(t), await openApp(t)];
  await one.app.inject('/nope');
  const { body } = await other.app.inject({ url: '/metrics', headers: other.asAdmin });
  t.notMatch(body, /status="401"/);
});
