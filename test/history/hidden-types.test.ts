import { join } from 'node:path';
import t from 'tap';
import { hiddenEntityTypes } from '../../src/datahub/hidden-types.js';
import { secretAspects } from '../../src/datahub/secret-aspects.js';
import { add, deletion, ingestUrl, patchProposal, proposal } from '../support/aspects.js';
import { call, tagCatalog } from '../support/metadata.js';
import { receiver } from '../support/receiver.js';
import { waitFor } from '../support/wait-for.js';
import { startDelivery } from '../support/webhook-worker.js';

// Searches do not find entities of these types, so the history, events and webhooks do not tell about them either.

const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: join(t.testdir(), 'secrets-key') };
const catalog = await tagCatalog(t, { env });
const { db, editor } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_SECRETS', 'MANAGE_WEBHOOKS']);
const reader = await catalog.user('reader', ['GET_PLATFORM_EVENTS']);

const entities = hiddenEntityTypes.filter((type) => !/Policy|Token$/.test(type));
const urns = entities.map((type) => `urn:li:${type}:x`);
const secret = 'urn:li:dataHubSecret:x';
const changes = async (input: object) =>
  (
    await catalog.read(
      'query ($input: ChangesInput!) { changes(input: $input) { total changes { id entity { urn } } } }',
      { input },
    )
  ).changes;
const poll = async (query: object) =>
  (
    await reader.get(
      `/openapi/v1/events/poll?${new URLSearchParams({ topic: 'PlatformEvent_v1', ...query } as Record<string, string>)}`,
    )
  ).body;

/** A change of a secret, of whichever entity, that a version before this one has recorded. */
const recordEarlier = (description: string, urn = secret) =>
  db.query(
    `INSERT INTO change_events (time, entity_urn, field_path, aspect, category, operation, before, after, actor_urn)
     VALUES ($1::bigint, $2::text, '', 'dataHubSecretValue', 'DOCUMENTATION', 'MODIFY', $3::text, 'new', 'urn:li:corpuser:a')`,
    [Date.now(), urn, description],
  );

t.test('changes of these entities are not recorded', async (t) => {
  t.ok(urns.includes(secret) && urns.length > 8);
  for (const urn of urns)
    for (const change of [
      proposal(urn, 'dataHubSecretValue', { name: 's', value: 'v', description: 'former' }),
      patchProposal(urn, 'dataHubSecretValue', [add('/description', 'later')]),
      proposal(urn, 'ownership', { owners: [{ owner: 'urn:li:corpuser:a', type: 'DATAOWNER' }] }),
      proposal(urn, 'status', { removed: true }),
      deletion(urn, `${urn.split(':')[2]}Key`),
    ])
      t.match(await writer.post(ingestUrl, { proposal: change }), { status: 200 }, JSON.stringify(change));
  const rows = await db.query('SELECT entity_urn FROM change_events WHERE entity_urn = ANY($1::text[])', [
    urns,
  ]);
  t.strictSame(rows, []);
});

t.test('nor are those of secrets that other entities have', async (t) => {
  for (const urn of [await catalog.dataset(), 'urn:li:glossaryTerm:x', 'urn:li:tag:x'])
    for (const name of secretAspects) {
      const value = { name: 's', value: 'v', description: 'former' };
      await writer.post(ingestUrl, { proposal: proposal(urn, name, value) });
      await writer.post(ingestUrl, { proposal: patchProposal(urn, name, [add('/description', 'later')]) });
      const rows = await db.query('SELECT FROM change_events WHERE entity_urn = $1::text AND aspect = $2', [
        urn,
        name,
      ]);
      t.strictSame(rows, [], `${name} of ${urn}`);
    }
  const written = await db.query(
    `SELECT FROM aspects WHERE name = 'dataHubSecretValue' AND urn NOT LIKE '%Secret%'`,
  );
  t.ok(written.length >= 3, 'they were written');
});

t.test('those of an earlier version are left out by the history, and cannot be undone', async (t) => {
  await recordEarlier('former');
  t.strictSame(await changes({ urn: secret }), { total: 0, changes: [] });
  t.notMatch(JSON.stringify(await changes({})), secret);
  const urn = await catalog.dataset();
  const { total } = await changes({ urn });
  await recordEarlier('former', urn);
  t.equal((await changes({ urn })).total, total);
  t.notMatch(
    JSON.stringify(await changes({ categories: ['DOCUMENTATION'], actorUrn: 'urn:li:corpuser:a' })),
    secret,
  );
  const [row] = await db.query<{ id: string }>(
    `SELECT time || '-' || id AS id FROM change_events WHERE entity_urn = $1::text`,
    [secret],
  );
  const undo = await writer.graphql('mutation ($id: String!) { undoChange(id: $id) }', { id: row!.id });
  t.match(undo.body.errors, [{ extensions: { type: 'NOT_FOUND' } }]);
});

t.test('and by events and webhooks, which go on behind them', async (t) => {
  const endpoint = await receiver(t);
  const create = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }';
  const created = await writer.graphql(create, { input: { name: 'w', url: endpoint.url } });
  t.equal(created.body.errors, undefined);
  const { offsetId } = await poll({});
  const dataset = await catalog.dataset();
  const [tagUrn] = await catalog.tags('after');
  for (const description of ['one', 'two', 'three']) {
    await recordEarlier(`former ${description}`);
    await recordEarlier(`former ${description}`, dataset);
  }
  await call(editor, 'addTag', { input: { tagUrn, resourceUrn: dataset } });

  startDelivery(t, catalog);
  await waitFor(async () => endpoint.received.some(({ body }) => body.includes(tagUrn!)));
  const sent = endpoint.received.map(({ body }) => body).join();
  t.ok(sent.includes(dataset));
  t.notMatch(sent, /dataHubSecret|former/);

  // Each page has one change, so some pages consist of one that is left out.
  const events: string[] = [];
  for (let from = offsetId; ; ) {
    const page = await poll({ offsetId: from, limit: '1', pollTimeoutSeconds: '0' });
    if (page.offsetId === from) break;
    events.push(JSON.stringify(page.events));
    from = page.offsetId;
  }
  t.ok(events.join().includes(dataset));
  t.notMatch(events.join(), /dataHubSecret|former/);
});
