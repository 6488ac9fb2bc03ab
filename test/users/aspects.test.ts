import t from 'tap';
import { add, deletion, patchProposal, proposal, remove } from '../support/aspects.js';
import {
  addGroupMembers,
  createUser,
  field,
  groupUrn,
  peopleCatalog,
  removeGroupMembers,
  userUrn,
} from '../support/people.js';

// The aspects of users and groups are views over the rows of users, groups and members.

const catalog = await peopleCatalog(t);
const {
  manager,
  keeper,
  writer,
  administrator,
  ingest,
  batch,
  readText,
  readAspect,
  db,
  createCaller,
  mayCall,
} = catalog;

let made = 0;
const freshUser = () => userUrn(`user-${made++}`);
const put = async (one: object, by = manager) => {
  const answer = await ingest(one, by);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
};
const readState = async (urn: string) =>
  (await db.query<{ state: string }>('SELECT state FROM users WHERE urn = $1', [urn]))[0]?.state;
const readMembers = async (urn: string) =>
  (
    await db.query<{ user: string }>(
      'SELECT user_urn AS user FROM group_members WHERE group_urn = $1 ORDER BY user_urn',
      [urn],
    )
  ).map(({ user }) => user);

/** The names of an entity's relationships of members. */
async function related(urn: string, direction: string): Promise<string[]> {
  const type = urn.startsWith('urn:li:corpGroup:') ? 'corpGroup' : 'corpUser';
  const { value } = await field(
    manager,
    `query ($urn: String!, $input: RelationshipsInput!) { ${type}(urn: $urn) {
       relationships(input: $input) { total relationships { type } } } }`,
    { urn, input: { types: ['IsMemberOfGroup', 'IsMemberOfNativeGroup'], direction } },
  );
  const { total, relationships } = value.relationships;
  t.equal(total, relationships.length);
  return relationships.map((one: { type: string }) => one.type);
}

t.test('aspects come back as they were written, to the last digit', async (t) => {
  const [urn, group] = [freshUser(), groupUrn('verbatim')];
  const texts: [string, string, string][] = [
    [
      urn,
      'corpUserInfo',
      '{"z":1.10,"email":null,"active":true,"displayName":"A","title":"","a":9007199254740993,"managerUrn":"urn:li:corpuser:b"}',
    ],
    [urn, 'corpUserInfo', '{"active":true,"fullName":"B","customProperties":{"x":"y"},"displayName":null}'],
    [urn, 'corpUserInfo', '{}'],
    [
      urn,
      'corpUserStatus',
      '{"lastModified":{"time":1700000000000,"actor":"urn:li:corpuser:x"},"status":"ACTIVE","more":1e400}',
    ],
    [urn, 'corpUserKey', '{"username":"other","x":1.0}'],
    [
      urn,
      'groupMembership',
      '{"more":[1.50],"groups":["urn:li:corpGroup:b","urn:li:corpGroup:a","urn:li:corpGroup:b"]}',
    ],
    [urn, 'nativeGroupMembership', '{"nativeGroups":[]}'],
    [urn, 'nativeGroupMembership', '{"nativeGroups":["urn:li:corpGroup:c","urn:li:corpGroup:a"]}'],
    [
      group,
      'corpGroupInfo',
      '{"members":["x"],"description":null,"displayName":"G","admins":[],"groups":[],"slack":"s","n":0.10}',
    ],
    [group, 'corpGroupKey', '{"name":"verbatim"}'],
  ];
  for (const [entity, name, text] of texts) {
    for (const changeType of ['UPSERT', 'RESTATE']) {
      await put(proposal(entity, name, text, { changeType }));
      t.equal(await readText(entity, name), text);
    }
  }
});

t.test('aspects and GraphQL show the same rows', async (t) => {
  const urn = freshUser();
  await put(proposal(urn, 'corpUserInfo', { active: true, displayName: 'A', firstName: 'F', extra: 1 }));
  await put(proposal(urn, 'groupMembership', { groups: [groupUrn('new')] }));
  const { value } = await field(
    writer,
    `{ corpUser(urn: "${urn}") { status properties { active displayName firstName } } }`,
  );
  t.strictSame(value, { status: 'ACTIVE', properties: { active: true, displayName: 'A', firstName: 'F' } });
  t.ok(await mayCall(await createCaller(urn)));
  const group = (
    await field(writer, `{ corpGroup(urn: "${groupUrn('new')}") { properties { displayName } } }`)
  ).value;
  t.strictSame(
    group,
    { properties: { displayName: null } },
    'a group that is only named is made from its URN',
  );
  t.strictSame(await readAspect(groupUrn('new'), 'corpGroupKey'), { name: 'new' });
  t.strictSame(await readMembers(groupUrn('new')), [urn]);

  await addGroupMembers(manager, { groupUrn: groupUrn('new'), userUrns: [urn] });
  t.strictSame(await readAspect(urn, 'groupMembership'), { groups: [groupUrn('new')] });
});

