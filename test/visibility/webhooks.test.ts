import { join } from 'node:path';
import t from 'tap';
import { actorReads, rightsReads } from '../../src/policies/policies.js';
import { createVisibility, type FindLimit } from '../../src/visibility/visibility.js';
import { webhookServices } from '../../src/webhooks/webhooks.js';
import type { Caller } from '../support/catalog.js';
import { call, tagCatalog } from '../support/metadata.js';
import { field } from '../support/people.js';
import { receiver } from '../support/receiver.js';
import { waitFor } from '../support/wait-for.js';
import { startWaiting } from '../support/waiting.js';

// docs/wire-contract.md, "Visibility".

let hidden = '';
const findLimit: FindLimit = ({ urn }) =>
  urn === 'urn:li:corpuser:limited' ? (entity, bind) => `${entity} <> ${bind(hidden)}::text` : null;

const catalog = await tagCatalog(t, {
  env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: join(t.testdir(), 'keys', 'secrets-key') },
  findLimit,
});
const { db, config, editor } = catalog;
const owners = [
  await catalog.user('full', ['MANAGE_WEBHOOKS']),
  await catalog.user('limited', ['MANAGE_WEBHOOKS']),
] as const;

const webhookOf = async (owner: Caller) => {
  const endpoint = await receiver(t);
  const { value } = await field(
    owner,
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }',
    { input: { name: owner.urn, url: endpoint.url, categories: ['TAG'] } },
  );
  return { id: (value as { id: string }).id, endpoint };
};

t.test('a webhook sends what its owner may see, also of messages of a former owner', async (t) => {
  const [tag] = await catalog.tags('sent');
  const shown = await catalog.dataset();
  hidden = await catalog.dataset();
  const [full, limited] = [await webhookOf(owners[0]), await webhookOf(owners[1])];
  const { waiting } = webhookServices(
    {
      ...{ db, config, clock: Date.now, visibility: createVisibility(db, findLimit) },
      onBackgroundError: (error) => t.fail(String(error)),
      onNotice: () => {},
    },
    { readActor: actorReads(rightsReads(db)) },
  );
  startWaiting(t, db, waiting);
  // The one that both see comes last, so that what was left out is known when it arrives.
  for (const resourceUrn of [hidden, shown])
    await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn } });
  await waitFor(() => full.endpoint.received.length === 2 && limited.endpoint.received.length > 0);
  const urns = ({ endpoint }: typeof full) => endpoint.received.map(({ event }) => event.data.entityUrn);
  t.strictSame([urns(full).sort(), urns(limited)], [[hidden, shown].sort(), [shown]]);

  const text = `query ($id: String!) { webhookDeliveries(id: $id) { total deliveries { entityUrn } } }`;
  const read = async (by: Caller) => (await field(by, text, { id: full.id })).value;
  t.equal((await read(owners[0])).total, 2);
  t.strictSame(await read(owners[1]), { total: 1, deliveries: [{ entityUrn: shown }] });

  // Another owner can send the messages to another address.
  const elsewhere = await receiver(t);
  const { id } = full;
  await field(owners[1], 'mutation ($id: String!) { takeOverWebhook(id: $id) }', { id });
  await field(owners[1], 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) }', {
    input: { id, url: elsewhere.url },
  });
  const [former] = await db.query<{ id: string }>(
    'SELECT id FROM webhook_deliveries WHERE webhook_id = $1::text AND entity_urn = $2::text',
    [id, hidden],
  );
  const replay = `mutation ($id: String!, $deliveryId: String, $sinceMillis: Long) {
    replayWebhook(id: $id, deliveryId: $deliveryId, sinceMillis: $sinceMillis) }`;
  t.match(await field(owners[1], replay, { id, deliveryId: former!.id }), { value: true });
  t.match(await field(owners[1], replay, { id, sinceMillis: 0 }), { value: true });
  await waitFor(() => elsewhere.received.length > 0);
  await waitFor(
    async () =>
      (
        await db.query(`SELECT FROM webhook_deliveries WHERE webhook_id = $1::text AND state = 'PENDING'`, [
          id,
        ])
      ).length === 0,
  );
  t.strictSame([...new Set(elsewhere.received.map(({ event }) => event.data.entityUrn))], [shown]);
});
