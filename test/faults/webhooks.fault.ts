import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { datasetUrn } from '../support/metadata.js';
import { type Received, receiver } from '../support/receiver.js';
import { waitFor } from '../support/wait-for.js';
import { guarantee } from './guarantee.js';
import { type Client, readData } from './support/client.js';
import { acknowledged, contradictions, type Ledger, load } from './support/ledger.js';
import { replicas } from './support/replicas.js';
import { type Service, temporaryFolder } from './support/service.js';
import { prepareTags, tagLedger, tagsOn } from './support/tag-ledger.js';
import { withoutServer } from './support/targets.js';

// docs/webhooks.md, "Delivery".

const datasets = Array.from({ length: 12 }, (_, index) => datasetUrn(`hook.${index}`));
/** The tags of the writers of each process. */
const tags = [0, 1].map((process) => ['a', 'b', 'c'].map((name) => `hook_${name}${process}`));
const oneTag = `urn:li:tag:${tags[0]![0]}`;

/** An endpoint that can be down, and its webhook for changes of tags. */
async function endpoint(t: Test, admin: Client, filter: object) {
  const { url, received, state } = await receiver(t);
  const accepted = new Set<string>();
  const one = { isDown: false, refused: 0 };
  state.respond = async (response, { id }) => {
    await sleep(randomInt(20));
    if (one.isDown) {
      one.refused += 1;
      response.destroy();
    } else {
      accepted.add(id);
      response.writeHead(204).end();
    }
  };
  const input = { name: 'w', url, categories: ['TAG'], ...filter };
  const { createWebhook } = readData(
    await admin.graphql(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }',
      { input },
    ),
  );
  return Object.assign(one, { received, accepted, secret: createWebhook.secret as string });
}
type Endpoint = Awaited<ReturnType<typeof endpoint>>;

/** A change, as a text. */
const describe = (operation: string, tag: string, column: string) => `${operation} ${tag} ${column}`;

/** Returns the changes of each dataset and its column in their order. */
async function readChanges(db: Database, tag: string | null): Promise<Map<string, string[]>> {
  const rows = await db.query<{ urn: string; operation: string; tag: string; column: string }>(
    `SELECT entity_urn AS urn, operation, modifier AS tag, field_path AS column FROM change_events
      WHERE category = 'TAG' AND entity_urn = ANY($1::text[]) AND ($2::text IS NULL OR modifier = $2) ORDER BY id`,
    [datasets, tag],
  );
  const of = (urn: string) => rows.filter((row) => row.urn === urn);
  return new Map(
    datasets.map((urn) => [urn, of(urn).map((row) => describe(row.operation, row.tag, row.column))]),
  );
}

const readDataset = ({ event: { data } }: Received): string => data.parameters.parentUrn ?? data.entityUrn;

/** Returns the accepted messages of each dataset, in the order of their first attempts. */
function readMessages({ received, accepted }: Endpoint): Map<string, Received[]> {
  const first = new Map(received.toReversed().map((one) => [one.id, one]));
  const all = received.filter((one) => first.get(one.id) === one && accepted.has(one.id));
  return new Map(datasets.map((urn) => [urn, all.filter((one) => readDataset(one) === urn)]));
}

const describeMessage = ({ event: { data } }: Received) =>
  describe(data.operation, data.modifier, data.parameters.fieldPath ?? '');

/** Returns attempts that came after an attempt of a later message about the same dataset. */
function outOfOrder({ received }: Endpoint): Received[] {
  const positions = new Map([...new Set(received.map(({ id }) => id))].map((id, index) => [id, index]));
  const last = new Map<string, number>();
  return received.filter((one) => {
    const [dataset, position] = [readDataset(one), positions.get(one.id)!];
    const isLate = position < (last.get(dataset) ?? -1);
    last.set(dataset, position);
    return isLate;
  });
}

/** Replays the messages about a dataset. @returns its tags and those of its column */
function replay(messages: readonly Received[]) {
  const seen = { dataset: new Set<string>(), column: new Set<string>() };
  for (const { event } of messages) {
    const { operation, modifier, parameters } = event.data;
    const on = parameters.fieldPath === undefined ? seen.dataset : seen.column;
    if (operation === 'ADD') on.add(modifier);
    else on.delete(modifier);
  }
  return { dataset: [...seen.dataset].sort(), column: [...seen.column].sort() };
}

