import t, { type Test } from 'tap';
import { testCatalog } from '../../support/catalog.js';
import { warningsIn } from '../../support/warnings.js';
import { readError } from '../tokens/api.js';
import {
  createPolicy,
  deletePolicy,
  listPolicies,
  onlyGroups,
  onlyUsers,
  policyInput,
  updatePolicy,
} from './api.js';

async function open(t: Test) {
  const catalog = await testCatalog(t);
  const admin = await catalog.user('admin', ['MANAGE_POLICIES']);
  const ann = await catalog.user('ann');
  const group = 'urn:li:corpGroup:team';
  await catalog.db.query(`INSERT INTO groups (urn, created_at, created_by) VALUES ($1, 1, 'x')`, [group]);
  const join = (urn: string) =>
    catalog.db.query(
      `INSERT INTO group_members (user_urn, group_urn, native, created_at, created_by) VALUES ($1, $2, true, 1, 'x')`,
      [urn, group],
    );
  const leave = (urn: string) => catalog.db.query('DELETE FROM group_members WHERE user_urn = $1', [urn]);
  let tags = 0;
  const mayTag = async () => {
    const name = `t${tags++}`;
    const answer = await ann.graphql('mutation m($i: CreateTagInput!) { createTag(input: $i) }', {
      i: { name, id: name },
    });
    return readError(answer) === null;
  };
  return { ...catalog, admin, ann, group, join, leave, mayTag };
}

t.test('a policy takes effect with the next request, and so does its change and its deletion', async (t) => {
  const { admin, mayTag } = await open(t);
  t.equal(await mayTag(), false);
  const { body } = await createPolicy(admin, policyInput());
  const urn: string = body.data.createPolicy;
  t.match(urn, /^urn:li:dataHubPolicy:[0-9a-f-]{36}$/);
  t.strictSame(body.extensions, {});
  t.equal(await mayTag(), true);
  for (const state of ['INACTIVE', 'DRAFT']) {
    t.match(await updatePolicy(admin, urn, policyInput({ state })), {
      body: { data: { updatePolicy: urn } },
    });
    t.equal(await mayTag(), false, state);
    await updatePolicy(admin, urn, policyInput());
    t.equal(await mayTag(), true);
  }
  t.match(await deletePolicy(admin, urn), { body: { data: { deletePolicy: urn } } });
  t.equal(await mayTag(), false);
  t.match(readError(await deletePolicy(admin, urn)), { type: 'NOT_FOUND' });
  t.match(readError(await updatePolicy(admin, urn, policyInput())), { type: 'NOT_FOUND' });
});

t.test(
  'a policy names groups, or the members of any group, and a membership takes effect at once',
  async (t) => {
    const { admin, ann, group, join, leave, mayTag, db } = await open(t);
    const version = () => db.query('SELECT version FROM policy_version');
    for (const actors of [onlyGroups(group), { ...onlyGroups(), allGroups: true }]) {
      const { body } = await createPolicy(admin, policyInput({ actors }));
      const before = await version();
      t.equal(await mayTag(), false, 'a user without a group');
      await join(ann.urn);
      t.equal(await mayTag(), true);
      await leave(ann.urn);
      t.equal(await mayTag(), false);
      t.strictSame(await version(), before, 'a membership does not make processes read the policies again');
      await deletePolicy(admin, body.data.createPolicy);
    }
  },
);

t.test('policies need MANAGE_POLICIES, and a refusal says nothing about them', async (t) => {
  const { admin, user } = await open(t);
  const { body } = await createPolicy(admin, policyInput());
  const urn = body.data.createPolicy;
  const bob = await user('bob', [
    'EDIT_ENTITY',
    'DELETE_ENTITY',
    'MANAGE_USERS_AND_GROUPS',
    'MANAGE_ACCESS_TOKENS',
  ]);
  for (const answer of [
    await createPolicy(bob, policyInput()),
    await updatePolicy(bob, urn, policyInput()),
    await updatePolicy(bob, 'urn:li:dataHubPolicy:none', policyInput()),
    await updatePolicy(bob, 'not a urn', policyInput()),
    await deletePolicy(bob, urn),
    await deletePolicy(bob, 'urn:li:dataHubPolicy:none'),
    await listPolicies(bob),
  ]) {
    t.match(readError(answer), { type: 'UNAUTHORIZED' });
  }
  t.match(await listPolicies(admin, { query: 'ann MAKES' }), {
    body: { data: { listPolicies: { total: 1 } } },
  });
});

const refused: readonly [change: object, message: RegExp][] = [
  [
    { privileges: ['CREATE_TAG'] },
    /"CREATE_TAG" is not a privilege; did you mean CREATE_TAGS\? Privileges are .*CREATE_TAGS.*MANAGE_INGESTION/,
  ],
  [{ name: ' ' }, /displayName: expected 1 to 255 characters/],
  [{ actors: onlyUsers('ann') }, /urn:li:corpuser:<user id>/],
  [{ actors: onlyGroups('urn:li:corpuser:ann') }, /"urn:li:corpuser:ann" is not a urn:li:corpGroup:<id>/],
  [{ actors: { ...onlyUsers(), resourceOwners: true } }, /only roles or resource owners as actors/],
  [
    { type: 'METADATA', resources: { filter: { criteria: [{ field: 'NAME', values: ['x'] }] } } },
    /"NAME" is not a field of a criterion; expected TYPE, .*CONTAINER/,
  ],
  ...['\0', '\ud800'].flatMap((bad): [object, RegExp][] => {
    const criterion = (field: string, value: string) => ({
      resources: { filter: { criteria: [{ field, values: [value], condition: 'STARTS_WITH' }] } },
    });
    const urn = `urn:li:dataset:(urn:li:dataPlatform:a,${bad},PROD)`;
    const why = /contains (the character U\+0000|an unpaired surrogate)/;
    return [
      [criterion('URN', urn), why],
      [criterion('DOMAIN', bad), why],
      [{ type: 'METADATA', resources: { resources: [urn] } }, why],
      [{ actors: { ...onlyUsers('urn:li:corpuser:ann'), resourceOwnersTypes: [bad] } }, why],
    ];
  }),
  [{ type: 'METADATA', resources: { type: 'DATASET' } }, /"DATASET" is not an entity type/],
  [
    { resources: { filter: { criteria: [{ field: 'URN', values: [''], condition: 'STARTS_WITH' }] } } },
    /does not begin with urn:li:/,
  ],
  [
    { resources: { filter: { criteria: [{ field: 'CONTAINER', values: ['urn:li:tag:x'] }] } } },
    /urn:li:container:<id>/,
  ],
];

