import t from 'tap';
import { auditEvents, readPage } from '../audit/api.js';
import { deletion, patchProposal, proposal, refusal } from '../support/aspects.js';
import { groupUrn, peopleCatalog, updateUserStatus, userUrn } from '../support/people.js';

// What stateful ingestion of directories sends: the aspect `status` of users and groups.

const catalog = await peopleCatalog(t);
const { manager, writer, batch, ingest, mayCall, readAspect, db } = catalog;
const auditor = await catalog.user('auditor', ['GET_AUDIT_EVENTS', 'MANAGE_USERS_AND_GROUPS']);
const removed = (urn: string, value = true) => proposal(urn, 'status', { removed: value });
const person = (urn: string, more = {}) =>
  proposal(urn, 'corpUserInfo', { active: true, displayName: urn.split(':').at(-1), ...more });
const listed = async (name: 'listUsers' | 'listGroups', query: string) => {
  const [list, page] = name === 'listUsers' ? ['users', 'users { urn }'] : ['groups', 'groups { urn }'];
  const { body } = await manager.graphql(`{ ${name}(input: { query: "${query}" }) { total ${page} } }`);
  return body.data[name][list].map(({ urn }: { urn: string }) => urn);
};
const found = async (type: string, query: string) => {
  const { body } = await manager.graphql(
    `{ search(input: { type: ${type}, query: "${query}" }) { searchResults { entity { urn } } } }`,
  );
  return body.data.search.searchResults.map(({ entity }: { entity: { urn: string } }) => entity.urn);
};
const statusOf = async (urn: string) =>
  (await manager.graphql(`{ corpUser(urn: "${urn}") { status } }`)).body.data.corpUser.status;
const softDelete = (by: typeof manager, urn: string, deleted: boolean) =>
  by.graphql(`mutation { batchUpdateSoftDeleted(input: { urns: ["${urn}"], deleted: ${deleted} }) }`);
const forbidden = { status: 403 };
async function newUser(id: string) {
  const urn = userUrn(id);
  t.match(await batch([person(urn), removed(urn, false)], manager), { status: 200 });
  return catalog.createCaller(urn);
}

t.test('a removed user may not call and is not found, until the status says otherwise', async (t) => {
  const jane = await newUser('jane');
  t.ok(await mayCall(jane));
  t.match(await batch([removed(jane.urn), removed(userUrn('never'))], manager), { status: 200 });
  t.notOk(await mayCall(jane));
  t.equal(await statusOf(jane.urn), 'SUSPENDED');
  t.equal(await statusOf(userUrn('never')), 'SUSPENDED', 'who did not exist is created removed');
  t.strictSame([await listed('listUsers', 'jane'), await found('CORP_USER', 'jane')], [[], []]);
  t.match(await readAspect(jane.urn, 'corpUserInfo'), { active: true, displayName: 'jane' });
  t.match(await readAspect(jane.urn, 'status'), { removed: true });

  t.match(await ingest(person(jane.urn, { title: 'x' }), manager), { status: 200 });
  t.notOk(await mayCall(jane), 'other aspects do not bring a user back');
  t.match(await readAspect(jane.urn, 'corpUserInfo'), { active: true, title: 'x' });
  t.match(await updateUserStatus(manager, jane.urn, 'ACTIVE'), {
    error: { code: 409, message: /is removed: write removed: false in its aspect status/ },
  });
  t.match(await ingest(removed(jane.urn), manager), { status: 200 }, 'again');

  t.match(await ingest(removed(jane.urn, false), manager), { status: 200 });
  t.ok(await mayCall(jane));
  t.strictSame(
    [await listed('listUsers', 'jane'), await found('CORP_USER', 'jane')],
    [[jane.urn], [jane.urn]],
  );
  const { events } = readPage(await auditEvents(auditor, { types: ['UpdateUserEvent'] }));
  t.match(
    events
      .filter(({ subjectUrn }: { subjectUrn: string }) => subjectUrn === jane.urn)
      .map(({ detail }: { detail: string | object }) =>
        typeof detail === 'string' ? JSON.parse(detail) : detail,
      ),
    [
      { status: 'ACTIVE', statusBefore: 'SUSPENDED', changed: ['removed'] },
      { status: 'SUSPENDED', changed: ['title'] },
      { status: 'SUSPENDED', statusBefore: 'ACTIVE', changed: ['removed'] },
    ],
  );
});

t.test('every way of writing the aspect has the effect', async (t) => {
  const kim = await newUser('kim');
  const writes: [string, () => Promise<unknown>, boolean][] = [
    [
      'patch',
      () => ingest(patchProposal(kim.urn, 'status', [{ op: 'add', path: '/removed', value: true }]), manager),
      false,
    ],
    ['deletion of the aspect', () => ingest(deletion(kim.urn, 'status'), manager), true],
    [
      'OpenAPI',
      () =>
        manager.send('POST', '/openapi/v3/entity/corpuser?async=false', [
          { urn: kim.urn, status: { value: { removed: true } } },
        ]),
      false,
    ],
    ['mutation', () => softDelete(manager, kim.urn, false), true],
    ['mutation', () => softDelete(manager, kim.urn, true), false],
  ];
  for (const [name, write, calls] of writes) {
    t.match(await write(), { status: 200 }, name);
    t.equal(await mayCall(kim), calls, name);
  }
});

