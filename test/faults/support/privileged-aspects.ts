import { add, deletion, patchProposal, proposal } from '../../support/aspects.js';

const types = ['dataHubAccessToken', 'serviceAccessToken'];

/** What somebody would write to raise a user's rights, were they read from aspects. */
export const privilegedAspects = (victim: string, writer: string): object[] => [
  proposal(victim, 'corpUserKey', { username: victim.split(':').at(-1) }),
  proposal(victim, 'corpUserInfo', { active: true, admin: true, system: true, displayName: 'x' }),
  proposal(victim, 'corpUserStatus', { status: 'ACTIVE' }),
  proposal(victim, 'status', { removed: false }),
  proposal(victim, 'corpUserCredentials', { salt: 'x', hashedPassword: 'x' }),
  proposal(victim, 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] }),
  proposal(victim, 'groupMembership', { groups: ['urn:li:corpGroup:admins'] }),
  proposal('urn:li:dataHubRole:Admin', 'actors', { users: [{ user: victim }] }),
  proposal('urn:li:corpGroup:admins', 'corpGroupInfo', { admins: [victim], members: [victim], groups: [] }),
  ...['all', 'manager-platform', 'nobody-platform'].flatMap((id) => [
    proposal(`urn:li:dataHubPolicy:${id}`, 'dataHubPolicyInfo', {
      type: 'PLATFORM',
      state: 'ACTIVE',
      privileges: ['MANAGE_ACCESS_TOKENS', 'EDIT_ENTITY', 'MANAGE_TAGS', 'MANAGE_POLICIES'],
      actors: { users: [victim, writer], allUsers: true, allGroups: true, resourceOwners: true },
      editable: true,
    }),
    patchProposal(`urn:li:dataHubPolicy:${id}`, 'dataHubPolicyInfo', [
      add('/privileges/0', 'MANAGE_USERS_AND_GROUPS'),
    ]),
  ]),
  ...types.flatMap((type) => [
    proposal(`urn:li:${type}:x`, 'dataHubAccessTokenInfo', {
      name: 'x',
      actorUrn: victim,
      ownerUrn: writer,
      createdAt: 0,
    }),
    proposal(`urn:li:${type}:x`, 'dataHubAccessTokenKey', { id: 'x' }),
  ]),
  proposal('urn:li:globalSettings:0', 'globalSettingsInfo', { authenticationEnabled: false }),
  deletion(victim, 'corpUserKey'),
];
