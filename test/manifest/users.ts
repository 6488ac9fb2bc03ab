import type { Operations, Subject } from './operation.js';

const people = ['MANAGE_USERS_AND_GROUPS'] as const;
const services = ['MANAGE_SERVICE_ACCOUNTS'] as const;
const members = ({ user, group }: Subject) => ({ input: { groupUrn: group, userUrns: [user] } });
const one = () => ({ input: { count: 1 } });
let made = 0;

/** Those of a status, and of what goes away with a user or a group. */
export const statusEvents = [
  'UpdateUserEvent',
  'WithdrawAccessTokenEvent',
  'RestoreAccessTokenEvent',
] as const;
const membershipEvents = ['RemoveGroupMemberEvent', 'UpdatePolicyEvent'] as const;
export const userEvents = ['DeleteUserEvent', 'RevokeAccessTokenEvent', ...membershipEvents] as const;
export const groupEvents = ['DeleteGroupEvent', ...membershipEvents] as const;

export const users: Operations = {
  'query me': { select: '{ corpUser { urn } platformPrivileges { manageTags } }' },
  'query corpUser': { args: ({ user: urn }) => ({ urn }), select: '{ urn username status }' },
  'query corpGroup': { args: ({ group: urn }) => ({ urn }), select: '{ urn name }' },
  'query listUsers': { args: one, select: '{ total users { urn } }', privileges: people },
  'query listGroups': { args: one, select: '{ total groups { urn } }', privileges: people },
  'query listServiceAccounts': {
    args: one,
    select: '{ total serviceAccounts { urn displayName } }',
    privileges: services,
  },
  'query getServiceAccount': {
    args: ({ service: urn }) => ({ urn }),
    select: '{ urn displayName createdAt }',
    privileges: services,
  },
  'mutation createUser': {
    args: () => ({ input: { id: `made-${made++}` } }),
    privileges: people,
    events: ['CreateUserEvent'],
  },
  'mutation updateUserStatus': {
    args: ({ user: urn }) => ({ urn, status: 'SUSPENDED' }),
    privileges: people,
    events: statusEvents,
  },
  'mutation updateCorpUserProperties': {
    args: ({ user: urn }) => ({ urn, input: { title: 'x' } }),
    select: '{ urn properties { title } }',
    privileges: people,
  },
  'mutation removeUser': {
    args: ({ user: urn }) => ({ urn }),
    privileges: people,
    events: userEvents,
  },
  'mutation createGroup': {
    args: () => ({ input: { name: 'x' } }),
    privileges: people,
    events: ['CreateGroupEvent'],
  },
  'mutation removeGroup': {
    args: ({ group: urn }) => ({ urn }),
    privileges: people,
    events: groupEvents,
  },
  'mutation addGroupMembers': { args: members, privileges: people, events: ['AddGroupMemberEvent'] },
  'mutation removeGroupMembers': { args: members, privileges: people, events: ['RemoveGroupMemberEvent'] },
  'mutation createServiceAccount': {
    args: () => ({ input: { displayName: 'x' } }),
    select: '{ urn displayName }',
    privileges: services,
    events: ['CreateUserEvent'],
  },
  'mutation deleteServiceAccount': {
    args: ({ service: urn }) => ({ urn }),
    privileges: services,
    events: userEvents,
  },
};
