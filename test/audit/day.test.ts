import t, { type Test } from 'tap';
import { createToken, readSecret, revokeToken, toId } from '../access-tokens/api.js';
import { deletion, encoded, proposal } from '../support/aspects.js';
import type { Answer } from '../support/catalog.js';
import { testCatalog } from '../support/catalog.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { truncateUrl } from '../support/timeseries.js';
import { auditEvents, readPage } from './api.js';

type Act = [type: string, actor: string, subject: string, actedFor?: string | null, transport?: string];

async function open(t: Test) {
  const catalog = await testCatalog(t);
  const { user } = catalog;
  const users = {
    auditor: await user('auditor', ['GET_AUDIT_EVENTS']),
    boss: await user('boss', ['MANAGE_ACCESS_TOKENS']),
    ann: await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS', 'EDIT_ENTITY', 'MANAGE_TAGS']),
    keeper: await user('keeper', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']),
    guest: await user('guest'),
  };
  return { ...catalog, ...users, users };
}

const tokenUrn = (text: string) => `urn:li:serviceAccessToken:${toId(text)}`;
const system = 'urn:li:corpuser:__datahub_system';
const truncation = (dryRun: boolean) => ({
  entityType: 'dataset',
  aspect: 'operation',
  endTimeMillis: 1,
  dryRun,
});

t.test('a day in the life: the audit has what was done, nothing else, and no secret', async (t) => {
  const { db, users, auditor, boss, ann, keeper, guest } = await open(t);
  const ids = new Set<string>();
  const ok = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, body, headers } = await answer;
    t.ok(status < 300 && !body.errors, JSON.stringify(body));
    ids.add(String(headers['x-request-id']));
    return { status, body, headers };
  };
  const refused = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    t.ok(status >= 400 || body.errors || body.value?.includes('dry run'), JSON.stringify(body));
  };
  const texts = Object.values(users).map(({ token }) => token);
  const done: Act[] = Object.values(users).map(({ urn, token }) => [
    ...(['CreateAccessTokenEvent', system, tokenUrn(token), urn, 'CONSOLE'] as const),
  ]);
  const newToken = async (by: typeof boss, actorUrn: string) => {
    const { body } = await ok(createToken(by, { actorUrn, name: 'of the day' }));
    const text: string = body.data.createAccessToken.accessToken;
    texts.push(text);
    done.push(['CreateAccessTokenEvent', by.urn, tokenUrn(text), actorUrn === by.urn ? null : actorUrn]);
    return text;
  };
  const ingest = (...proposals: object[]) =>
    ok(ann.post('/aspects?action=ingestProposalBatch', { proposals }));
  const dataset = (name: string) => datasetUrn(name);
  const tag = tagUrn('daily');
  const deleteTag = `mutation { deleteTag(urn: "${tag}") }`;

  // Tokens.
  const own = await newToken(ann, ann.urn);
  const given = await newToken(boss, guest.urn);
  await refused(createToken(guest, { actorUrn: guest.urn }));
  await refused(createToken(boss, { actorUrn: 'urn:li:corpuser:nobody' }));
  await refused(revokeToken(guest, toId(own)));
  await ok(revokeToken(ann, toId(own)));
  done.push(['RevokeAccessTokenEvent', ann.urn, tokenUrn(own)]);
  await ok(revokeToken(boss, toId(given)));
  done.push(['RevokeAccessTokenEvent', boss.urn, tokenUrn(given), guest.urn]);
  await refused(revokeToken(boss, toId(given)));

  // Metadata: creating and changing it leaves events of the other kind.
  await ok(ann.graphql('mutation { createTag(input: {id: "daily", name: "Daily"}) }'));
  const names = ['a', 'b', 'c', 'd'];
  await ingest(...names.map((name) => proposal(dataset(name), 'status', {})));
  await ok(ann.graphql(`mutation { addTag(input: {tagUrn: "${tag}", resourceUrn: "${dataset('a')}"}) }`));

  // Deletions in all ways.
  await refused(guest.graphql(deleteTag));
  await ok(ann.graphql(deleteTag));
  await refused(ann.graphql(deleteTag));
  await refused(guest.post('/entities?action=delete', { urn: dataset('a') }));
  await ok(ann.post('/entities?action=delete', { urn: dataset('a') }));
  await ok(ann.post('/entities?action=delete', { urn: dataset('a') }));
  await ingest(deletion(dataset('b'), 'datasetKey'), deletion(dataset('b'), 'datasetKey'));
  await ingest(proposal(dataset('e'), 'status', {}), deletion(dataset('e'), 'datasetKey'));
  await ok(ann.send('DELETE', `/openapi/v3/entity/dataset/${encoded(dataset('c'))}`));
  await refused(
    ann.post('/aspects?action=ingestProposalBatch', {
      proposals: [
        deletion(dataset('d'), 'datasetKey'),
        { ...proposal(dataset('x'), 'status', {}), changeType: 'UPDATE' },
      ],
    }),
  );
  done.push(['DeleteEntityEvent', ann.urn, tag]);
  done.push(['DeleteEntityEvent', ann.urn, dataset('a'), null, 'RESTLI']);
  done.push(['DeleteEntityEvent', ann.urn, dataset('b'), null, 'RESTLI']);
  done.push(['DeleteEntityEvent', ann.urn, dataset('c'), null, 'OPENAPI']);

  // Truncation.
  await refused(guest.post(truncateUrl, truncation(false)));
  await refused(keeper.post(truncateUrl, truncation(true)));
  const truncate = async () => (await ok(keeper.post(truncateUrl, truncation(false)))).body.value as string;
  // The second request begins a task only when the first task has ended.
  for (const _ of new Set([await truncate(), await truncate()]))
    done.push(['TruncateEvent', keeper.urn, 'dataset_operationaspect_v1', null, 'RESTLI']);

  const page = readPage(await auditEvents(auditor, { kinds: ['SECURITY'], count: 100 }));
  const inOrder = (acts: Act[]) => acts.map((act) => act.join(' ')).sort();
  t.strictSame(
    inOrder(
      page.events.map((event: Record<string, string | null>) => [
        ...[event.type, event.actorUrn, event.subjectUrn, event.actedForUrn, event.transport],
      ]),
    ),
    inOrder(
      done.map(([type, actor, subject, actedFor = null, transport = 'GRAPHQL']) => [
        ...([type, actor, subject, actedFor, transport] as const),
      ]),
    ),
  );
  for (const { transport, requestId, address, userAgent, outcome } of page.events) {
    t.equal(outcome, 'SUCCESS');
    if (transport === 'CONSOLE') t.strictSame([requestId, address, userAgent], [null, null, null]);
    else t.ok(ids.has(requestId) && address === '127.0.0.1' && userAgent === 'lightMyRequest');
  }

  const rows = await db.query<{ text: string }>('SELECT e::text AS text FROM audit_events e');
  const hashes = await db.query<{ hash: string }>('SELECT hash FROM access_tokens');
  const all = rows.map(({ text }) => text).join('\n');
  for (const text of texts) t.notOk(all.includes(readSecret(text).slice(0, 8)), 'no secret of a token');
  for (const { hash } of hashes) t.notOk(all.includes(hash.split('$').at(-1)!), 'no hash of a token');
});
