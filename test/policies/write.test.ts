import t, { type Test } from 'tap';
import { privileges } from '../../src/datahub/privileges.js';
import { readError } from '../access-tokens/api.js';
import { inDefaultPolicies, types } from '../datahub/datahub-privileges.js';
import { testCatalog } from '../support/catalog.js';
import { warningsIn } from '../support/warnings.js';
import {
  createPolicy,
  deletePolicy,
  granted,
  listPolicies,
  onlyGroups,
  onlyUsers,
  policyInput,
  tagMaker,
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
  const mayTag = tagMaker(ann);
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
  "a policy with each of DataHub's names is stored, and those without effect grant nothing",
  async (t) => {
    const { admin, mayTag } = await open(t);
    const named = types
      .trim()
      .split('\n')
      .map((line) => line.split(' = ', 1)[0]!);
    const all = [...named, ...inDefaultPolicies.trim().split(/\s+/)];
    const without = all.filter((name) => !Object.hasOwn(privileges, name));
    t.ok(without.length > 60, `${without.length} names`);
    for (const [given, may] of [
      [without, false],
      [all, true],
    ] as const) {
      const { body } = await createPolicy(admin, policyInput({ privileges: given }));
      t.equal(body.errors, undefined, JSON.stringify(body.errors));
      t.equal(await mayTag(), may);
    }
  },
);

t.test('a policy names groups, or members of any group, and a membership takes effect at once', async (t) => {
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

t.test('another spelling of a privilege is kept, and has its effect without a warning', async (t) => {
  const { admin, ann } = await open(t);
  const privileges = ['EDIT_ENTITY_DEPRECATION', 'EDIT_ENTITY_DOMAINS'];
  const input = policyInput({ name: 'Spelled', type: 'METADATA', privileges });
  const answer = await createPolicy(admin, input);
  t.strictSame(warningsIn(answer), []);
  t.match((await listPolicies(admin, { query: 'Spelled' })).body.data.listPolicies.policies, [
    { privileges, privilegesWithoutEffect: [] },
  ]);
  const resourceSpec = { resourceType: 'TAG', resourceUrn: 'urn:li:tag:x' };
  const readGranted = async () =>
    (await granted(ann, { actorUrn: ann.urn, resourceSpec })).body.data.getGrantedPrivileges.privileges;
  t.strictSame(await readGranted(), ['EDIT_DOMAINS_PRIVILEGE', 'EDIT_DEPRECATION_PRIVILEGE']);
  const overPlatform = await createPolicy(admin, { ...input, name: 'Over the platform', type: 'PLATFORM' });
  t.match(warningsIn(overPlatform), [/grant nothing in a PLATFORM policy: EDIT_ENTITY_DEPRECATION, EDIT/]);
  t.match(readError(await createPolicy(admin, { ...input, privileges: ['EDIT_ENTITY_DOMAIN'] })), {
    message: /did you mean EDIT_ENTITY_DOMAINS\?/,
  });
});

t.test('an update can say what it is based on, and is refused after another change', async (t) => {
  const { admin } = await open(t);
  const urn: string = (await createPolicy(admin, policyInput())).body.data.createPolicy;
  const readRevision = async () => {
    const { body } = await admin.graphql('{ listPolicies(input: {}) { policies { urn revision } } }');
    return body.data.listPolicies.policies.find((policy: { urn: string }) => policy.urn === urn).revision;
  };
  const update = (name: string, basedOn: string | null) =>
    admin.graphql(
      `mutation ($urn: String!, $input: PolicyUpdateInput!, $basedOn: String) {
         updatePolicy(urn: $urn, input: $input, basedOn: $basedOn) }`,
      { urn, input: policyInput({ name }), basedOn },
    );
  const read = await readRevision();
  t.equal(await readRevision(), read, 'the same for everyone who reads');
  const [one, other] = await Promise.all([update('One', read), update('Other', read)]);
  const results = [one, other].map((answer) => readError(answer)?.type ?? 'done').sort();
  t.strictSame(results, ['CONFLICT', 'done']);
  const refused = [one, other].find(({ body }) => body.errors)!;
  t.match(readError(refused), { message: /was changed since it was read; read it again/ });
  t.not(await readRevision(), read);
  t.match((await update('Again', await readRevision())).body, { data: { updatePolicy: urn } });
  t.match((await update('Any', null)).body, { data: { updatePolicy: urn } }, 'without one, as before');
  t.match(readError(await update('Wrong', 'x')), { type: 'CONFLICT' });
});

t.test('policies are listed by name, a letter with a mark beside the letter, in any case', async (t) => {
  const { admin } = await open(t);
  const order = ['Ecke', 'éclair', 'Eclipse', 'Ökonomie', 'oktober', 'zebra'];
  const urns: string[] = [];
  for (const name of order.toReversed()) {
    const { body } = await createPolicy(admin, policyInput({ name: `sort ${name}` }));
    urns.push(body.data.createPolicy);
  }
  const sorted = async (page: object = {}) => {
    const { body } = await listPolicies(admin, { query: 'sort', ...page });
    return body.data.listPolicies.policies.map(({ name }: { name: string }) => name.slice(5));
  };
  t.strictSame(await sorted(), order);
  t.strictSame(await sorted({ start: 1, count: 2 }), order.slice(1, 3));
  await updatePolicy(admin, urns[0]!, policyInput({ name: 'sort étage' }));
  t.strictSame(await sorted(), ['Ecke', 'éclair', 'Eclipse', 'étage', 'Ökonomie', 'oktober']);
});
