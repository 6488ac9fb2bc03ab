import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { dayMs } from '../../src/core/clock.js';
import { deliveryStore } from '../../src/webhooks/delivery-store.js';
import type { Caller } from '../support/catalog.js';
import { readWarnings } from '../support/held-tokens.js';
import { call, tagCatalog } from '../support/metadata.js';
import { field, updateUserStatus } from '../support/people.js';
import { type Received, receiver } from '../support/receiver.js';
import { waitFor } from '../support/wait-for.js';
import { startDelivery } from '../support/webhook-worker.js';

// docs/webhooks.md, "Change one".

const start = Date.now();
let aheadMs = 0;
const clock = () => start + aheadMs;
const catalog = await tagCatalog(t, {
  env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: join(t.testdir(), 'keys', 'secrets-key') },
  clock,
});
const { db, editor, services } = catalog;
const owner = await catalog.user('owner', ['MANAGE_WEBHOOKS']);
const manager = await catalog.user('manager', ['MANAGE_WEBHOOKS']);
const chief = await catalog.user('chief', ['MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES']);
let made = 0;

/** A webhook of the owner for the changes of one tag, and a function that makes such a change. */
async function ownedWebhook(t: Test, filter: object = {}) {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags(`changed-${++made}`);
  const urn = await catalog.dataset();
  const { value } = await field(
    owner,
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }',
    { input: { name: `w${made}`, url: endpoint.url, tagUrns: [tag], ...filter } },
  );
  const { id, secret } = value as { id: string; secret: string };
  t.teardown(() => use('deleteWebhook', id));
  let isOn = false;
  async function change(): Promise<void> {
    await call(editor, isOn ? 'removeTag' : 'addTag', { input: { tagUrn: tag, resourceUrn: urn } });
    isOn = !isOn;
  }
  const received = (count: number) => waitFor(() => endpoint.received.length === count);
  return { id, secret, endpoint, change, received, tag: tag!, urn };
}

const update = (input: object, caller: Caller = owner) =>
  field(caller, 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) }', { input });
const use = (name: string, id: string, caller: Caller = owner, rest = '') =>
  field(caller, `mutation ($id: String!) { ${name}(id: $id${rest}) }`, { id });
const rotate = (id: string, caller: Caller = owner) =>
  field(
    caller,
    'mutation ($id: String!) { rotateWebhookSecret(id: $id) { id secret previousSecretUntil } }',
    { id },
  );
const test = (id: string) =>
  field(owner, 'mutation ($id: String!) { testWebhook(id: $id) { state } }', { id });
async function read(id: string) {
  const { value } = await field(
    manager,
    `{ listWebhooks { webhooks { id name url categories operations tagUrns state pausedReason pausedBy { urn }
         failures failingSince lastDeliveredAt previousSecretUntil owner { urn } } } }`,
  );
  return value.webhooks.find((one: { id: string }) => one.id === id);
}
const audit = (id: string) =>
  db.query<{ type: string; actorUrn: string; detail: object }>(
    `SELECT type, actor_urn AS "actorUrn", detail FROM audit_events
      WHERE subject = 'urn:li:dataHubWebhook:' || $1::text AND type <> 'CreateWebhookEvent' ORDER BY id`,
    [id],
  );
const types = async (id: string) => (await audit(id)).map(({ type }) => type);
const conflict = (message: RegExp) => ({ error: { type: 'CONFLICT', message } });