/** Kills one of two processes. @returns how many webhooks the other one has taken over */
async function kill(db: Database, one: Service): Promise<number> {
  await one.kill();
  const before = await readRunners(db);
  // The minute after which the lease of a process ends. No other process than the one that lives can take it.
  await db.query('UPDATE webhooks SET lease_until = 0');
  await waitFor(async () => (await db.query('SELECT FROM webhooks WHERE lease_until = 0')).length === 0);
  const after = await readRunners(db);
  return [...after].filter(([id, runner]) => before.get(id) !== runner).length;
}

async function readRunners(db: Database): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; runner: string }>('SELECT id, runner FROM webhooks');
  return new Map(rows.map(({ id, runner }) => [id, runner]));
}

/** Whether every change has its number, its deliveries, and a success for each of them. */
async function isDelivered(db: Database): Promise<boolean> {
  const [waiting] = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM change_events WHERE seq IS NULL)
         OR EXISTS (SELECT FROM webhooks WHERE read_to < (SELECT last_seq FROM change_log))
         OR EXISTS (SELECT FROM webhook_deliveries WHERE state <> 'DELIVERED') AS exists`,
  );
  return !waiting!.exists;
}

t.test('webhooks of two processes of which each is killed', { skip: withoutServer }, async (t) => {
  const env = {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    SECRETS_KEY_FILE: join(temporaryFolder(t), 'secrets-key'),
  };
  const { services, db, admin } = await replicas(t, env, 2);
  const [first, second] = services as [Service, Service];
  await prepareTags(admin[0]!, datasets, tags.flat());
  const endpoints = [
    await endpoint(t, admin[0]!, {}),
    await endpoint(t, admin[1]!, { tagUrns: [oneTag], operations: ['ADD', 'REMOVE'] }),
  ] as const;
  const ledgers = tags.map((names) => paced(tagLedger(datasets, names)));
  const loads = admin.map((to, index) => load(t, [ledgers[index]!], to));

  await sleep(3_000);
  for (const one of endpoints) one.isDown = true;
  await waitFor(() => endpoints.some(({ refused }) => refused > 1));
  let takenOver = await kill(db, first);
  for (const one of endpoints) one.isDown = false;
  await first.start();
  await sleep(4_000);
  takenOver += await kill(db, second);
  await second.start();
  await sleep(4_000);
  await Promise.all(loads.map(({ end }) => end()));
  await waitFor(() => isDelivered(db));

  t.ok(takenOver >= endpoints.length, `${takenOver} webhooks were taken over`);
  t.same(await contradictions(ledgers, admin[0]!, true), [], 'no acknowledged write is lost');
  for (const [index, one] of endpoints.entries()) {
    const messages = readMessages(one);
    const texts = [...messages].map(([urn, all]) => [urn, all.map(describeMessage)] as const);
    const changes = await readChanges(db, index === 0 ? null : oneTag);
    t.strictSame(new Map(texts), changes, `each change is delivered, in the order of its entity (${index})`);
    t.strictSame(outOfOrder(one), [], `no attempt overtakes one of the same entity (${index})`);
    const forged = one.received.filter(({ body, headers }) => !isSigned(one.secret, body, headers));
    t.strictSame(forged, [], `every attempt is signed (${index})`);
  }
  for (const [urn, messages] of readMessages(endpoints[0])) {
    const { dataset, column } = await tagsOn(admin[1]!, urn);
    const now = { dataset: dataset.toSorted(), column: column.toSorted() };
    t.strictSame(replay(messages), now, `the messages about ${urn} lead to its tags`);
  }
  const count = (of: (one: Endpoint) => number) => endpoints.reduce((sum, one) => sum + of(one), 0);
  t.ok(count(({ accepted }) => accepted.size) > 200, 'there was something to deliver');
  guarantee(t, 'webhooks deliver every change in the order of its entity while processes are killed', {
    kills: 2,
    writes: acknowledged(loads.flatMap(({ attempts }) => attempts)),
    messages: count(({ accepted }) => accepted.size),
    'refused attempts': count(({ refused }) => refused),
    lost: 0,
  });
});

/** With a pause after each write, so that the deliveries of the load do not take longer than the load. */
const paced = (ledger: Ledger): Ledger => ({
  ...ledger,
  writers: ledger.writers.map((write) => async (to) => {
    await sleep(randomInt(100));
    return write(to);
  }),
});

function isSigned(secret: string, body: string, headers: Received['headers']): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
