import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import type { Query } from '../../src/db/query.js';
import { timeoutMs } from '../../src/webhooks/send.js';
import { maxDone } from '../../src/webhooks/webhook-store.js';
import type { Caller } from '../support/catalog.js';
import { aspect, call, tagCatalog } from '../support/metadata.js';
import { receiver } from '../support/receiver.js';
import { waitFor } from '../support/wait-for.js';
import { startDelivery } from '../support/webhook-worker.js';

const keyFile = join(t.testdir(), 'keys', 'secrets-key');
// Pauses end when a test says so, not when a machine is slow.
const start = Date.now();
let aheadMs = 0;
const clock = () => start + aheadMs;
const catalog = await tagCatalog(t, {
  env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: keyFile },
  clock,
});
const manager = await catalog.user('manager', ['MANAGE_WEBHOOKS']);
const { db, editor } = catalog;

const startWorker = (t: Test, db = catalog.db) =>
  startDelivery(t, { ...catalog, db }, { clock, onNotice: (text) => t.fail(text) });

const answer = async (caller: Caller, document: string, variables: object = {}) => {
  const { body } = await caller.graphql(document, { ...variables });
  const [error] = body.errors ?? [];
  return error ? { error: { message: error.message, ...error.extensions } } : Object.values(body.data)[0];
};
// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
const create = (input: object, caller = manager): Promise<any> =>
  answer(caller, 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }', {
    input,
  });
const webhook = async (t: Test, url: string, filter: object = {}) => {
  const created = await create({ name: 'w', url, ...filter });
  t.teardown(() => remove(created.id));
  return created as { id: string; secret: string };
};
const remove = (id: string, caller = manager) =>
  answer(caller, 'mutation ($id: String!) { deleteWebhook(id: $id) }', { id });
// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
const test = (id: string, caller = manager): Promise<any> =>
  answer(caller, 'mutation ($id: String!) { testWebhook(id: $id) { id type state status error } }', { id });
const replay = (id: string, from: object, caller = manager) =>
  answer(
    caller,
    `mutation ($id: String!, $deliveryId: String, $sinceMillis: Long) {
       replayWebhook(id: $id, deliveryId: $deliveryId, sinceMillis: $sinceMillis) }`,
    { id, ...from },
  );
// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
const deliveries = async (id: string, caller = manager): Promise<any> =>
  answer(
    caller,
    `query ($id: String!) { webhookDeliveries(id: $id) { total deliveries {
       id type time entityUrn state attempts attemptedAt nextAttemptAt status error } } }`,
    { id },
  );
// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
const list = (caller = manager): Promise<any> =>
  answer(
    caller,
    `{ listWebhooks { total webhooks { id name url categories operations entityTypes tagUrns platforms containers enabled
       disabledReason failingSince createdAt createdBy { urn } } } }`,
  );
const audit = async (id: string) =>
  db.query<{ type: string; detail: object }>(
    `SELECT type, detail FROM audit_events WHERE subject = 'urn:li:dataHubWebhook:' || $1::text ORDER BY id`,
    [id],
  );
const tagged = (urn: string, tagUrn: string, name: 'addTag' | 'removeTag' = 'addTag') =>
  call(editor, name, { input: { tagUrn, resourceUrn: urn } });

t.test('a webhook is created, listed and deleted; its secret is nowhere', async (t) => {
  const { url } = await receiver(t);
  const filter = {
    categories: ['TAG'],
    operations: ['ADD', 'ADD'],
    entityTypes: ['DATASET', 'schemaField'],
    tagUrns: ['urn:li:tag:PII'],
    platforms: ['hive'],
    containers: ['urn:li:container:c'],
  };
  const { id, secret } = await create({ name: 'alerts', url: `${url}?token=abc`, ...filter });
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.match(await list(), {
    total: 1,
    webhooks: [
      {
        ...filter,
        operations: ['ADD'],
        entityTypes: ['dataset', 'schemaField'],
        platforms: ['urn:li:dataPlatform:hive'],
        enabled: true,
        createdBy: { urn: manager.urn },
      },
    ],
  });
  const rows = JSON.stringify(await db.query('SELECT * FROM webhooks'));
  t.notMatch(rows, secret.slice('whsec_'.length, -2));
  t.equal(statSync(keyFile).mode & 0o777, 0o600);
  t.equal(Buffer.from(readFileSync(keyFile, 'utf8'), 'base64').length, 32);
  t.equal(await remove(id), true);
  for (const use of [remove, test, deliveries])
    t.match(await use(id), { error: { type: 'NOT_FOUND', message: new RegExp(id) } });
  t.match(await audit(id), [
    { type: 'CreateWebhookEvent', detail: { name: 'alerts', host: /^127/ } },
    { type: 'DeleteWebhookEvent' },
  ]);
  t.notMatch(JSON.stringify(await audit(id)), /abc|whsec/);
});