t.test('the name, the URL and the filter are changed, and the audit has the old values', async (t) => {
  const { id, endpoint, change, tag } = await ownedWebhook(t);
  const other = await receiver(t);
  t.match(await update({ id, name: 'renamed' }), { value: true });
  t.match(await update({ id, url: `${other.url}?token=abc`, operations: ['REMOVE'] }), { value: true });
  t.match(await read(id), {
    ...{ name: 'renamed', url: `${other.url}?token=abc`, operations: ['REMOVE'] },
    ...{ tagUrns: [tag], categories: [] },
  });
  startDelivery(t, catalog, { clock });
  await change();
  await change();
  await waitFor(() => other.received.length === 1);
  t.equal(other.received[0]!.event.data.operation, 'REMOVE');
  t.equal(endpoint.received.length, 0);
  await update({ id, operations: [], tagUrns: null });
  t.match(
    await read(id),
    { operations: [], tagUrns: [tag] },
    'null changes nothing, an empty list matches all',
  );
  await update({ id, name: 'renamed' });
  const events = await audit(id);
  const host = `127.0.0.1:${endpoint.port}`;
  const newHost = `127.0.0.1:${other.port}`;
  t.strictSame(events, [
    {
      ...{ type: 'UpdateWebhookEvent', actorUrn: owner.urn },
      detail: { name: 'renamed', host, nameBefore: `w${made}` },
    },
    {
      ...{ type: 'UpdateWebhookEvent', actorUrn: owner.urn },
      detail: {
        ...{ name: 'renamed', host: newHost, urlChanged: true, hostBefore: host },
        ...{ operations: ['REMOVE'], operationsBefore: [] },
      },
    },
    {
      ...{ type: 'UpdateWebhookEvent', actorUrn: owner.urn },
      detail: { name: 'renamed', host: newHost, operations: [], operationsBefore: ['REMOVE'] },
    },
  ]);
  t.notMatch(JSON.stringify(events), /abc/);
});

t.test('a change that cannot be made is refused, and changes nothing', async (t) => {
  const { id } = await ownedWebhook(t);
  const before = await read(id);
  for (const [input, message] of [
    [{}, /nothing to change; expected name, url, categories/],
    [{ name: ' ' }, /name is " "/],
    [{ url: 'https://10.0.0.1/x' }, /10\.0\.0\.1/],
    [{ url: 'https://user:secret@a.example' }, /user name/],
    [{ name: 'x', categories: ['TAGS'] }, /"TAGS"/],
    [{ tagUrns: Array.from({ length: 101 }, (_, n) => `urn:li:tag:${n}`) }, /101 values/],
  ] as const)
    t.match(await update({ id, ...input }), { error: { type: 'BAD_REQUEST', message } });
  for (const name of ['pauseWebhook', 'resumeWebhook'])
    t.match(await use(name, 'missing'), { error: { type: 'NOT_FOUND', message: /"missing"/ } });
  t.match(await update({ id: 'missing', name: 'x' }), { error: { type: 'NOT_FOUND' } });
  t.match(await rotate('missing'), { error: { type: 'NOT_FOUND' } });
  for (const refused of [
    await update({ id, name: 'x' }, editor),
    await use('pauseWebhook', id, editor),
    await use('resumeWebhook', id, editor),
    await rotate(id, editor),
  ])
    t.match(refused, { error: { type: 'UNAUTHORIZED', missingPrivileges: ['MANAGE_WEBHOOKS'] } });
  t.strictSame(await read(id), before);
  t.strictSame(await types(id), []);
});

t.test('only the owner chooses what is sent and where: with the rights of the owner', async (t) => {
  const { id, endpoint, change } = await ownedWebhook(t);
  const other = await receiver(t);
  const refused = conflict(/on behalf of urn:li:corpuser:owner; only its owner.*take it over first/);
  for (const input of [{ url: other.url }, { tagUrns: [] }, { name: 'mine', categories: ['TAG', 'OWNER'] }])
    t.match(await update({ id, ...input }, manager), refused, JSON.stringify(input));
  startDelivery(t, catalog, { clock });
  await change();
  await waitFor(() => endpoint.received.length === 1);
  t.equal(other.received.length, 0);
  t.match(
    await update({ id, name: 'renamed', url: endpoint.url }, manager),
    { value: true },
    'the name alone',
  );
  t.match(await use('takeOverWebhook', id, manager), { value: true });
  t.match(await update({ id, url: other.url }, manager), { value: true });
  t.match(await update({ id, url: endpoint.url }), conflict(/on behalf of urn:li:corpuser:manager/));
  await db.query('UPDATE webhooks SET owner_urn = NULL WHERE id = $1::text', [id]);
  t.match(await update({ id, url: endpoint.url }), conflict(/on behalf of a user who was removed/));
});

t.test('at the same time as a take-over, an owner who is no longer one changes nothing', async (t) => {
  const { id, endpoint } = await ownedWebhook(t);
  for (let round = 0; round < 5; round += 1) {
    const [taker, former] = round % 2 === 0 ? [manager, owner] : [owner, manager];
    const [taken, changed] = await Promise.all([
      use('takeOverWebhook', id, taker),
      update({ id, url: `${endpoint.url}/${round}` }, former),
    ]);
    t.match(taken, { value: true });
    const rows = await audit(id);
    const order = rows.slice(-2).map(({ type }) => type);
    if (changed.error) t.equal(order.at(-1), 'TakeOverWebhookEvent');
    else t.strictSame(order, ['UpdateWebhookEvent', 'TakeOverWebhookEvent']);
  }
});

