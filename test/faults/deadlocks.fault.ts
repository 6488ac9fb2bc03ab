import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { add, batchUrl, deletion, ingestUrl, patchProposal, proposal, remove } from '../support/aspects.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { type Client, client, type Reply } from './support/client.js';
import { rounds } from './support/rounds.js';
import { service } from './support/service.js';
import { server, withoutServer } from './support/targets.js';

const writers = 24;
const seconds = 8;
const pairs = { least: 50, most: 300, seconds: 5 };

async function prepare(t: Test) {
  const url = await scratchDatabaseUrl(t, server!, null);
  const one = await service(t, { DATABASE_URL: url, DATABASE_POOL_SIZE: `${writers}` });
  await one.start();
  const db = openPostgresql({ url, poolSize: 1, onIdleError: () => {} });
  t.teardown(() => db.close());
  return { admin: client(one.url, one.token()!), db };
}

/** Waits, because backends report their counts about once a second. */
async function countDeadlocks(db: Database): Promise<number> {
  await sleep(2_000);
  const [row] = await db.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row!.deadlocks;
}

const tagged = (urn: string, ...tags: string[]) =>
  proposal(urn, 'globalTags', { tags: tags.map((tag) => ({ tag })) });

t.test('creating a tag while it is used', { skip: withoutServer }, async (t) => {
  const { admin, db } = await prepare(t);
  const statuses = new Set<number>();
  let used = 0;
  for (const pair of rounds(pairs)) {
    used = pair;
    const [dataset, tag] = [datasetUrn('pair'), tagUrn(`pair${pair}`)];
    const both = await Promise.all([
      admin.post(batchUrl, {
        proposals: [proposal(tag, 'tagProperties', { name: 'x' }), tagged(dataset, tagUrn('old'))],
      }),
      admin.post(ingestUrl, { proposal: tagged(dataset, tag) }),
    ]);
    for (const { status } of both) statuses.add(status);
  }
  t.strictSame([...statuses], [200]);
  const deadlocks = await countDeadlocks(db);
  t.equal(deadlocks, 0);
  guarantee(t, 'a tag is created and used concurrently without a deadlock', { pairs: used, deadlocks });
});

const pickOne = <T>(from: readonly T[]): T => from[randomInt(from.length)]!;
const some = <T>(from: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + randomInt(most) }, () => pickOne(from))),
];
const names = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);
const datasets = names('mixed', 12).map(datasetUrn);
// The last two sort differently as UTF-16 and as UTF-8.
const tags = [...names('mixed', 10), '\u{1f600}', '\uff5e'].map(tagUrn);

const column = (urn: string, tag: string) =>
  patchProposal(urn, 'editableSchemaMetadata', [
    add(`/editableSchemaFieldInfo/c${randomInt(3)}/globalTags/tags/${tag}`, { tag }),
  ]);

const proposals: (() => object)[] = [
  () => tagged(pickOne(datasets), ...some(tags, 4)),
  () => tagged(pickOne(datasets), pickOne(tags), tagUrn(`new${randomInt(1_000_000)}`)),
  () => patchProposal(pickOne(datasets), 'globalTags', [remove(`/tags/${pickOne(tags)}`)]),
  () => column(pickOne(datasets), pickOne(tags)),
  () => proposal(pickOne(tags), 'tagProperties', { name: 'x' }),
  () => proposal(pickOne(datasets), 'datasetProperties', { name: 'x' }),
  () => proposal(pickOne(datasets), 'siblings', { siblings: some(datasets, 4) }),
  () => deletion(pickOne(datasets), 'globalTags'),
  () => deletion(pickOne(datasets), 'datasetKey'),
  () => deletion(pickOne(tags), 'tagKey'),
];

