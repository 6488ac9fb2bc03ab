import t from 'tap';
import { proposal } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { createGroup, createUser, failed, field, ok, peopleCatalog, userUrn } from '../support/people.js';

const catalog = await peopleCatalog(t);
const { manager, administrator } = catalog;
await createUser(manager, { id: 'zoe', displayName: 'Zoë 100%', email: 'zoe@example.com' });
await createUser(manager, { id: 'yan', fullName: 'Yan_Example' });

const users = (caller: Caller, input: object) =>
  field(
    caller,
    'query ($input: ListUsersInput!) { listUsers(input: $input) { start count total users { urn } } }',
    { input },
  );
const found = async (input: object) =>
  (await users(manager, input)).value.users.map(({ urn }: { urn: string }) =>
    urn.slice('urn:li:corpuser:'.length),
  );

t.test('listUsers: pages in the order of the URNs, with the exact total', async (t) => {
  const all = ['administrator', 'keeper', 'manager', 'writer', 'yan', 'zoe'];
  t.strictSame(await found({}), all);
  t.match(await users(manager, { start: 1, count: 2 }), ok({ start: 1, count: 2, total: 6 }));
  t.strictSame(await found({ start: 1, count: 2 }), ['keeper', 'manager']);
  t.strictSame(await found({ start: 9 }), []);
  for (const query of ['', ' ', '*']) t.strictSame(await found({ query }), all, JSON.stringify(query));
});

t.test('listUsers searches ids and texts, and takes every character as itself', async (t) => {
  t.strictSame(await found({ query: 'ZO' }), ['zoe']);
  t.strictSame(await found({ query: '100%' }), ['zoe']);
  t.strictSame(await found({ query: 'n_e' }), ['yan']);
  t.strictSame(await found({ query: 'EXAMPLE' }), ['yan', 'zoe']);
  t.strictSame(await found({ query: 'writer' }), ['writer'], 'the whole id');
  t.strictSame(await found({ query: ':writer' }), [], 'nothing before the id');
  t.strictSame(await found({ query: 'corpuser' }), []);
});

t.test('a longer query is refused', async (t) => {
  t.match(await users(manager, { query: 'x'.repeat(256) }), failed('BAD_REQUEST', /at most 255/));
});

t.test('listGroups', async (t) => {
  await createGroup(manager, { id: 'b', name: 'Second' });
  await createGroup(manager, { id: 'a', name: 'First', description: 'of all' });
  const groups = (input: object) =>
    field(
      manager,
      `query ($input: ListGroupsInput!) { listGroups(input: $input) { start count total
         groups { name properties { displayName } } } }`,
      { input },
    );
  t.strictSame(
    await groups({}),
    ok({
      start: 0,
      count: 20,
      total: 2,
      groups: [
        { name: 'a', properties: { displayName: 'First' } },
        { name: 'b', properties: { displayName: 'Second' } },
      ],
    }),
  );
  t.match(await groups({ query: 'ALL' }), ok({ total: 1, groups: [{ name: 'a' }] }));
  t.match(await groups({ query: 'b' }), ok({ total: 1, groups: [{ name: 'b' }] }));
  t.match(await groups({ query: ':b' }), ok({ total: 0, groups: [] }));
});

t.test('me: the caller, its settings and its privileges over the platform', async (t) => {
  const document = `{ me { corpUser { urn username status settings { views { defaultView { urn } } }
     editableProperties { aboutMe teams } }
     platformPrivileges { managePolicies manageIdentities manageServiceAccounts manageTags viewAnalytics } } }`;
  const none = {
    managePolicies: false,
    manageIdentities: false,
    manageServiceAccounts: false,
    manageTags: false,
    viewAnalytics: false,
  };
  const zoe = await catalog.createCaller(userUrn('zoe'));
  t.strictSame((await field(zoe, document)).value, {
    corpUser: {
      urn: userUrn('zoe'),
      username: 'zoe',
      status: 'ACTIVE',
      settings: { views: { defaultView: null } },
      editableProperties: null,
    },
    platformPrivileges: none,
  });
  await catalog.put(
    proposal(zoe.urn, 'corpUserSettings', { views: { defaultView: 'urn:li:dataHubView:x' } }),
    proposal(zoe.urn, 'corpUserEditableInfo', { aboutMe: 'a', teams: ['b', 1], skills: 'c', slack: 2 }),
  );
  t.match((await field(zoe, document)).value.corpUser, {
    settings: { views: { defaultView: { urn: 'urn:li:dataHubView:x' } } },
    editableProperties: { aboutMe: 'a', teams: ['b'] },
  });
  t.match((await field(manager, document)).value.platformPrivileges, { ...none, manageIdentities: true });
  t.match((await field(administrator, document)).value.platformPrivileges, { ...none, managePolicies: true });
});