t.test('what cannot be a policy is refused, and nothing is written', async (t) => {
  const { admin } = await open(t);
  const before = await listPolicies(admin);
  for (const [change, message] of refused) {
    t.match(readError(await createPolicy(admin, policyInput(change))), { type: 'BAD_REQUEST', message });
  }
  t.strictSame((await listPolicies(admin)).body, before.body);
  t.match(readError(await listPolicies(admin, { query: '\0' })), { type: 'BAD_REQUEST' });
});

t.test('what has no effect here is kept, grants nothing, and the answer warns', async (t) => {
  const { admin, ann } = await open(t);
  const answer = await createPolicy(
    admin,
    policyInput({
      type: 'METADATA',
      privileges: ['EDIT_ENTITY', 'VIEW_ENTITY_PAGE', 'CREATE_TAGS'],
      actors: { ...onlyUsers(ann.urn, 'urn:li:corpuser:nobody'), resourceOwners: true },
      resources: { filter: { criteria: [{ field: 'DOMAIN', values: ['urn:li:domain:d'] }] } },
    }),
  );
  const { body } = answer;
  t.strictSame(body.extensions, {});
  t.match(warningsIn(answer), [
    /grant nothing in a METADATA policy: VIEW_ENTITY_PAGE, CREATE_TAGS/,
    /resource owners are stored/,
    /DOMAIN EQUALS is not evaluated/,
    /do not exist here: urn:li:corpuser:nobody$/,
  ]);
  t.match((await listPolicies(admin, { query: 'Ann' })).body.data.listPolicies.policies, [
    {
      urn: body.data.createPolicy,
      privileges: ['EDIT_ENTITY', 'VIEW_ENTITY_PAGE', 'CREATE_TAGS'],
      privilegesWithoutEffect: ['VIEW_ENTITY_PAGE', 'CREATE_TAGS'],
      actors: { users: [ann.urn, 'urn:li:corpuser:nobody'], resourceOwners: true },
      resources: { filter: { criteria: [{ field: 'DOMAIN', values: [{ value: 'urn:li:domain:d' }] }] } },
    },
  ]);
});

t.test('a change after which nobody could change policies is a conflict', async (t) => {
  const { admin, ann, group, join, db } = await open(t);
  const [only] = (await listPolicies(admin)).body.data.listPolicies.policies;
  const asBefore = { type: only.type, name: only.name, state: only.state, privileges: only.privileges };
  const input = (change: object) => ({ ...asBefore, actors: onlyUsers(admin.urn), ...change });
  for (const change of [
    { state: 'INACTIVE' },
    { state: 'DRAFT' },
    { privileges: ['CREATE_TAGS'] },
    { type: 'METADATA' },
    { actors: onlyUsers('urn:li:corpuser:nobody') },
    { actors: onlyGroups(group) },
    { actors: { ...onlyGroups(), allGroups: true } },
  ]) {
    t.match(readError(await updatePolicy(admin, only.urn, input(change))), {
      type: 'CONFLICT',
      message: /no active user would have MANAGE_POLICIES/,
    });
  }
  t.match(readError(await deletePolicy(admin, only.urn)), { type: 'CONFLICT' });
  await join(ann.urn);
  t.equal(readError(await updatePolicy(admin, only.urn, input({ actors: onlyGroups(group) }))), null);
  t.equal(
    readError(await updatePolicy(ann, only.urn, input({ actors: { ...onlyUsers(), allUsers: true } }))),
    null,
  );
  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`, [admin.urn]);
  t.match(readError(await updatePolicy(ann, only.urn, input({}))), { type: 'CONFLICT' });
});

t.test('privileges that exist only in DataHub are stored and grant nothing', async (t) => {
  const { user } = await testCatalog(t);
  const admin = await user('admin', ['MANAGE_POLICIES']);
  await user('ann');
  const privileges = [
    'CREATE_USERS',
    'UPDATE_GROUPS',
    'VIEW_SYSTEM_STATUS',
    'GET_METADATA_CHANGE_LOG_EVENTS',
  ];
  const name = 'Only in DataHub';
  const { body } = await createPolicy(admin, policyInput({ name, type: 'PLATFORM', privileges }));
  t.equal(body.errors, undefined);
  const listed = await admin.graphql(
    `{ listPolicies(input: {query: "${name}"}) { policies { privileges privilegesWithoutEffect } } }`,
  );
  t.strictSame(listed.body.data.listPolicies.policies, [{ privileges, privilegesWithoutEffect: privileges }]);
});
