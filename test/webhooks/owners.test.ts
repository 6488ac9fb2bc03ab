import { join } from 'node:path';
import t, { type Test } from 'tap';
import { dayMs } from '../../src/core/clock.js';
import { ingestUrl, proposal } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { readWarnings } from '../support/held-tokens.js';
import { call, tagCatalog } from '../support/metadata.js';
import {
  addGroupMembers,
  createGroup,
  field,
  removeGroupMembers,
  updateUserStatus,
} from '../support/people.js';
import { receiver } from '../support/receiver.js';
import { savePolicy } from '../support/save-policy.js';
import { waitFor } from '../support/wait-for.js';
import { startDelivery } from '../support/webhook-worker.js';

// docs/webhooks.md, "Owner".

const start = Date.now();
let aheadMs = 0;
const clock = () => start + aheadMs;
const catalog = await tagCatalog(t, {
  env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: join(t.testdir(), 'keys', 'secrets-key') },
  clock,
});
const { db, editor, services } = catalog;
const manager = await catalog.user('manager', ['MANAGE_WEBHOOKS']);
const chief = await catalog.user('chief', ['MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES']);
let made = 0;
const newOwner = () => catalog.user(`owner${++made}`, ['MANAGE_WEBHOOKS']);

/** Delivers as another process than the one that answers requests. Returns the lines that its log gets. */
function startWorker(t: Test, everyMs = 20): string[] {
  const notices: string[] = [];
  startDelivery(t, catalog, { clock, everyMs, onNotice: (text) => notices.push(text) });
  return notices;
}

/** A webhook for the changes of one tag, and a function that makes such a change. */
async function ownedWebhook(t: Test, owner: Caller) {
  const endpoint = await receiver(t);
  const [tag] = await catalog.tags(`owned-${++made}`);
  const urn = await catalog.dataset();
  const { value } = await field(
    owner,
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }',
    { input: { name: `w${made}`, url: endpoint.url, tagUrns: [tag] } },
  );
  const { id } = value as { id: string };
  t.teardown(() => field(manager, 'mutation ($id: String!) { deleteWebhook(id: $id) }', { id }));
  let isOn = false;
  async function change(): Promise<void> {
    await call(editor, isOn ? 'removeTag' : 'addTag', { input: { tagUrn: tag, resourceUrn: urn } });
    isOn = !isOn;
  }
  const received = (count: number) => waitFor(() => endpoint.received.length === count);
  const operations = () => endpoint.received.map(({ event }) => event.data.operation);
  return { id, endpoint, change, received, operations };
}

async function read(id: string) {
  const { value } = await field(
    manager,
    `{ listWebhooks { webhooks { id enabled state disabledReason pausedReason failingSince
         createdBy { urn } owner { urn } } } }`,
  );
  return value.webhooks.find((one: { id: string }) => one.id === id);
}
const use = (name: string, variables: object, caller = manager) => {
  const more = name === 'replayWebhook' ? ', sinceMillis: 0' : '';
  return field(
    caller,
    `mutation ($id: String!) { ${name}(id: $id${more})${name === 'testWebhook' ? ' { id }' : ''} }`,
    variables,
  );
};
const takeOver = (id: string, caller = manager) => use('takeOverWebhook', { id }, caller);
const events = async (id: string): Promise<string[]> => {
  const rows = await db.query<{ type: string }>(
    `SELECT type FROM audit_events WHERE subject = 'urn:li:dataHubWebhook:' || $1::text ORDER BY id`,
    [id],
  );
  return rows.map(({ type }) => type);
};
/** Waits until a turn of the delivery has found that the owner may not send. */
const found = (id: string, type = 'PauseWebhookEvent') =>
  waitFor(async () => (await events(id)).at(-1) === type);

t.test('a suspension pauses a webhook, and an activation makes it go on from its place', async (t) => {
  const owner = await newOwner();
  const { id, change, received, operations } = await ownedWebhook(t, owner);
  const notices = startWorker(t);
  await change();
  await received(1);
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  t.match(
    await read(id),
    {
      ...{ enabled: false, state: 'PAUSED', disabledReason: null, owner: { urn: owner.urn } },
      pausedReason: `its owner ${owner.urn} is suspended`,
    },
    'at once, before any turn',
  );
  await change();
  await change();
  await found(id);
  t.equal(await services.measured.figures().then(({ webhookLag }) => webhookLag), 0);
  await updateUserStatus(chief, owner.urn, 'ACTIVE');
  t.match(await read(id), { enabled: true, state: 'ENABLED', pausedReason: null });
  await received(3);
  t.strictSame(operations(), ['ADD', 'REMOVE', 'ADD']);
  t.strictSame(await events(id), ['CreateWebhookEvent', 'PauseWebhookEvent', 'ResumeWebhookEvent']);
  t.match(notices, [/^the webhook "w\d+" is paused, because its owner .* is suspended$/, /no longer paused/]);
});

