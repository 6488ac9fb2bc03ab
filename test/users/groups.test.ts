import t from 'tap';
import {
  addGroupMembers,
  createGroup,
  createUser,
  failed,
  field,
  groupUrn,
  ok,
  peopleCatalog,
  removeGroup,
  removeGroupMembers,
  removeUser,
  userUrn,
} from '../support/people.js';

const catalog = await peopleCatalog(t);
const { manager, writer, readAspect, db, policyVersion } = catalog;
for (const id of ['ann', 'bob', 'eve']) await createUser(manager, { id });
const [ann, bob, eve] = ['ann', 'bob', 'eve'].map(userUrn) as [string, string, string];

const members = (urn: string) =>
  field(
    writer,
    `query ($urn: String!) { corpGroup(urn: $urn) { relationships(input: {types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"],
       direction: INCOMING, count: 10}) { start count total relationships { type direction entity { urn
         ... on CorpUser { username } } } } } }`,
    { urn },
  );
const memberUrns = async (urn: string) =>
  (await members(urn)).value.relationships.relationships.map(
    ({ entity }: { entity: { urn: string } }) => entity.urn,
  );
const groupsOfUser = async (urn: string) =>
  (
    await field(
      writer,
      `query ($urn: String!) { corpUser(urn: $urn) { relationships(input: {types: ["IsMemberOfNativeGroup"],
         direction: OUTGOING}) { relationships { entity { urn ... on CorpGroup { name properties { displayName } } } } } } }`,
      { urn },
    )
  ).value.relationships.relationships.map(({ entity }: { entity: object }) => entity);

