import t, { type Test } from 'tap';
import type { Privilege } from '../../src/datahub/privileges.js';
import { privileges } from '../../src/datahub/privileges.js';
import { transaction } from '../../src/db/transaction.js';
import { appendEvents } from '../../src/timeseries/event-store.js';
import { finishNext } from '../../src/users/removal/access-change-store.js';
import { createPolicy, deletePolicy, onlyUsers, policyInput, updatePolicy } from '../policies/api.js';
import { deletion, proposal } from '../support/aspects.js';
import { testCatalog } from '../support/catalog.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { deleteReferences } from '../support/references.js';
import { eventAt } from '../support/timeseries.js';
import { auditEvents, readPage } from './api.js';

type Detail = Record<string, unknown>;

async function open(t: Test) {
  const catalog = await testCatalog(t);
  const admin = await catalog.user('admin', Object.keys(privileges) as Privilege[]);
  const ingest = async (...proposals: object[]) => {
    const { status, body } = await admin.post('/aspects?action=ingestProposalBatch', { proposals });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  /** Returns the details of events of a type about a subject, the oldest first. */
  const details = async (type: string, subject: string): Promise<Detail[]> => {
    const input = { types: [type], subjectUrns: [subject], count: 1_000 };
    const { events } = readPage(await auditEvents(admin, input));
    for (const { detail } of events) t.ok(detail.length <= 8_192, `${detail.length} characters`);
    return events.map(({ detail }: { detail: string }) => JSON.parse(detail)).reverse();
  };
  return { ...catalog, admin, ingest, details };
}

const users = (count: number) => Array.from({ length: count }, (_, i) => `urn:li:corpuser:user-${i}`);
/** Joins a list that several events have. */
const joined = (details: readonly Detail[], name: string) =>
  details.flatMap((one) => (one[name] ?? []) as string[]);

t.test('a policy names everybody who is given a right, and everybody who loses one', async (t) => {
  const { admin, details } = await open(t);
  const { body } = await createPolicy(admin, policyInput({ actors: onlyUsers(...users(25)) }));
  const urn: string = body.data.createPolicy;
  t.strictSame(joined(await details('CreatePolicyEvent', urn), 'users'), users(25));

  const more = { actors: onlyUsers(...users(26).slice(1)), privileges: ['MANAGE_TAGS'], state: 'INACTIVE' };
  await updatePolicy(admin, urn, policyInput({ ...more, description: 'd' }));
  const [update] = await details('UpdatePolicyEvent', urn);
  t.match(update, {
    ...{ name: 'Ann makes tags', state: 'INACTIVE', stateBefore: 'ACTIVE', descriptionChanged: true },
    ...{ usersAdded: ['urn:li:corpuser:user-25'], usersRemoved: ['urn:li:corpuser:user-0'] },
    ...{ privilegesAdded: ['MANAGE_TAGS'], privilegesRemoved: ['CREATE_TAGS'] },
    users: users(26).slice(1),
  });
  t.notOk('groupsAdded' in update! || 'change' in update!);

  await updatePolicy(
    admin,
    urn,
    policyInput({ ...more, description: 'd', actors: onlyUsers(...users(9_000)) }),
  );
  const large = (await details('UpdatePolicyEvent', urn)).slice(1);
  t.ok(large.length > 10);
  t.equal(new Set(large.map(({ change }) => change)).size, 1);
  t.strictSame(joined(large, 'users'), users(9_000));
  t.strictSame(
    joined(large, 'usersAdded').sort(),
    ['urn:li:corpuser:user-0', ...users(9_000).slice(26)].sort(),
  );

  await deletePolicy(admin, urn);
  t.strictSame(joined(await details('DeletePolicyEvent', urn), 'users'), users(9_000));
});

t.test('the resources and the filter of a policy are part of the difference', async (t) => {
  const { admin, details } = await open(t);
  const values = Array.from({ length: 30 }, (_, i) => datasetUrn(`d${i}`));
  const resources = (...urns: string[]) => ({
    ...policyInput({ type: 'METADATA', privileges: ['EDIT_ENTITY'] }),
    resources: {
      filter: {
        criteria: [
          { field: 'TYPE', values: ['dataset'] },
          { field: 'URN', values: urns },
        ],
      },
    },
  });
  const { body } = await createPolicy(admin, resources(...values.slice(0, 29)));
  await updatePolicy(admin, body.data.createPolicy, resources(...values.slice(1)));
  const [update] = await details('UpdatePolicyEvent', body.data.createPolicy);
  t.match(update, {
    filterAdded: [`2: URN EQUALS ${values[29]}`],
    filterRemoved: [`2: URN EQUALS ${values[0]}`],
  });
  t.equal((update!.filter as string[]).length, 30);
});

t.test('the deletion of a group names all members, also many, and of users each policy', async (t) => {
  const { admin, db, ingest, details } = await open(t);
  const group = 'urn:li:corpGroup:large';
  const members = users(1_200);
  const member = (urn: string) => proposal(urn, 'nativeGroupMembership', { nativeGroups: [group] });
  await ingest(...members.slice(0, 600).map(member));
  await ingest(...members.slice(600).map(member));
  const { body } = await createPolicy(admin, policyInput({ actors: onlyUsers(...members.slice(0, 30)) }));
  await ingest(
    ...members.slice(0, 25).map((urn) => deletion(urn, 'corpUserKey')),
    deletion(group, 'corpGroupKey'),
  );
  while (await finishNext(db));
  const removed = await details('RemoveGroupMemberEvent', group);
  const named = removed.flatMap((one) => (one.members ?? [one.member]) as string[]);
  t.strictSame(named.sort(), [...members].sort());
  t.equal(removed.filter((one) => one.member).length, 25, 'deleted users have events of their own');
  t.strictSame(await details('UpdatePolicyEvent', body.data.createPolicy), [
    { usersRemoved: members.slice(0, 25), groupsRemoved: [] },
  ]);
});

t.test('a user’s event says what has changed, without the texts', async (t) => {
  const { ingest, details } = await open(t);
  const urn = 'urn:li:corpuser:changed';
  await ingest(proposal(urn, 'corpUserInfo', { active: true, displayName: 'a' }));
  await ingest(proposal(urn, 'corpUserInfo', { active: false, displayName: 'b', email: 'b@x' }));
  t.strictSame(await details('UpdateUserEvent', urn), [
    { status: 'SUSPENDED', statusBefore: 'ACTIVE', changed: ['displayName', 'email'] },
  ]);
});

t.test('deleteReferences names each aspect that it changes or deletes, step by step', async (t) => {
  const { admin, ingest, details } = await open(t);
  const [target, other] = [datasetUrn('target'), datasetUrn('other')];
  const sources = Array.from({ length: 120 }, (_, i) => datasetUrn(`source-${i}`));
  const lineage = (...from: string[]) => ({ upstreams: from.map((dataset) => ({ dataset })) });
  await ingest(...sources.map((urn) => proposal(urn, 'upstreamLineage', lineage(target, other))));
  const instance = { platform: target, instance: 'urn:li:x:i' };
  await ingest(proposal(sources[0]!, 'dataPlatformInstance', instance));
  t.match(await deleteReferences(admin, target, { dryRun: true }), { body: { value: { total: 121 } } });
  t.strictSame(await details('DeleteReferencesEvent', target), [], 'a dry run changes nothing');
  await deleteReferences(admin, target);
  const events = await details('DeleteReferencesEvent', target);
  t.strictSame(
    events.map(({ step }) => step),
    [1, 2, 3],
  );
  t.equal(new Set(events.map(({ change }) => change)).size, 1);
  t.strictSame(joined(events, 'changed').sort(), sources.map((urn) => `${urn} upstreamLineage`).sort());
  t.strictSame(joined(events, 'deleted'), [`${sources[0]} dataPlatformInstance`]);
  t.equal(
    events.reduce((sum, { aspects }) => sum + Number(aspects), 0),
    121,
  );
  await deleteReferences(admin, target);
  t.equal((await details('DeleteReferencesEvent', target)).length, 3, 'nothing was left');
});

t.test('deleteReferences of a tag names entities and columns, more than a transaction takes', async (t) => {
  const { admin, ingest, details } = await open(t);
  const tag = tagUrn('Everywhere');
  const datasets = Array.from({ length: 600 }, (_, i) => datasetUrn(`tagged-${i}`));
  await ingest(...datasets.map((urn) => proposal(urn, 'globalTags', { tags: [{ tag }] })));
  await deleteReferences(admin, tag);
  const events = await details('DeleteReferencesEvent', tag);
  t.strictSame([...new Set(events.map(({ step }) => step))], [1, 2]);
  t.strictSame(joined(events, 'changed').sort(), datasets.map((urn) => `${urn} globalTags`).sort());
});

t.test('a deleted entity leaves the names and counts of what it had', async (t) => {
  const { admin, ingest, details, db } = await open(t);
  const [urn, tag] = [datasetUrn('doomed'), tagUrn('doomed')];
  const tags = { tags: [{ tag }] };
  await ingest(
    proposal(urn, 'status', {}),
    proposal(urn, 'globalTags', tags),
    proposal(tag, 'tagProperties', { name: 'x' }),
  );
  await transaction(db, (tx) =>
    appendEvents(
      tx,
      [1, 2, 3].map((time) => eventAt(time, 'operation', urn)),
    ),
  );
  await ingest(proposal(datasetUrn('kept'), 'globalTags', tags));
  await admin.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn: tag });
  t.match(await details('DeleteEntityEvent', tag), [{ aspects: ['tagProperties'], tagged: 2 }]);
  await ingest(deletion(urn, 'datasetKey'));
  const [event] = await details('DeleteEntityEvent', urn);
  t.match(event, { timeseriesEvents: 3 });
  t.ok(['globalTags', 'status'].every((name) => (event!.aspects as string[]).includes(name)));
});

t.test('an entity whose events take several transactions leaves an event for each', async (t) => {
  const { admin, details, db, ingest } = await open(t);
  const urn = datasetUrn('old');
  await ingest(proposal(urn, 'status', {}));
  const months = Array.from({ length: 245 }, (_, month) =>
    eventAt(Date.UTC(2000, month, 15), 'operation', urn),
  );
  for (let from = 0; from < months.length; from += 100)
    await transaction(db, (tx) => appendEvents(tx, months.slice(from, from + 100)));
  await admin.post('/entities?action=delete', { urn });
  const [first] = await details('DeleteTimeseriesEvent', urn);
  const [last] = await details('DeleteEntityEvent', urn);
  t.match(
    [first, last],
    [
      { timeseriesEvents: 240, step: 1 },
      { timeseriesEvents: 5, step: 2 },
    ],
  );
  t.equal(first!.change, last!.change);
});