t.test('the aspect status pauses a webhook too', async (t) => {
  const owner = await newOwner();
  const { id, change, received } = await ownedWebhook(t, owner);
  startWorker(t);
  const writer = await catalog.user(`writer${++made}`, ['EDIT_ENTITY', 'MANAGE_USERS_AND_GROUPS']);
  const remove = (removed: boolean) =>
    writer.post(ingestUrl, { proposal: proposal(owner.urn, 'status', { removed }) });
  t.match(readWarnings(await remove(true)), /Paused while the user is suspended: 1 webhook of /);
  await change();
  await found(id);
  t.match(
    readWarnings(await remove(false)),
    /No longer paused, if the user has Manage Webhooks: 1 webhook of /,
  );
  await received(1);
});

t.test('a new user with the URN of a removed owner is not the owner; a manager takes over', async (t) => {
  const owner = await newOwner();
  const { id, change, endpoint, received, operations } = await ownedWebhook(t, owner);
  const notices = startWorker(t);
  await change();
  await received(1);
  const removal = await chief.graphql('mutation ($urn: String!) { removeUser(urn: $urn) }', {
    urn: owner.urn,
  });
  t.match(readWarnings(removal), `Paused until a manager takes them over: 1 webhook of ${owner.urn}`);
  await change();
  const again = await catalog.user(owner.urn.split(':').at(-1)!, ['MANAGE_WEBHOOKS']);
  t.equal(again.urn, owner.urn);
  const paused = { state: 'PAUSED', pausedReason: 'its owner was removed', owner: null };
  t.match(await read(id), { ...paused, createdBy: { urn: owner.urn } });
  await found(id);
  t.match(notices, [/its owner was removed$/]);
  await change();
  t.equal(endpoint.received.length, 1);

  const taken = await manager.graphql('mutation ($id: String!) { takeOverWebhook(id: $id) }', { id });
  t.equal(taken.body.data.takeOverWebhook, true);
  t.match(readWarnings(taken), /still knows the secret/);
  await received(3);
  t.strictSame(operations(), ['ADD', 'REMOVE', 'ADD']);
  t.match(await read(id), {
    ...{ state: 'ENABLED', createdBy: { urn: owner.urn }, owner: { urn: manager.urn } },
  });
  t.strictSame(await events(id), ['CreateWebhookEvent', 'PauseWebhookEvent', 'TakeOverWebhookEvent']);
  t.match(await takeOver(id), { value: true }, 'again');
  t.equal((await events(id)).length, 3, 'which changes nothing');
});

t.test('the owner needs Manage Webhooks under the current policies', async (t) => {
  const { value: group } = await createGroup(chief, { name: `hooks${++made}` });
  await savePolicy(db, {
    ...{ id: 'hooks-of-group', name: 'hooks', type: 'PLATFORM', state: 'ACTIVE' },
    ...{ privileges: ['MANAGE_WEBHOOKS'], actors: { allUsers: false, users: [], groups: [group] } },
    resources: { type: null, urns: [] },
  });
  const member = await catalog.user(`member${++made}`);
  const members = { groupUrn: group, userUrns: [member.urn] };
  await addGroupMembers(chief, members);
  const { id, change, received } = await ownedWebhook(t, member);
  startWorker(t);
  await change();
  await received(1);
  for (const [lose, regain] of [
    [() => removeGroupMembers(chief, members), () => addGroupMembers(chief, members)],
    [
      () => db.query(`UPDATE policies SET state = 'INACTIVE' WHERE id = 'hooks-of-group'`),
      () => db.query(`UPDATE policies SET state = 'ACTIVE' WHERE id = 'hooks-of-group'`),
    ],
  ] as const) {
    const before = (await events(id)).length;
    await lose();
    await change();
    t.match(await read(id), {
      ...{ state: 'PAUSED', pausedReason: `its owner ${member.urn} lacks Manage Webhooks` },
    });
    await found(id);
    await regain();
    await found(id, 'ResumeWebhookEvent');
    t.equal((await events(id)).length, before + 2);
  }
  await received(3);
});