const resources = () => some(datasets, 4).map((resourceUrn) => ({ resourceUrn }));
const mutate = (admin: Client, name: string, type: string, input: object) =>
  admin.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) }`, { input });

const operationsOfMetadata: ((admin: Client) => Promise<Reply>)[] = [
  (admin) => admin.post(batchUrl, { proposals: Array.from({ length: 8 }, () => pickOne(proposals)()) }),
  (admin) =>
    admin.post(batchUrl, { proposals: Array.from({ length: 4 }, () => pickOne(proposals.slice(0, 7))()) }),
  (admin) =>
    mutate(admin, 'batchAddTags', 'BatchAddTagsInput', { tagUrns: some(tags, 4), resources: resources() }),
  (admin) =>
    mutate(admin, 'batchRemoveTags', 'BatchRemoveTagsInput', {
      tagUrns: some(tags, 4),
      resources: resources(),
    }),
  (admin) =>
    mutate(admin, 'createTag', 'CreateTagInput', {
      id: pickOne(tags).slice('urn:li:tag:'.length),
      name: 'x',
    }),
  (admin) =>
    admin.graphql('mutation ($urn: String!) { setTagColor(urn: $urn, colorHex: "#123456") }', {
      urn: pickOne(tags),
    }),
  (admin) => admin.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn: pickOne(tags) }),
  (admin) => admin.post('/entities?action=deleteReferences', { urn: pickOne([...datasets, ...tags]) }),
  (admin) => admin.post('/entities?action=delete', { urn: pickOne([...datasets, ...tags]) }),
];

const users = names('mixed', 8).map((id) => `urn:li:corpuser:${id}`);
const groups = names('mixed', 5).map((id) => `urn:li:corpGroup:${id}`);
const policies = names('mixed', 4).map((id) => `urn:li:dataHubPolicy:${id}`);

const aboutAccess: (() => object)[] = [
  () =>
    proposal(pickOne(policies), 'dataHubPolicyInfo', {
      ...{ displayName: 'x', type: 'PLATFORM', state: 'ACTIVE', privileges: ['MANAGE_TAGS'] },
      actors: { users: some(users, 2), groups: some(groups, 2) },
    }),
  () => proposal(pickOne(users), 'groupMembership', { groups: some(groups, 3) }),
  () => proposal(pickOne(users), 'nativeGroupMembership', { nativeGroups: some(groups, 3) }),
  () => proposal(pickOne(users), 'corpUserInfo', { active: true, managerUrn: pickOne(users) }),
  () => proposal(pickOne(groups), 'corpGroupInfo', { displayName: 'x' }),
  () => proposal(pickOne(datasets), 'ownership', { owners: [{ owner: pickOne(users) }] }),
  () => deletion(pickOne(users), 'corpUserKey'),
  () => deletion(pickOne(groups), 'corpGroupKey'),
  () => deletion(pickOne(policies), 'dataHubPolicyKey'),
];

const byUrn = (name: string, urns: readonly string[], more: string) => (admin: Client) =>
  admin.graphql(`mutation ($urn: String!) { ${name}(${more}) }`, { urn: pickOne(urns) });
const members = () => ({ groupUrn: pickOne(groups), userUrns: some(users, 4) });

const operationsOfAccess: ((admin: Client) => Promise<Reply>)[] = [
  (admin) => admin.post(batchUrl, { proposals: Array.from({ length: 4 }, () => pickOne(aboutAccess)()) }),
  (admin) => mutate(admin, 'addGroupMembers', 'AddGroupMembersInput', members()),
  (admin) => mutate(admin, 'removeGroupMembers', 'RemoveGroupMembersInput', members()),
  byUrn('removeUser', users, 'urn: $urn'),
  byUrn('removeGroup', groups, 'urn: $urn'),
  byUrn('deletePolicy', policies, 'urn: $urn'),
  byUrn('revokeAccessTokens', users, 'actorUrn: $urn'),
  (admin) =>
    admin.graphql(
      'mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { metadata { id } } }',
      { input: { type: 'PERSONAL', actorUrn: pickOne(users), duration: 'ONE_DAY', name: 'x' } },
    ),
  (admin) => admin.post('/entities?action=deleteReferences', { urn: pickOne([...users, ...groups]) }),
];

for (const [what, of] of [
  ['metadata', operationsOfMetadata],
  ['users, groups, policies and tokens', operationsOfAccess],
] as const)
  t.test(`concurrent writers of ${what}`, { skip: withoutServer }, (t) => concurrentWriters(t, what, of));

async function concurrentWriters(
  t: Test,
  what: string,
  operations: readonly ((admin: Client) => Promise<Reply>)[],
) {
  const { admin, db } = await prepare(t);
  const until = performance.now() + seconds * 1_000;
  const refused: unknown[] = [];
  const slow: number[] = [];
  let requests = 0;
  const writer = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { status, body } = await pickOne(operations)(admin);
      requests += 1;
      slow.push(performance.now() - startedAt);
      const code = body?.errors?.[0]?.extensions.code ?? status;
      // Another writer may have deleted or created it meanwhile.
      if (![200, 404, 409].includes(code)) refused.push({ code, body });
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  t.same(refused.slice(0, 3), [], `${refused.length} of ${requests} fail`);
  const deadlocks = await countDeadlocks(db);
  t.equal(deadlocks, 0);
  slow.sort((one, other) => one - other);
  guarantee(t, `concurrent writers of ${what} all succeed`, {
    writers,
    seconds,
    requests,
    deadlocks,
    'slowest ms': Math.round(slow.at(-1)!),
  });
}
