import { add, deletion, patchProposal, proposal } from '../../support/aspects.js';

const policyInfo = (...users: string[]) => ({
  displayName: 'x',
  type: 'PLATFORM',
  state: 'ACTIVE',
  privileges: ['MANAGE_ACCESS_TOKENS', 'EDIT_ENTITY', 'MANAGE_TAGS', 'MANAGE_POLICIES'],
  actors: { users, allUsers: true, allGroups: true, resourceOwners: true },
  editable: true,
});

/** Aspects that would raise a user's rights if rights were read from aspects. Stored as ordinary metadata. */
export const inertAspects = (victim: string): object[] => [
  proposal(victim, 'corpUserEditableInfo', { aboutMe: 'x' }),
  proposal(victim, 'status', { removed: false }),
  proposal('urn:li:corpGroup:admins', 'ownership', { owners: [] }),
  proposal('urn:li:globalSettings:0', 'globalSettingsInfo', { authenticationEnabled: false }),
];

/** Aspects that say who may call and who is in a group. Written with the right to manage users only. */
export const aspectsOfPeople = (victim: string): object[] => [
  proposal(victim, 'corpUserKey', { username: victim.split(':').at(-1) }),
  deletion(victim, 'corpUserKey'),
  proposal(victim, 'corpUserInfo', { active: true, admin: true, system: true, displayName: 'x' }),
  proposal(victim, 'corpUserInfo', { active: false }),
  patchProposal(victim, 'corpUserInfo', [add('/active', false)]),
  deletion(victim, 'corpUserInfo'),
  proposal(victim, 'corpUserStatus', { status: 'SUSPENDED' }),
  proposal(victim, 'corpUserStatus', { status: 'ACTIVE' }),
  proposal(victim, 'groupMembership', { groups: ['urn:li:corpGroup:admins'] }),
  patchProposal(victim, 'nativeGroupMembership', [add('/nativeGroups', ['urn:li:corpGroup:admins'])]),
  proposal('urn:li:corpGroup:admins', 'corpGroupInfo', { admins: [victim], members: [victim], groups: [] }),
  proposal('urn:li:corpGroup:admins', 'corpGroupKey', { name: 'admins' }),
  deletion('urn:li:corpGroup:admins', 'corpGroupKey'),
];

/** Aspects that only concern users' rights or tokens. Rejected. */
export const privilegedAspects = (victim: string, writer: string): object[] => [
  proposal(victim, 'corpUserCredentials', { salt: 'x', hashedPassword: 'x' }),
  proposal(victim, 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] }),
  deletion(victim, 'roleMembership'),
  proposal('urn:li:dataHubRole:Admin', 'actors', { users: [{ user: victim }] }),
  proposal('urn:li:inviteToken:x', 'inviteToken', { token: 'x', role: 'urn:li:dataHubRole:Admin' }),
  ...['dataHubAccessToken', 'serviceAccessToken'].flatMap((type) => [
    proposal(`urn:li:${type}:x`, 'dataHubAccessTokenInfo', {
      name: 'x',
      actorUrn: victim,
      ownerUrn: writer,
      createdAt: 0,
    }),
    proposal(`urn:li:${type}:x`, 'dataHubAccessTokenKey', { id: 'x' }),
  ]),
];

/** Changes of policies, which take MANAGE_POLICIES. */
export const policyAspects = (victim: string, writer: string): object[] =>
  ['all', 'manager-platform', 'nobody-platform'].flatMap((id) => {
    const urn = `urn:li:dataHubPolicy:${id}`;
    return [
      proposal(urn, 'dataHubPolicyInfo', policyInfo(victim, writer)),
      patchProposal(urn, 'dataHubPolicyInfo', [add('/privileges/0', 'MANAGE_USERS_AND_GROUPS')]),
      proposal(urn, 'status', { removed: true }),
      deletion(urn, 'dataHubPolicyInfo'),
      deletion(urn, 'dataHubPolicyKey'),
    ];
  });