t.test('nothing is sent for a paused webhook: tests and replays are refused', async (t) => {
  const owner = await newOwner();
  const { id, endpoint } = await ownedWebhook(t, owner);
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  const refused = {
    error: { type: 'CONFLICT', message: /is paused, because its owner .* take it over first/ },
  };
  for (const name of ['testWebhook', 'replayWebhook']) t.match(await use(name, { id }), refused, name);
  t.equal(endpoint.received.length, 0);
  t.match(await takeOver(id, editor), {
    error: { type: 'UNAUTHORIZED', missingPrivileges: ['MANAGE_WEBHOOKS'] },
  });
  t.match(await takeOver('missing'), { error: { type: 'NOT_FOUND', message: /"missing"/ } });
  t.match(await read(id), { state: 'PAUSED', owner: { urn: owner.urn } }, 'refusals change nothing');
  await takeOver(id);
  t.match(await use('testWebhook', { id }), { value: { id: /^msg_/ } });
  t.equal(endpoint.received.length, 1);
});

t.test('in the middle of a turn, no further round is sent', async (t) => {
  const owner = await newOwner();
  const { id, change, endpoint } = await ownedWebhook(t, owner);
  const control = await ownedWebhook(t, manager);
  for (let count = 0; count < 6; count += 1) await Promise.all([change(), control.change()]);
  let isSuspended: Promise<unknown> | undefined;
  endpoint.state.respond = async (response) => {
    isSuspended ??= updateUserStatus(chief, owner.urn, 'SUSPENDED');
    await isSuspended;
    response.writeHead(204).end();
  };
  // The control begins when the first round has ended, and has one round for each of its messages.
  control.endpoint.state.respond = async (response) => {
    await waitFor(() => isSuspended !== undefined);
    await isSuspended;
    response.writeHead(204).end();
  };
  // Within one turn, nothing but the check before each round ends the delivery.
  startWorker(t, 600_000);
  await control.received(6);
  t.equal(endpoint.received.length, 1, 'the round that had begun');
  t.match(await read(id), { state: 'PAUSED' });
});

t.test('attempts under way are cut off, and made again after an activation', async (t) => {
  const owner = await newOwner();
  const { id, change, endpoint, received } = await ownedWebhook(t, owner);
  let isClosed = false;
  endpoint.state.respond = (response) => {
    response.on('close', () => {
      isClosed = true;
    });
  };
  startWorker(t);
  await change();
  await received(1);
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  await waitFor(() => isClosed);
  await found(id);
  endpoint.state.respond = (response) => response.writeHead(204).end();
  await updateUserStatus(chief, owner.urn, 'ACTIVE');
  await received(2);
  t.equal(endpoint.received[0]!.id, endpoint.received[1]!.id);
});

t.test('the time of a pause is no outage', async (t) => {
  const owner = await newOwner();
  const { id, change, endpoint, received } = await ownedWebhook(t, owner);
  endpoint.state.respond = (response) => response.writeHead(500).end();
  startWorker(t);
  await change();
  await received(1);
  await waitFor(async () => (await read(id)).failingSince !== null);
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  await found(id);
  aheadMs += 4 * dayMs;
  await updateUserStatus(chief, owner.urn, 'ACTIVE');
  await received(2);
  await waitFor(async () => (await read(id)).failingSince !== null);
  t.match(await read(id), { state: 'ENABLED', failingSince: clock() });
});

t.test('a disabled webhook stays disabled when it is taken over', async (t) => {
  const owner = await newOwner();
  const { id } = await ownedWebhook(t, owner);
  await db.query(`UPDATE webhooks SET disabled_reason = 'gone' WHERE id = $1::text`, [id]);
  await updateUserStatus(chief, owner.urn, 'SUSPENDED');
  t.match(await read(id), { state: 'DISABLED', disabledReason: 'gone', pausedReason: /suspended/ });
  await takeOver(id);
  t.match(await read(id), { state: 'DISABLED', disabledReason: 'gone', pausedReason: null });
});

t.test('a suspension and a removal say how many webhooks they pause', async (t) => {
  const owner = await newOwner();
  for (let count = 0; count < 2; count += 1) await ownedWebhook(t, owner);
  const warnings = async (document: string) =>
    readWarnings(await chief.graphql(document, { urn: owner.urn }));
  const status = (name: string) =>
    `mutation ($urn: String!) { updateUserStatus(urn: $urn, status: ${name}) }`;
  const whose = `: 2 webhooks of ${owner.urn}`;
  t.match(await warnings(status('SUSPENDED')), `Paused while the user is suspended${whose}`);
  t.match(await warnings(status('ACTIVE')), `No longer paused, if the user has Manage Webhooks${whose}`);
  t.match(
    await warnings('mutation ($urn: String!) { removeUser(urn: $urn) }'),
    `Paused until a manager takes them over${whose}`,
  );
  t.match(await warnings(status('ACTIVE')), /^$/, 'of a user who does not exist');
});