t.test('nothing on the way may store or compress the answer with the secret', async (t) => {
  const { headers, body } = await manager.graphql(
    'mutation { createWebhook(input: { name: "x", url: "https://hooks.example.org/" }) { id secret } }',
  );
  t.equal(headers['cache-control'], 'no-store, no-transform');
  await remove(body.data.createWebhook.id);
});

t.test('what cannot be a webhook is refused, and the message names it', async (t) => {
  const url = 'https://hooks.example.org/x';
  for (const [input, message] of [
    [{ name: ' ' }, /name is " "/],
    [{ url: 'hooks' }, /url is not a URL/],
    [{ url: 'ftp://a.example' }, /ftp:/],
    [{ url: 'https://user:secret@a.example' }, /^(?!.*secret@).*user name/],
    [{ url: 'http://10.0.0.1/x' }, /10\.0\.0\.1/],
    ...['0x7f.0.0.2', '127.0.0.2.', '2130706434', '①②⑦.0.2', '%31%32%37.0.0.2'].map(
      (host) => [{ url: `https://${host}/x` }, /address 127\.0\.0\.2/] as const,
    ),
    [{ url: 'https:\\\\10.0.0.1\\@a.example' }, /address 10\.0\.0\.1/],
    [{ url: 'https://0/' }, /address 0\.0\.0\.0/],
    [{ url: 'https://[64:ff9b::10.0.0.1]/' }, /address 64:ff9b::a00:1/],
    [{ url: 'https://a.example:0/' }, /port 0/],
    [{ url: 'https://[::ffff:169.254.169.254]/' }, /a9fe:a9fe/],
    [{ url: `https://a.example/${'a'.repeat(2_048)}` }, /at most 2048/],
    [{ categories: ['TAGS'] }, /"TAGS"/],
    [{ operations: ['DROP'] }, /"DROP"/],
    [{ entityTypes: ['table'] }, /"table"/],
    [{ tagUrns: ['PII'] }, /"PII"/],
    [{ platforms: ['urn:li:tag:x'] }, /urn:li:tag:x/],
    [{ containers: ['urn:li:tag:x'] }, /urn:li:tag:x/],
    [{ tagUrns: Array.from({ length: 101 }, (_, n) => `urn:li:tag:${n}`) }, /101 values/],
  ] as const)
    t.match(await create({ name: 'x', url, ...input }), { error: { type: 'BAD_REQUEST', message } });
  t.match(await list(), { total: 0 });
});