t.test('a pause by hand keeps the place, and a resumption delivers what has changed', async (t) => {
  const { id, endpoint, change, received } = await ownedWebhook(t);
  const notices: string[] = [];
  startDelivery(t, catalog, { clock, onNotice: (text) => notices.push(text) });
  await change();
  await received(1);
  await waitFor(async () => (await read(id)).lastDeliveredAt === clock());
  t.match(await use('pauseWebhook', id, manager), { value: true });
  t.match(await use('pauseWebhook', id), { value: true }, 'again');
  t.match(await read(id), {
    ...{ state: 'PAUSED', pausedBy: { urn: manager.urn } },
    pausedReason: `${manager.urn} paused it`,
  });
  await change();
  await change();
  t.equal(await services.measured.figures().then(({ webhookLag }) => webhookLag), 0);
  t.match(await use('replayWebhook', id, owner, ', sinceMillis: 0'), conflict(/resume it first/));
  t.match(await test(id), { value: { state: 'DELIVERED' } }, 'a test is sent all the same');
  const control = await ownedWebhook(t);
  await control.change();
  await control.received(1);
  t.equal(endpoint.received.length, 2, 'nothing else, while another webhook sends');
  t.match(await use('resumeWebhook', id), { value: true });
  t.match(await use('resumeWebhook', id), { value: true }, 'again');
  await received(4);
  t.strictSame(
    endpoint.received.map(({ event }) => event.data.operation ?? event.type),
    ['ADD', 'webhook.test', 'REMOVE', 'ADD'],
  );
  t.match(await read(id), { state: 'ENABLED', pausedReason: null, pausedBy: null });
  t.match(await audit(id), [
    { type: 'PauseWebhookEvent', actorUrn: manager.urn },
    { type: 'ResumeWebhookEvent', actorUrn: owner.urn },
  ]);
  t.strictSame(notices, [], 'the log has no line about a pause by hand');
});

t.test('a pause by hand cuts off attempts under way, which are made again', async (t) => {
  const { id, endpoint, change, received } = await ownedWebhook(t);
  let isClosed = false;
  endpoint.state.respond = (response) => {
    response.on('close', () => {
      isClosed = true;
    });
  };
  startDelivery(t, catalog, { clock });
  await change();
  await received(1);
  await use('pauseWebhook', id);
  await waitFor(() => isClosed);
  endpoint.state.respond = (response) => response.writeHead(204).end();
  await use('resumeWebhook', id);
  await received(2);
  t.equal(endpoint.received[0]!.id, endpoint.received[1]!.id);
});

t.test('a pause by hand and a lost right are apart', async (t) => {
  const { id, change, received, endpoint } = await ownedWebhook(t);
  startDelivery(t, catalog, { clock });
  const resume = async () =>
    readWarnings(await manager.graphql('mutation ($id: String!) { resumeWebhook(id: $id) }', { id }));
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  await waitFor(async () => (await types(id)).length === 1);
  t.match(await resume(), /stays paused, because its owner .* is suspended/, 'only the owner is a reason');
  await use('pauseWebhook', id, manager);
  await updateUserStatus(chief, owner.urn, 'ACTIVE');
  const control = await ownedWebhook(t);
  await change();
  await control.change();
  await control.received(1);
  t.match(await read(id), { state: 'PAUSED', pausedBy: { urn: manager.urn } });
  await use('takeOverWebhook', id, manager);
  await change();
  await control.change();
  await control.received(2);
  t.match(await read(id), { state: 'PAUSED', owner: { urn: manager.urn } }, 'a take-over does not resume it');
  t.equal(endpoint.received.length, 0);
  t.match(await resume(), '');
  await received(2);
  t.strictSame(await types(id), [
    ...['PauseWebhookEvent', 'PauseWebhookEvent', 'TakeOverWebhookEvent', 'ResumeWebhookEvent'],
  ]);
});