t.test('patches start from the rows', async (t) => {
  const urn = freshUser();
  await put(proposal(urn, 'corpUserInfo', { active: true, displayName: 'A', extra: 1 }));
  await put(patchProposal(urn, 'corpUserInfo', [add('/title', 'T'), remove('/displayName')]));
  t.strictSame(await readAspect(urn, 'corpUserInfo'), { active: true, extra: 1, title: 'T' });
  const groups = ['a', 'b'].map(groupUrn);
  await put(patchProposal(urn, 'nativeGroupMembership', [add('/nativeGroups', groups)]));
  t.strictSame(await readAspect(urn, 'nativeGroupMembership'), { nativeGroups: groups });
  t.ok((await readMembers(groups[1]!)).includes(urn));
  await put(
    patchProposal(urn, 'nativeGroupMembership', [{ op: 'replace', path: '/nativeGroups', value: [] }]),
  );
  t.notOk((await readMembers(groups[1]!)).includes(urn));
});

t.test('corpUserStatus and corpUserInfo suspend; only corpUserStatus reactivates', async (t) => {
  const suspending: ((urn: string) => object)[] = [
    (urn) => proposal(urn, 'corpUserStatus', { status: 'SUSPENDED' }),
    (urn) => patchProposal(urn, 'corpUserStatus', [add('/status', 'SUSPENDED')]),
    (urn) => proposal(urn, 'corpUserInfo', { active: false }),
    (urn) => patchProposal(urn, 'corpUserInfo', [add('/active', false)]),
  ];
  for (const one of suspending) {
    const urn = freshUser();
    await createUser(manager, { id: urn.slice('urn:li:corpuser:'.length) });
    const caller = await createCaller(urn);
    await put(one(urn));
    t.notOk(await mayCall(caller));
    await put(proposal(urn, 'corpUserInfo', { active: true, displayName: 'A' }));
    t.notOk(await mayCall(caller), 'a directory sends active: true for everybody');
    t.strictSame(await readAspect(urn, 'corpUserInfo'), { active: false, displayName: 'A' });
    t.match(await ingest(deletion(urn, 'corpUserStatus'), manager), { status: 422 });
    await put(deletion(urn, 'corpUserInfo'));
    t.notOk(await mayCall(caller));
    await put(proposal(urn, 'corpUserStatus', { status: 'ACTIVE' }));
    t.ok(await mayCall(caller));
    await put(deletion(urn, 'corpUserStatus'));
    t.ok(await mayCall(caller));
  }
});

t.test('a batch is judged by its result, and a suspension wins', async (t) => {
  const urn = freshUser();
  await put(proposal(urn, 'corpUserInfo', { active: true }));
  const both = (first: object, second: object) => batch([first, second], manager);
  const [off, on] = [add('/active', false), add('/active', true)].map((op) =>
    patchProposal(urn, 'corpUserInfo', [op]),
  );
  t.match(await both(off!, on!), { status: 200 });
  t.equal(await readState(urn), 'ACTIVE');
  t.match(
    await both(
      proposal(urn, 'corpUserInfo', { active: false }),
      proposal(urn, 'corpUserStatus', { status: 'ACTIVE' }),
    ),
    { status: 200 },
  );
  t.equal(await readState(urn), 'SUSPENDED');
  const fresh = freshUser();
  await put(proposal(fresh, 'corpUserInfo', { active: false }));
  t.equal(await readState(fresh), 'SUSPENDED', 'a new user');
});

t.test('CONFLICT: the caller, and the last administrator', async (t) => {
  const own = [
    proposal(manager.urn, 'corpUserStatus', { status: 'SUSPENDED' }),
    proposal(manager.urn, 'corpUserInfo', { active: false }),
    deletion(manager.urn, 'corpUserKey'),
  ];
  for (const one of own)
    t.match(await ingest(one, manager), { status: 409, body: { message: /is the caller/ } });
  t.match(await manager.post('/entities?action=delete', { urn: manager.urn }), { status: 409 });
  const last = [
    proposal(administrator.urn, 'corpUserStatus', { status: 'SUSPENDED' }),
    deletion(administrator.urn, 'corpUserKey'),
  ];
  for (const one of last)
    t.match(await ingest(one, manager), { status: 409, body: { message: /MANAGE_POLICIES/ } });
  t.match(await manager.post('/entities?action=delete', { urn: administrator.urn }), { status: 409 });
  const remade = [
    deletion(administrator.urn, 'corpUserKey'),
    proposal(administrator.urn, 'corpUserKey', { username: 'administrator' }),
  ];
  t.match(await batch(remade, manager), { status: 409, body: { message: /MANAGE_POLICIES/ } });
  t.ok(await mayCall(administrator));
});