t.test('a suspension outlasts a removal', async (t) => {
  const [before, during, lifted] = [
    await newUser('before'),
    await newUser('during'),
    await newUser('lifted'),
  ];
  await updateUserStatus(manager, before.urn, 'SUSPENDED');
  await updateUserStatus(manager, lifted.urn, 'SUSPENDED');
  const all = [before.urn, during.urn, lifted.urn];
  t.match(
    await batch(
      all.map((urn) => removed(urn)),
      manager,
    ),
    { status: 200 },
  );
  t.match(await ingest(person(during.urn, { active: false }), manager), { status: 200 });
  t.match(await ingest(proposal(lifted.urn, 'corpUserStatus', { status: 'ACTIVE' }), manager), {
    status: 200,
  });
  t.notOk(await mayCall(lifted), 'still removed');
  t.match(
    await batch(
      all.map((urn) => removed(urn, false)),
      manager,
    ),
    { status: 200 },
  );
  t.strictSame([await mayCall(before), await mayCall(during), await mayCall(lifted)], [false, false, true]);
});

t.test('the tokens that a removed user holds for others rest', async (t) => {
  const [owner, actor] = [await newUser('owner'), await newUser('actor')];
  await db.query('UPDATE access_tokens SET owner_urn = $1 WHERE actor_urn = $2', [owner.urn, actor.urn]);
  t.match(await ingest(removed(owner.urn), manager), { status: 200 });
  t.notOk(await mayCall(actor));
  t.match(await ingest(removed(owner.urn, false), manager), { status: 200 });
  t.ok(await mayCall(actor));
});

t.test('a removed group gives no rights and is not found', async (t) => {
  const [urn, member] = [groupUrn('crew'), await newUser('member')];
  await batch(
    [
      proposal(urn, 'corpGroupInfo', { displayName: 'crew', members: [], groups: [], admins: [] }),
      proposal(member.urn, 'groupMembership', { groups: [urn] }),
    ],
    manager,
  );
  const policy = await catalog.administrator.graphql(
    `mutation { createPolicy(input: { type: PLATFORM, name: "crew", state: ACTIVE, privileges: ["MANAGE_TAGS"],
       actors: { users: [], groups: ["${urn}"], allUsers: false, allGroups: false, resourceOwners: false } }) }`,
  );
  t.equal(policy.body.errors, undefined, JSON.stringify(policy.body));
  const mayTag = async (id: string) =>
    !(await member.graphql(`mutation { createTag(input: { id: "${id}", name: "${id}" }) }`)).body.errors;
  t.ok(await mayTag('one'));
  t.match(await ingest(removed(urn), manager), { status: 200 });
  t.notOk(await mayTag('two'));
  t.strictSame([await listed('listGroups', 'crew'), await found('CORP_GROUP', 'crew')], [[], []]);
  t.match(await readAspect(urn, 'corpGroupInfo'), { displayName: 'crew' });
  t.match(await ingest(proposal(urn, 'corpGroupInfo', { displayName: 'crew' }), manager), { status: 200 });
  t.notOk(await mayTag('three'), 'other aspects do not bring a group back');
  t.match(await ingest(removed(urn, false), manager), { status: 200 });
  t.ok(await mayTag('four'));
  t.strictSame([await listed('listGroups', 'crew'), await found('CORP_GROUP', 'crew')], [[urn], [urn]]);
});

t.test('403: without Manage Users & Groups; the refusal names only what is bad', async (t) => {
  const [lee, crew] = [await newUser('lee'), groupUrn('team')];
  await ingest(proposal(crew, 'corpGroupInfo', { displayName: 'team' }), manager);
  const tag = proposal(lee.urn, 'globalTags', { tags: [] });
  for (const urn of [lee.urn, crew]) t.match(await ingest(removed(urn), writer), forbidden, urn);
  const refused = await batch([tag, removed(lee.urn), removed(lee.urn, false), removed(crew)], writer);
  t.match(refused, { status: 403, body: { failures: [{ index: 3, urn: crew }] } });
  t.match(await ingest(removed(lee.urn, false), writer), { status: 200 }, 'what changes nothing');
  t.match(await softDelete(writer, lee.urn, true), { body: { errors: [{ extensions: { code: 403 } }] } });
  t.ok(await mayCall(lee));
  await ingest(removed(lee.urn), manager);
  for (const one of [removed(lee.urn, false), deletion(lee.urn, 'status')])
    t.match(await ingest(one, writer), forbidden, 'nor brought back');
  t.notOk(await mayCall(lee));
  const service = userUrn('service_00000000-0000-4000-8000-000000000001');
  await ingest(person(service), catalog.keeper);
  t.match(await ingest(removed(service), manager), forbidden, 'a service account has its own privilege');
  t.match(await ingest(removed(service), catalog.keeper), { status: 200 });
});

t.test('409: the caller, and the last administrator; nothing of the batch is written', async (t) => {
  const pat = await newUser('pat');
  const own = await batch([removed(pat.urn), removed(manager.urn)], manager);
  t.match(own, { status: 409, body: { failures: [{ index: 1, urn: manager.urn }] } });
  t.match(own.body.message, /callers cannot remove themselves/);
  t.notMatch(own.body.message, pat.urn);
  t.match(
    await batch([removed(pat.urn), removed(catalog.administrator.urn)], manager),
    refusal(409, /no active user would have MANAGE_POLICIES/),
  );
  t.ok((await mayCall(pat)) && (await mayCall(manager)) && (await mayCall(catalog.administrator)));
  const known = userUrn('knownOnly');
  t.match(await batch([proposal(known, 'globalTags', { tags: [] }), removed(known)], writer), {
    status: 200,
  });
});