t.test('createGroup returns the URN, and the group reads back over GraphQL and as an aspect', async (t) => {
  const urn = groupUrn('platform');
  const input = { id: 'platform', name: 'Data platform', description: 'Runs it.' };
  t.strictSame(await createGroup(manager, input), ok(urn));
  const { value } = await field(
    writer,
    '{ corpGroup(urn: "urn:li:corpGroup:platform") { urn type name exists properties { displayName description email } } }',
  );
  t.strictSame(value, {
    urn,
    type: 'CORP_GROUP',
    name: 'platform',
    exists: true,
    properties: { displayName: 'Data platform', description: 'Runs it.', email: null },
  });
  t.match(await readAspect(urn, 'corpGroupInfo'), {
    displayName: 'Data platform',
    description: 'Runs it.',
    created: { actor: manager.urn },
  });
  const { value: made } = await createGroup(manager, { name: 'same' });
  t.match(made, /^urn:li:corpGroup:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  t.strictSame(await field(writer, '{ corpGroup(urn: "urn:li:corpGroup:none") { urn } }'), ok(null));
});

t.test('refusals of createGroup', async (t) => {
  t.match(await createGroup(manager, { id: 'platform', name: 'x' }), failed('CONFLICT', /already exists/));
  t.match(
    await createGroup(manager, { id: 'a,b', name: 'x' }),
    failed('BAD_REQUEST', /urn:li:corpGroup:<group id>/),
  );
  t.match(
    await createGroup(manager, { id: groupUrn('g'), name: 'x' }),
    failed('BAD_REQUEST', /expected only the last part of the URN, such as stewards/),
  );
  t.match(await createGroup(manager, { name: ' ' }), failed('BAD_REQUEST', /name is " "/));
});

t.test('members are added and removed over GraphQL, and the policies stay compiled', async (t) => {
  const urn = groupUrn('platform');
  const before = await policyVersion();
  t.strictSame(await addGroupMembers(manager, { groupUrn: urn, userUrns: [bob, ann, bob] }), ok(true));
  t.strictSame(await addGroupMembers(manager, { groupUrn: urn, userUrns: [ann] }), ok(true), 'again');
  t.strictSame((await members(urn)).value.relationships, {
    start: 0,
    count: 2,
    total: 2,
    relationships: ['ann', 'bob'].map((username) => ({
      type: 'IsMemberOfNativeGroup',
      direction: 'INCOMING',
      entity: { urn: userUrn(username), username },
    })),
  });
  t.strictSame(await groupsOfUser(ann), [
    { urn, name: 'platform', properties: { displayName: 'Data platform' } },
  ]);
  t.strictSame(await readAspect(ann, 'nativeGroupMembership'), { nativeGroups: [urn] });

  t.strictSame(await removeGroupMembers(manager, { groupUrn: urn, userUrns: [ann, eve] }), ok(true));
  t.strictSame(await memberUrns(urn), [bob]);
  t.strictSame(await readAspect(ann, 'nativeGroupMembership'), { nativeGroups: [] });
  t.equal(await policyVersion(), before);
});

t.test('refusals of changes of members change nothing', async (t) => {
  const urn = groupUrn('platform');
  const unknown = userUrn('nobody');
  for (const change of [addGroupMembers, removeGroupMembers]) {
    t.match(
      await change(manager, { groupUrn: groupUrn('none'), userUrns: [ann] }),
      failed('NOT_FOUND', /There is no group "urn:li:corpGroup:none"/),
    );
    t.match(
      await change(manager, { groupUrn: urn, userUrns: [eve, unknown] }),
      failed('NOT_FOUND', /There is no user "urn:li:corpuser:nobody"/),
    );
    t.match(await change(manager, { groupUrn: ann, userUrns: [ann] }), failed('BAD_REQUEST', /groupUrn/));
    t.match(await change(manager, { groupUrn: urn, userUrns: [urn] }), failed('BAD_REQUEST', /userUrns/));
    const userUrns = Array.from({ length: 1_001 }, (_, i) => userUrn(`u${i}`));
    t.match(await change(manager, { groupUrn: urn, userUrns }), failed('BAD_REQUEST', /at most 1000/));
  }
  t.strictSame(await memberUrns(urn), [bob]);
  t.strictSame(await db.query('SELECT urn FROM entities WHERE urn = $1', [unknown]), []);
});

t.test('removeGroup ends memberships and takes the group out of policies', async (t) => {
  const urn = groupUrn('doomed');
  await createGroup(manager, { id: 'doomed', name: 'x' });
  await addGroupMembers(manager, { groupUrn: urn, userUrns: [ann, eve] });
  await db.query(
    `INSERT INTO policies (id, name, type, privileges, users, groups) VALUES ('p', 'p', 'PLATFORM', '{CREATE_TAGS}', $1, $2)`,
    [[ann], ['urn:li:corpGroup:a', urn, 'urn:li:corpGroup:b']],
  );
  const before = await policyVersion();
  t.strictSame(await removeGroup(manager, urn), ok(true));
  t.equal(await policyVersion(), before + 1);
  t.match(await removeGroup(manager, urn), failed('NOT_FOUND'));
  t.strictSame(await readAspect(ann, 'nativeGroupMembership'), { nativeGroups: [] });
  t.strictSame(await groupsOfUser(eve), []);
  t.strictSame(await db.query(`SELECT users, groups FROM policies WHERE id = 'p'`), [
    { users: [ann], groups: ['urn:li:corpGroup:a', 'urn:li:corpGroup:b'] },
  ]);
  await createGroup(manager, { id: 'doomed', name: 'y' });
  t.strictSame(await memberUrns(urn), [], 'made again, it has no members');
});

t.test('removeUser ends memberships', async (t) => {
  const urn = groupUrn('platform');
  t.strictSame(await removeUser(manager, bob), ok(true));
  t.strictSame(await memberUrns(urn), []);
  await createUser(manager, { id: 'bob' });
  t.strictSame(await memberUrns(urn), []);
});

t.test('CONFLICT: the members and the group that make the last administrator', async (t) => {
  const urn = groupUrn('administrators');
  await createGroup(manager, { id: 'administrators', name: 'x' });
  await addGroupMembers(manager, { groupUrn: urn, userUrns: [ann] });
  await db.query(`UPDATE policies SET users = '{}', groups = $1 WHERE id = 'administrator-platform'`, [
    [urn],
  ]);
  const last = failed('CONFLICT', /no active user would have MANAGE_POLICIES/);
  t.match(await removeGroupMembers(manager, { groupUrn: urn, userUrns: [ann] }), last);
  t.match(await removeGroup(manager, urn), last);
  t.match(await removeUser(manager, ann), last);
  t.strictSame(await memberUrns(urn), [ann]);
  await addGroupMembers(manager, { groupUrn: urn, userUrns: [eve] });
  t.strictSame(await removeGroupMembers(manager, { groupUrn: urn, userUrns: [ann] }), ok(true));
});