t.test('a user who is deleted and made again in one batch has both events, and no rights', async (t) => {
  const urn = freshUser();
  await put(proposal(urn, 'nativeGroupMembership', { nativeGroups: [groupUrn('lost')] }));
  const caller = await createCaller(urn);
  const answer = await batch(
    [deletion(urn, 'corpUserKey'), proposal(urn, 'corpUserInfo', { active: true })],
    manager,
  );
  t.match(answer, { status: 200 });
  t.equal(await readState(urn), 'ACTIVE');
  t.notOk(await mayCall(caller));
  t.strictSame(await readMembers(groupUrn('lost')), []);
  const events = await db.query<{ type: string }>(
    `SELECT type FROM audit_events WHERE subject = $1 ORDER BY id`,
    [urn],
  );
  t.strictSame(
    events.map(({ type }) => type),
    ['CreateUserEvent', 'DeleteUserEvent', 'CreateUserEvent'],
  );
});

t.test('deleting the key aspect or the entity removes the user or the group', async (t) => {
  const paths: ((urn: string, key: string) => Promise<{ status: number }>)[] = [
    (urn, key) => ingest(deletion(urn, key), manager),
    (urn) => manager.post('/entities?action=delete', { urn }),
    (urn) => manager.send('DELETE', `/openapi/v3/entity/${urn.split(':')[2]}/${encodeURIComponent(urn)}`),
  ];
  for (const path of paths) {
    const [urn, group] = [freshUser(), groupUrn(`group-${made++}`)];
    await put(proposal(group, 'corpGroupInfo', { displayName: 'G', admins: [], members: [], groups: [] }));
    await put(proposal(urn, 'nativeGroupMembership', { nativeGroups: [group] }));
    const caller = await createCaller(urn);
    await db.query(
      `INSERT INTO policies (id, name, type, privileges, users, groups) VALUES ($1, 'p', 'PLATFORM', '{CREATE_TAGS}', $2, $3)`,
      [urn, [urn], [group]],
    );
    t.equal((await path(urn, 'corpUserKey')).status, 200);
    t.notOk(await mayCall(caller));
    t.strictSame(await readMembers(group), []);
    t.equal(await readState(urn), undefined);
    t.equal((await path(group, 'corpGroupKey')).status, 200);
    t.strictSame(await db.query('SELECT urn FROM groups WHERE urn = $1', [group]), []);
    t.strictSame(await db.query('SELECT users, groups FROM policies WHERE id = $1', [urn]), [
      { users: [], groups: [] },
    ]);
  }
  for (const path of paths) {
    const [urn, group] = [freshUser(), groupUrn(`group-${made++}`)];
    await db.query(`INSERT INTO users (urn, created_at) VALUES ($1, 0)`, [urn]);
    await db.query(`INSERT INTO groups (urn, created_at, created_by) VALUES ($1, 0, 'x')`, [group]);
    t.equal((await path(urn, 'corpUserKey')).status, 200);
    t.equal(await readState(urn), undefined, 'a user that SQL has written, without an entity');
    t.equal((await path(group, 'corpGroupKey')).status, 200);
    t.strictSame(await db.query('SELECT urn FROM groups WHERE urn = $1', [group]), []);
    t.strictSame(await db.query('SELECT urn FROM entities WHERE urn IN ($1, $2)', [urn, group]), []);
  }
});

t.test('service accounts take Manage Service Accounts', async (t) => {
  const urn = userUrn('service_0b7a8a3c-6f0e-4d3f-9f0a-0123456789ab');
  t.match(await ingest(proposal(urn, 'corpUserInfo', { active: true }), manager), { status: 403 });
  await put(proposal(urn, 'corpUserInfo', { active: true }), keeper);
  t.equal(await readState(urn), 'ACTIVE');
  t.match(await ingest(deletion(urn, 'corpUserKey'), manager), { status: 403 });
  t.match(await ingest(proposal(freshUser(), 'corpUserInfo', { active: true }), keeper), { status: 403 });
  for (const [name, value] of [
    ['groupMembership', { groups: [groupUrn('rights')] }],
    ['nativeGroupMembership', { nativeGroups: [groupUrn('rights')] }],
  ] as const) {
    t.match(await ingest(proposal(urn, name, value), keeper), { status: 403 }, 'a group may have any right');
    await put(proposal(urn, name, value), manager);
    t.match(await ingest(deletion(urn, name), keeper), { status: 403 });
  }
  t.match(await ingest(deletion(urn, 'corpUserKey'), keeper), { status: 200 });
});