t.test('a webhook whose owner lost the right in the meantime is paused for that', async (t) => {
  const { id, change, received } = await ownedWebhook(t);
  startDelivery(t, catalog, { clock });
  await use('pauseWebhook', id);
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  await change();
  await use('resumeWebhook', id, manager);
  t.match(await read(id), { state: 'PAUSED', pausedBy: null, pausedReason: /is suspended/ });
  await waitFor(async () => (await types(id)).length === 3);
  t.strictSame(await types(id), ['PauseWebhookEvent', 'ResumeWebhookEvent', 'PauseWebhookEvent']);
  await updateUserStatus(chief, owner.urn, 'ACTIVE');
  await received(1);
});

/** Whether a library of the standard accepts a message with a secret. */
function isVerified(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

t.test('for a day after a rotation, messages are signed with both secrets', async (t) => {
  const { id, secret: first, endpoint, change, received } = await ownedWebhook(t);
  startDelivery(t, catalog, { clock });
  const { value } = await rotate(id, manager);
  const { secret: second, previousSecretUntil } = value;
  t.match(second, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.equal(previousSecretUntil, clock() + dayMs);
  t.match(await read(id), { previousSecretUntil });
  await change();
  await received(1);
  await test(id);
  const verified = (secret: string, index: number) => isVerified(secret, endpoint.received[index]!);
  for (const index of [0, 1])
    for (const secret of [first, second]) t.equal(verified(secret, index), true, `${index}`);
  t.match(endpoint.received[0]!.headers['webhook-signature'], /^v1,\S+ v1,\S+$/);
  // The library refuses times that are far from its own, so the end of the day is that of the row.
  await db.query('UPDATE webhooks SET previous_secret_until = $2::bigint WHERE id = $1::text', [id, clock()]);
  await change();
  await received(3);
  t.equal(verified(first, 2), false);
  t.equal(verified(second, 2), true);
  t.match(await read(id), { previousSecretUntil: null });

  const { value: third } = await rotate(id);
  const { value: fourth } = await rotate(id);
  await change();
  await received(4);
  t.strictSame(
    [first, second, third.secret, fourth.secret].map((secret) => verified(secret, 3)),
    [false, false, true, true],
    'a second rotation ends the first secret',
  );
  t.strictSame(await types(id), Array(3).fill('RotateWebhookSecretEvent'));
  const stored = JSON.stringify([await db.query('SELECT * FROM webhooks'), await audit(id)]);
  for (const secret of [second, third.secret, fourth.secret])
    t.notMatch(stored, secret.slice('whsec_'.length, -2));
});

t.test('a secret that has ended is deleted', async (t) => {
  const { id } = await ownedWebhook(t);
  const stored = async () =>
    (
      await db.query<{ has: boolean }>(
        'SELECT previous_secret IS NOT NULL AS has FROM webhooks WHERE id = $1::text',
        [id],
      )
    )[0]!.has;
  await rotate(id);
  const store = deliveryStore(db, 'x');
  await store.dropSecrets(clock() + dayMs - 1);
  t.equal(await stored(), true);
  await store.dropSecrets(clock() + dayMs);
  t.equal(await stored(), false);
});

t.test('a secret that the key does not decrypt is not rotated', async (t) => {
  const { id } = await ownedWebhook(t);
  await db.query('UPDATE webhooks SET secret = $2::text WHERE id = $1::text', [
    id,
    Buffer.alloc(80).toString('base64'),
  ]);
  t.match(await rotate(id), { error: { type: 'SERVER_ERROR', message: /another key.*SECRETS_KEY_FILE/ } });
  t.strictSame(await types(id), []);
});

t.test('what an earlier address has answered does not count for the new one', async (t) => {
  const { id, endpoint, change, received } = await ownedWebhook(t);
  const other = await receiver(t);
  endpoint.state.respond = (response) => response.writeHead(500).end();
  startDelivery(t, catalog, { clock });
  await change();
  await received(1);
  await waitFor(async () => (await read(id)).failures === 1);
  endpoint.state.respond = async (response) => {
    await update({ id, url: other.url });
    response.writeHead(410).end();
  };
  aheadMs += 6_000;
  await received(2);
  await waitFor(() => other.received.length === 1);
  t.equal(other.received[0]!.id, endpoint.received[0]!.id, 'the message that waited');
  await waitFor(async () => (await read(id)).lastDeliveredAt === clock());
  t.match(await read(id), { state: 'ENABLED', failures: 0, failingSince: null });
});
