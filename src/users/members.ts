import type { AspectUpsert } from '../aspects/aspect.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { lockAndRun } from '../aspects/lock-and-run.js';
import { changeAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManageUsers } from '../core/authorization.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { parseGroupUrn, parseUserUrn, quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { beginPeopleChange } from './change-store.js';
import type { PeopleDeps } from './create.js';
import { existingGroups } from './group-store.js';
import { type Memberships, readMemberships } from './membership-store.js';
import { groupsMax } from './memberships.js';
import { readStates } from './user-store.js';

export interface MembersRequest {
  readonly groupUrn: string;
  readonly userUrns: readonly string[];
}

interface Deps extends PeopleDeps {
  readonly maxUsers: number;
}

/**
 * Adds users to a group: all or none. Those who are members stay members.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 */
export const addGroupMembers = (deps: Deps) => change(deps, add);

/** Removes users from a group, however they have become members. @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
export const removeGroupMembers = (deps: Deps) => change(deps, remove);

type Change = (group: string, user: string, memberships: Memberships) => AspectUpsert[];

const change =
  ({ db, clock, maxUsers }: Deps, planChanges: Change) =>
  async (actor: Actor, { groupUrn, userUrns }: MembersRequest): Promise<true> => {
    parseGroupUrn(groupUrn, 'groupUrn');
    if (userUrns.length > maxUsers)
      throw badRequest(`userUrns has ${userUrns.length} entries; at most ${maxUsers} are allowed`);
    const users = [...new Set(userUrns.map((urn) => parseUserUrn(urn, 'userUrns')))];
    if (!mayManageUsers(actor))
      throw lacking(actor, `change the members of ${groupUrn}`, ['MANAGE_USERS_AND_GROUPS']);
    const audit = { time: clock(), actor: actor.urn };
    const entities = [
      { urn: groupUrn, type: 'corpGroup' },
      ...users.map((urn) => ({ urn, type: 'corpuser' })),
    ];
    const write = async (tx: MetadataTransaction) => {
      // From here on no group is removed, so the others of these users need no lock.
      const endChange = await beginPeopleChange(tx, actor, users);
      await rejectMissing(tx, groupUrn, users);
      const memberships = await readMemberships(tx, users);
      const upserts = users.flatMap((user) =>
        planChanges(groupUrn, user, memberships.get(user) ?? { native: [], other: [] }),
      );
      await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
      await endChange();
    };
    await lockAndRun({ db, audit, requester: actor }, { written: entities, createsMissing: true }, write);
    return true;
  };

/** @throws NOT_FOUND */
async function rejectMissing(tx: Transaction, group: string, users: readonly string[]): Promise<void> {
  if ((await existingGroups(tx, [group])).length === 0) throw notFound(`There is no group ${quoted(group)}`);
  const states = await readStates(tx, users);
  const missing = users.find((urn) => (states.get(urn) ?? 'REMOVED') === 'REMOVED');
  if (missing !== undefined) throw notFound(`There is no user ${quoted(missing)}`);
}

const native = (urn: string, nativeGroups: readonly string[]): AspectUpsert => ({
  urn,
  entityType: 'corpuser',
  name: 'nativeGroupMembership',
  value: { nativeGroups },
});

function add(group: string, user: string, memberships: Memberships): AspectUpsert[] {
  rejectReservedUser(user, 'userUrns');
  if (memberships.native.includes(group) || memberships.other.includes(group)) return [];
  if (memberships.native.length >= groupsMax)
    throw conflict(`${quoted(user)} is in ${groupsMax} groups, which is the limit`);
  return [native(user, [...memberships.native, group])];
}

function remove(group: string, user: string, memberships: Memberships): AspectUpsert[] {
  const without = (groups: readonly string[]) => groups.filter((urn) => urn !== group);
  const changes: AspectUpsert[] = [];
  if (memberships.native.includes(group)) changes.push(native(user, without(memberships.native)));
  if (memberships.other.includes(group)) {
    const value = { groups: without(memberships.other) };
    changes.push({ urn: user, entityType: 'corpuser', name: 'groupMembership', value });
  }
  return changes;
}