t.test('INVALID_ASPECT: what does not fit the rows', async (t) => {
  const urn = freshUser();
  const bad: [string, object, RegExp][] = [
    ['corpUserInfo', { active: 'false' }, /active/],
    ['corpUserInfo', { displayName: 1 }, /displayName/],
    ['corpUserStatus', {}, /status/],
    ['corpUserStatus', { status: 'PROVISIONED' }, /status/],
    ['groupMembership', {}, /groups/],
    ['groupMembership', { groups: ['urn:li:corpuser:a'] }, /urn:li:corpGroup:<group id>/],
    [
      'nativeGroupMembership',
      { nativeGroups: Array.from({ length: 1_001 }, (_, i) => groupUrn(`g${i}`)) },
      /at most 1000/,
    ],
  ];
  for (const [name, value, message] of bad)
    t.match(await ingest(proposal(urn, name, value), manager), { status: 422, body: { message } }, name);
  t.equal(await readState(urn), undefined);
});

t.test('removing references to a group takes the right to change members', async (t) => {
  const [urn, group] = [freshUser(), groupUrn('referred')];
  await put(proposal(urn, 'groupMembership', { groups: [groupUrn('first'), group] }));
  t.match(await writer.post('/entities?action=deleteReferences', { urn: group }), { status: 403 });
  t.strictSame(await readMembers(group), [urn]);
  const both = await catalog.user('both', ['MANAGE_USERS_AND_GROUPS', 'EDIT_ENTITY']);
  t.match(await both.post('/entities?action=deleteReferences', { urn: group }), { status: 200 });
  t.strictSame(await readMembers(group), []);
  t.strictSame(await readAspect(urn, 'groupMembership'), { groups: [groupUrn('first')] });
});

t.test('what earlier versions kept without effect comes back, and has one once written again', async (t) => {
  const [urn, group] = [freshUser(), groupUrn('inert')];
  await createUser(manager, { id: urn.slice('urn:li:corpuser:'.length) });
  await put(proposal(group, 'corpGroupInfo', { displayName: 'G', admins: [], members: [], groups: [] }));
  await db.query(
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by, inert)
     VALUES ($1, 'groupMembership', $2, 1, 'urn:li:corpuser:x', 1, 'urn:li:corpuser:x', true)`,
    [urn, JSON.stringify({ groups: [group] })],
  );
  await db.query(
    `INSERT INTO entity_references (source, aspect, position, relationship, target)
       VALUES ($1, 'groupMembership', 0, 'IsMemberOfGroup', $2)`,
    [urn, group],
  );
  t.strictSame(await readAspect(urn, 'groupMembership'), { groups: [group] });
  t.strictSame(await readMembers(group), []);
  t.strictSame(await related(group, 'INCOMING'), []);
  t.strictSame(await related(urn, 'OUTGOING'), []);
  await addGroupMembers(manager, { groupUrn: group, userUrns: [urn] });
  t.strictSame(await related(group, 'INCOMING'), ['IsMemberOfNativeGroup'], 'once');
  await removeGroupMembers(manager, { groupUrn: group, userUrns: [urn] });
  await addGroupMembers(manager, { groupUrn: groupUrn('first'), userUrns: [urn] });
  t.strictSame(await readAspect(urn, 'groupMembership'), { groups: [group] });
  t.strictSame(await readMembers(group), [], 'a change beside it gives it no effect');
  await put(proposal(urn, 'groupMembership', { groups: [group] }));
  t.strictSame(await readMembers(group), [urn]);
  t.strictSame(await readAspect(urn, 'groupMembership'), { groups: [group] });
});

t.test('every change leaves an audit event', async (t) => {
  const [urn, group] = [freshUser(), groupUrn('audited')];
  await put(proposal(urn, 'nativeGroupMembership', { nativeGroups: [group] }));
  await put(proposal(urn, 'nativeGroupMembership', { nativeGroups: [group] }));
  await put(proposal(urn, 'corpUserStatus', { status: 'SUSPENDED' }));
  await put(proposal(urn, 'nativeGroupMembership', { nativeGroups: [] }));
  await put(deletion(urn, 'corpUserKey'));
  await put(deletion(group, 'corpGroupKey'));
  const events = await db.query<{ type: string }>(
    'SELECT type FROM audit_events WHERE subject = ANY($1::text[]) AND actor_urn = $2',
    [[urn, group], manager.urn],
  );
  t.strictSame(events.map(({ type }) => type).sort(), [
    ...['AddGroupMemberEvent', 'CreateGroupEvent', 'CreateUserEvent', 'DeleteGroupEvent', 'DeleteUserEvent'],
    ...['RemoveGroupMemberEvent', 'UpdateUserEvent'],
  ]);
});
