import t from 'tap';
import type { Privilege } from '../../src/datahub/privileges.js';
import { readError } from '../access-tokens/api.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { group, me, policies } from '../support/frontend-documents.js';

const catalog = await aspectCatalog(t);
const admin = await catalog.user('admin', ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS', 'EDIT_ENTITY']);
const put = async (...proposals: object[]) => t.match(await catalog.batch(proposals, admin), { status: 200 });
const team = 'urn:li:corpGroup:team';
const container = 'urn:li:container:c';
const container2 = 'urn:li:container:none';

await put(
  proposal(admin.urn, 'corpUserSettings', { appearance: { showSimplifiedHomepage: true, showThemeV2: 'x' } }),
  proposal(admin.urn, 'corpUserInfo', { active: true, displayName: 'Ada' }),
  proposal(admin.urn, 'groupMembership', { groups: [team] }),
  proposal(team, 'corpGroupInfo', { displayName: 'Team', admins: [], members: [], groups: [] }),
  proposal(container, 'containerProperties', { name: 'c' }),
);

t.test('the document for the caller', async (t) => {
  const { body } = await admin.graphql(me);
  t.match(body.data.me, {
    corpUser: {
      urn: admin.urn,
      info: { displayName: 'Ada' },
      settings: {
        appearance: { showSimplifiedHomepage: true, showThemeV2: null },
        views: { defaultView: null },
      },
    },
    platformPrivileges: { managePolicies: true, viewMetadataProposals: false, manageGlobalSettings: false },
  });
  const other = await catalog.user('other');
  t.match((await other.graphql(me)).body.data.me.corpUser.settings, { appearance: null });
});

t.test('the privileges of stewards over the platform', async (t) => {
  for (const [privilege, expected] of Object.entries({
    CREATE_DOMAINS: { createDomains: true, manageDomains: false, manageGlossaries: false },
    MANAGE_DOMAINS: { createDomains: true, manageDomains: true, manageGlossaries: false },
    MANAGE_GLOSSARIES: { createDomains: false, manageDomains: false, manageGlossaries: true },
  })) {
    const steward = await catalog.user(privilege, [privilege as Privilege]);
    const { body } = await steward.graphql(
      '{ me { platformPrivileges { createDomains manageDomains manageGlossaries } } }',
    );
    t.strictSame(body.data.me.platformPrivileges, expected, privilege);
  }
});

t.test('the document for a group', async (t) => {
  const read = async () => (await admin.graphql(group, { urn: team })).body.data.corpGroup;
  t.match(await read(), {
    info: { displayName: 'Team' },
    origin: null,
    editableProperties: null,
    relationships: {
      total: 1,
      relationships: [{ entity: { urn: admin.urn, info: { displayName: 'Ada' } } }],
    },
  });
  await put(
    proposal(team, 'origin', { type: 'EXTERNAL', externalType: 'AD' }),
    proposal(team, 'corpGroupEditableInfo', { description: 'd', slack: '#team', pictureLink: 1 }),
  );
  t.match(await read(), {
    origin: { type: 'EXTERNAL', externalType: 'AD' },
    editableProperties: { description: 'd', slack: '#team', email: null, pictureLink: null },
  });
  await put(proposal(team, 'origin', { type: 'OTHER' }));
  t.match(await read(), { origin: { type: 'UNKNOWN', externalType: null } });
});

const info = (displayName: string, state: string, type: string, change: object = {}) => ({
  ...{ displayName, description: 'Listed', type, state, privileges: [] },
  ...{ actors: { users: [admin.urn] }, ...change },
});

t.test('the document for policies, with its filters', async (t) => {
  const many = Array.from({ length: 101 }, (_, i) => `urn:li:corpuser:u${i}`);
  const change = {
    actors: {
      users: [admin.urn, ...many],
      groups: [team, 'urn:li:corpGroup:none'],
      roles: ['urn:li:dataHubRole:Admin'],
      resourceOwnersTypes: ['urn:li:ownershipType:__system__technical_owner'],
    },
    resources: {
      filter: {
        criteria: [
          { field: 'CONTAINER', values: [container, container2], condition: 'EQUALS' },
          { field: 'URN', values: ['urn:li:dataset:('], condition: 'STARTS_WITH' },
        ],
      },
    },
  };
  await put(
    proposal('urn:li:dataHubPolicy:a', 'dataHubPolicyInfo', info('a', 'ACTIVE', 'METADATA', change)),
    proposal('urn:li:dataHubPolicy:b', 'dataHubPolicyInfo', info('b', 'INACTIVE', 'PLATFORM')),
    proposal(
      'urn:li:dataHubPolicy:c',
      'dataHubPolicyInfo',
      info('c', 'DRAFT', 'METADATA', { resources: { type: 'container', resources: [container] } }),
    ),
  );
  const list = (orFilters?: object) =>
    admin.graphql(policies, { input: { start: 0, count: 10, query: 'Listed', orFilters } });
  const [first] = (await list()).body.data.listPolicies.policies;
  t.match(first, {
    resources: {
      filter: {
        criteria: [
          {
            values: [
              { value: container, entity: { urn: container, type: 'CONTAINER', platform: {} } },
              { value: container2, entity: { urn: container2 } },
            ],
          },
          { values: [{ value: 'urn:li:dataset:(', entity: null }] },
        ],
      },
    },
    actors: {
      resolvedGroups: [
        { urn: team, name: 'team', info: { displayName: 'Team' } },
        { name: 'none', info: null },
      ],
      resolvedRoles: [
        { urn: 'urn:li:dataHubRole:Admin', type: 'DATAHUB_ROLE', name: 'Admin', description: '' },
      ],
      resolvedOwnershipTypes: [{ type: 'CUSTOM_OWNERSHIP_TYPE' }],
    },
  });
  t.match([first.actors.users.length, first.actors.resolvedUsers.length], [102, 100]);
  t.match(first.actors.resolvedUsers[0], { username: 'admin', info: { displayName: 'Ada' } });

  const names = async (orFilters: object) => {
    const { total, policies } = (await list(orFilters)).body.data.listPolicies;
    t.equal(total, policies.length);
    return policies.map(({ name }: { name: string }) => name).join('');
  };
  t.equal(
    await names([{ and: [{ field: 'state', values: ['ACTIVE', 'DRAFT'], condition: 'EQUAL' }] }]),
    'ac',
  );
  t.equal(await names([{ and: [{ field: 'state', values: ['ACTIVE'], negated: true }] }]), 'bc');
  const draft = { field: 'state', value: 'DRAFT' };
  t.equal(await names([{ and: [draft, { field: 'type', values: ['METADATA'] }] }]), 'c');
  t.equal(await names([{ and: [draft] }, { and: [{ field: 'type', values: ['PLATFORM'] }] }]), 'bc');
  t.equal(await names([]), 'abc');
  const urn = 'urn:li:dataHubPolicy:b';
  const { description: _, ...undescribed } = info('d', 'ACTIVE', 'PLATFORM');
  const d = {
    ...undescribed,
    displayName: 'Listed',
    editable: false,
    privileges: ['MANAGE_TAGS', 'CREATE_TAGS'],
  };
  await put(proposal('urn:li:dataHubPolicy:d', 'dataHubPolicyInfo', { ...d, actors: { allUsers: true } }));
  const filters: [filter: object, names: string][] = [
    [{ field: 'urn', values: [urn, 'urn:li:tag:c', 'b'] }, 'b'],
    [{ field: 'urn', values: [urn], negated: true }, 'acListed'],
    [{ field: 'name', values: ['a', 'B', 'Listed'], condition: 'IN' }, 'aListed'],
    [{ field: 'displayName', value: 'c' }, 'c'],
    [{ field: 'description', value: 'Listed' }, 'abc'],
    [{ field: 'description', value: 'Listed', negated: true }, 'Listed'],
    [{ field: 'editable', value: 'false' }, 'Listed'],
    [{ field: 'editable', value: 'true' }, 'abc'],
    [{ field: 'editable', values: ['true', 'false'] }, 'abcListed'],
    [{ field: 'editable', value: 'false', negated: true }, 'abc'],
    [{ field: 'privileges', values: ['CREATE_TAGS', 'MANAGE_POLICIES'] }, 'Listed'],
    [{ field: 'privileges', value: 'CREATE_TAGS', negated: true }, 'abc'],
    [{ field: 'users', value: 'urn:li:corpuser:u7' }, 'a'],
    [{ field: 'groups', value: team }, 'a'],
    [{ field: 'groups', value: team, negated: true }, 'bcListed'],
    [{ field: 'users', value: 'urn:li:corpuser:u7', negated: true }, 'bcListed'],
    [{ field: 'allUsers', value: 'true' }, 'Listed'],
    [{ field: 'allGroups', value: 'true' }, ''],
    [{ field: 'resources', values: ['urn:li:dataset:none', container] }, 'c'],
    [{ field: 'resources', value: container, negated: true }, 'abListed'],
    [{ field: 'resourceType', value: 'container' }, 'c'],
    [{ field: 'resourceType', value: 'container', negated: true }, 'abListed'],
    [{ field: 'allResources', value: 'true' }, ''],
    [{ field: 'editable', values: [] }, ''],
    [{ field: 'name', values: [] }, ''],
  ];
  for (const [filter, expected] of filters)
    t.equal(await names([{ and: [filter] }]), expected, JSON.stringify(filter));
  // As SQL writes a policy that covers everything.
  await catalog.db.query(
    `INSERT INTO policies (id, name, description, type, privileges, users, groups)
     VALUES ('e', 'e', 'Listed', 'METADATA', '{}', '{}', '{}')`,
  );
  for (const [value, expected] of [
    ['true', 'e'],
    ['false', 'abcListed'],
  ])
    t.equal(await names([{ and: [{ field: 'allResources', value }] }]), expected);
  await catalog.db.query(`DELETE FROM policies WHERE id = 'e'`);
  t.equal(await names([{ and: [] }, { and: [{ field: 'name', value: 'a' }] }]), 'abcListed');
  const wrong: [filter: object, message: RegExp][] = [
    [{ field: 'editable', value: 'yes' }, /editable is "yes"; expected true or false/],
    [{ field: 'state', value: 'active' }, /state is "active"; expected ACTIVE, INACTIVE, DRAFT/],
    [
      { field: 'name', values: Array(1_001).fill('a') },
      /orFilters has 1003 lists, filters and values; at most 1000/,
    ],
    [
      { field: 'colour', values: ['a'] },
      /"colour" is not a field to filter policies by; expected one of urn, name/,
    ],
    [{ field: 'state', values: ['ACTIVE'], condition: 'CONTAIN' }, /only by EQUAL or IN/],
  ];
  for (const [filter, message] of wrong)
    t.match(readError(await list([{ and: [filter] }])), { type: 'BAD_REQUEST', message });
});