t.test('each change is delivered once, signed, in order, and only what matches', async (t) => {
  const endpoint = await receiver(t);
  const [pii, other] = await catalog.tags('hook-pii', 'hook-other');
  const urn = await catalog.dataset('id');
  const { id, secret } = await webhook(t, endpoint.url, { tagUrns: [pii] });
  const before = (await db.query<{ n: number }>('SELECT count(*) AS n FROM change_events'))[0]!.n;
  startWorker(t);
  for (const tag of [pii!, other!]) {
    await catalog.put(aspect(urn, 'globalTags', { tags: [{ tag, context: 'given' }] }));
    await tagged(urn, tag, 'removeTag');
  }
  t.ok(before > 0, 'earlier changes are not delivered');
  await waitFor(() => endpoint.received.length === 2);
  t.strictSame(
    endpoint.received.map(({ event }) => event.type),
    ['entity.tag.add', 'entity.tag.remove'],
  );
  for (const { body, headers, event } of endpoint.received) {
    t.strictSame(new Webhook(secret).verify(body, headers as Record<string, string>), event);
    t.match(event, { timestamp: /^\d{4}-.*Z$/, data: { category: 'TAG', parameters: { context: 'given' } } });
  }
  t.throws(() =>
    new Webhook(secret).verify(`${endpoint.received[0]!.body} `, endpoint.received[0]!.headers as never),
  );
  await waitFor(async () =>
    (await deliveries(id)).deliveries.every((one: { state: string }) => one.state === 'DELIVERED'),
  );
  const { deliveries: done } = await deliveries(id);
  t.match(done, [
    { entityUrn: urn, type: 'entity.tag.remove', attempts: 1, status: 204, error: null, nextAttemptAt: null },
    { type: 'entity.tag.add' },
  ]);

  const first = done[1].id;
  t.equal(await replay(id, { deliveryId: first }), true);
  await waitFor(() => endpoint.received.length === 3);
  t.equal(endpoint.received[2]!.id, first, 'replayed with the same id');
  t.equal(await replay(id, { sinceMillis: 0 }), true);
  await waitFor(() => endpoint.received.length === 6);
  t.strictSame(
    endpoint.received
      .slice(3)
      .map(({ event }) => event.type)
      .sort(),
    ['entity.lifecycle.create', 'entity.tag.add', 'entity.tag.remove'],
    'the creation of the tag, which was before the webhook, too',
  );
  t.match(await replay(id, { deliveryId: 'msg_x' }), { error: { type: 'NOT_FOUND', message: /msg_x/ } });
  t.match(await replay(id, {}), { error: { type: 'BAD_REQUEST' } });
});

t.test('a failing endpoint gets the same message again, and keeps the order of an entity', async (t) => {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags('hook-retry');
  const [bad, good] = [await catalog.dataset(), await catalog.dataset()];
  const { id } = await webhook(t, endpoint.url, { tagUrns: [tag] });
  let isBroken = true;
  endpoint.state.respond = (response, { event }) => {
    const fails = isBroken && JSON.stringify(event).includes(bad);
    response.writeHead(fails ? 500 : 200, { 'retry-after': '1' }).end('secret answer');
  };
  startWorker(t);
  await tagged(bad, tag!);
  await tagged(bad, tag!, 'removeTag');
  await tagged(good, tag!);
  await waitFor(() => endpoint.received.length >= 2);
  const of = (urn: string) => endpoint.received.filter(({ body }) => body.includes(urn));
  await waitFor(() => of(good).length === 1);
  t.equal(of(bad).length, 1, 'the second change of the entity waits for the first');
  const states = (await deliveries(id)).deliveries;
  const failed = states.find(({ error }: { error: string | null }) => error !== null);
  t.match(failed, { state: 'PENDING', status: 500, error: 'answered with status 500' });
  t.ok(failed.nextAttemptAt - failed.attemptedAt <= 5_500 && failed.nextAttemptAt > failed.attemptedAt);
  isBroken = false;
  aheadMs += 6_000;
  await waitFor(() => of(bad).length === 3);
  t.strictSame(
    of(bad).map(({ event }) => event.type),
    ['entity.tag.add', 'entity.tag.add', 'entity.tag.remove'],
  );
  t.equal(of(bad)[0]!.id, of(bad)[1]!.id);
  t.notMatch(JSON.stringify(await db.query('SELECT * FROM webhook_deliveries')), /secret answer/);
});

t.test('redirects are not followed, and private addresses are refused at each attempt', async (t) => {
  const [endpoint, target] = [await receiver(t), await receiver(t)];
  endpoint.state.respond = (response) => response.writeHead(307, { location: target.url }).end();
  const { id } = await webhook(t, endpoint.url);
  t.match(await test(id), { type: 'webhook.test', state: 'FAILED', status: 307, error: /not followed/ });
  t.equal(target.received.length, 0);
  const secure = await webhook(t, `https://localhost:${endpoint.port}/x`);
  await db.query(`UPDATE webhooks SET url = 'https://127.0.0.2/x' WHERE id = $1::text`, [secure.id]);
  t.match(await test(secure.id), { state: 'FAILED', status: null, error: /WEBHOOK_ALLOWED_NETWORKS/ });
  t.equal(endpoint.received.length, 1);
});

t.test('tests of a webhook do not pile up', async (t) => {
  const { url } = await receiver(t);
  const { id } = await webhook(t, url);
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, position, type, time, body, state, attempted_at)
     SELECT 'earlier-' || n, $1::text, 0, 'webhook.test', n, '', 'FAILED', n FROM generate_series(1, ${maxDone}) n`,
    [id],
  );
  const { id: last } = await test(id);
  t.match(await deliveries(id), { total: maxDone, deliveries: [{ id: last }] });
});

t.test('410 disables, and a replay enables again without a loss', async (t) => {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags('hook-gone');
  const urn = await catalog.dataset();
  const { id } = await webhook(t, endpoint.url, { tagUrns: [tag] });
  endpoint.state.respond = (response) => response.writeHead(410).end();
  startWorker(t);
  await tagged(urn, tag!);
  const isDisabled = async () => (await list()).webhooks.some((one: { enabled: boolean }) => !one.enabled);
  await waitFor(isDisabled);
  await tagged(urn, tag!, 'removeTag');
  t.match((await list()).webhooks, [{ enabled: false, disabledReason: /410/ }]);
  t.match(await audit(id), [
    { type: 'CreateWebhookEvent' },
    { type: 'DisableWebhookEvent', detail: { reason: /410/ } },
  ]);
  endpoint.state.respond = (response) => response.writeHead(204).end();
  await replay(id, { sinceMillis: Date.now() + 60_000 });
  await waitFor(() => endpoint.received.length === 3);
  t.strictSame(
    endpoint.received.map(({ event }) => event.type),
    ['entity.tag.add', 'entity.tag.add', 'entity.tag.remove'],
  );
  t.match((await audit(id)).at(-1), { type: 'EnableWebhookEvent' });
});

t.test('three days of failures disable; the pauses grow', async (t) => {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags('hook-down');
  const urn = await catalog.dataset();
  const { id } = await webhook(t, endpoint.url, { tagUrns: [tag] });
  endpoint.state.respond = (response) => response.destroy();
  startWorker(t);
  await tagged(urn, tag!);
  const one = async () => (await deliveries(id)).deliveries[0];
  const pauses: number[] = [];
  for (let attempts = 1; attempts < 10; attempts += 1) {
    await waitFor(async () => (await one())?.attempts === attempts);
    const { attemptedAt, nextAttemptAt, error } = await one();
    t.equal(error, 'the connection was closed');
    if (nextAttemptAt === null) break;
    pauses.push(nextAttemptAt - attemptedAt);
    aheadMs += pauses.at(-1)!;
  }
  t.ok(
    pauses.every((pause, index) => index === 0 || pause > pauses[index - 1]!),
    String(pauses),
  );
  await waitFor(async () => !(await list()).webhooks[0].enabled || (await one()).attempts === 10);
  t.match((await list()).webhooks[0], { enabled: false, disabledReason: /three days/ });
  t.match((await audit(id)).at(-1), { type: 'DisableWebhookEvent' });
});

t.test('after an outage, one success makes everything due', async (t) => {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags('hook-outage');
  const [first, second] = [await catalog.dataset(), await catalog.dataset()];
  const { id } = await webhook(t, endpoint.url, { tagUrns: [tag] });
  endpoint.state.respond = (response) => response.writeHead(503).end();
  startWorker(t);
  await tagged(first, tag!);
  for (const attempts of [1, 2]) {
    await waitFor(async () => (await deliveries(id)).deliveries[0]?.attempts === attempts);
    if (attempts === 1) aheadMs += 6_000;
  }
  endpoint.state.respond = (response) => response.writeHead(204).end();
  await tagged(second, tag!);
  aheadMs += 6_000;
  await waitFor(async () =>
    (await deliveries(id)).deliveries.every(({ state }: { state: string }) => state === 'DELIVERED'),
  );
  t.strictSame(
    endpoint.received.map(({ body }) => body.includes(first)),
    [true, true, false, true],
    'the first message did not wait for five minutes',
  );
});

t.test('24 writers are not delayed by an endpoint that hangs, and nothing is lost', async (t) => {
  const [hanging, healthy] = [await receiver(t), await receiver(t)];
  const tags = await catalog.tags(...Array.from({ length: 24 }, (_, n) => `hook-w${n}`));
  const urns = await Promise.all(tags.map(() => catalog.dataset()));
  const late = await webhook(t, hanging.url, { tagUrns: tags });
  const prompt = await webhook(t, healthy.url, { tagUrns: tags });
  hanging.state.respond = () => undefined;
  const worker = startWorker(t);
  const write = async (n: number) => {
    for (const name of ['addTag', 'removeTag', 'addTag'] as const) await tagged(urns[n]!, tags[n]!, name);
  };
  await Promise.all(tags.map((_, n) => write(n)));
  // What is stopped before its answer is stored is sent again.
  const delivered = async () =>
    (
      await db.query(`SELECT FROM webhook_deliveries WHERE webhook_id = $1::text AND state = 'DELIVERED'`, [
        prompt.id,
      ])
    ).length;
  await waitFor(async () => (await delivered()) === 72 && hanging.received.length > 0);
  const started = performance.now();
  await worker.stop();
  t.ok(performance.now() - started < timeoutMs, 'a stop does not wait for the answer');
  hanging.state.respond = (response) => response.writeHead(204).end();
  hanging.received.length = 0;
  startWorker(t);
  await waitFor(() => new Set(hanging.received.map(({ id }) => id)).size === 72);
  for (const { received } of [hanging, healthy])
    for (const tag of tags)
      t.strictSame(
        received.filter(({ body }) => body.includes(`"${tag}"`)).map(({ event }) => event.data.operation),
        ['ADD', 'REMOVE', 'ADD'],
      );
  t.match(await deliveries(late.id), { total: 72 });
});

t.test('one process delivers; another one takes over when its lease has ended', async (t) => {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags('hook-lease');
  const urn = await catalog.dataset();
  const { id } = await webhook(t, endpoint.url, { tagUrns: [tag] });
  await db.query(`UPDATE webhooks SET runner = 'dead', lease_until = $2::bigint WHERE id = $1::text`, [
    id,
    clock() + 60_000,
  ]);
  if (db.kind === 'embedded') return t.end();
  startWorker(t);
  await tagged(urn, tag!);
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.equal(endpoint.received.length, 0);
  aheadMs += 61_000;
  await waitFor(() => endpoint.received.length === 1);
});

t.test('a secret that the key does not decrypt is an error of the attempt', async (t) => {
  const endpoint = await receiver(t);
  const { id } = await webhook(t, endpoint.url);
  await db.query(`UPDATE webhooks SET secret = $2::text WHERE id = $1::text`, [
    id,
    Buffer.alloc(80).toString('base64'),
  ]);
  t.match(await test(id), { error: { type: 'SERVER_ERROR', message: /another key.*SECRETS_KEY_FILE/ } });
  t.equal(endpoint.received.length, 0);
});

t.test('while nothing waits for a webhook, a look is one statement', async (t) => {
  const endpoint = await receiver(t);
  await webhook(t, endpoint.url);
  const statements: string[] = [];
  const query: Query = (sql, ...rest) => {
    statements.push(sql);
    return db.query(sql, ...rest);
  };
  // As a process does that is not the only one.
  startWorker(t, { ...db, query, countWrites: () => null });
  const [tag] = await catalog.tags('idle');
  await tagged(await catalog.dataset(), tag!);
  await waitFor(() => endpoint.received.length > 0);
  const isLook = (sql: string) => sql.includes('AS due');
  await waitFor(() => statements.length > 1 && statements.slice(-2).every(isLook));
  const from = statements.length;
  await waitFor(() => statements.length > from + 10);
  t.strictSame(
    statements.slice(from).filter((sql) => !isLook(sql)),
    [],
  );
});
