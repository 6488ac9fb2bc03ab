import type { AspectUpsert } from '../aspects/aspect.js';
import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { createEntities } from '../aspects/entity-store.js';
import { lockAndRun } from '../aspects/lock-and-run.js';
import { changeAspects, upsertAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManageUsers } from '../core/authorization.js';
import { parseCallId } from '../core/call-id.js';
import { dayMs } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { groupUrn, parseGroupUrn, parseUserUrn, quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { given, type PeopleDeps } from './accounts.js';
import { beginPeopleChange } from './change-store.js';
import { findMemberCalls } from './member-calls-store.js';
import { groupsMax } from './people-model.js';
import { existingGroups, type Memberships, readMemberships } from './people-store.js';
import { readStates } from './user-store.js';

/** A group whose parts follow the rules of input.ts. */
export interface NewGroup {
  readonly name: string;
  /** Default: a UUID. */
  readonly id?: string | null | undefined;
  readonly description?: string | null | undefined;
}

export interface MembersRequest {
  readonly groupUrn: string;
  readonly userUrns: readonly string[];
  /** The id of a call: nothing is changed unless it was the last one that has changed these memberships. */
  readonly unchangedSince?: string | null | undefined;
}

interface Deps extends PeopleDeps {
  readonly maxUsers: number;
}

type Change = (group: string, user: string, memberships: Memberships) => AspectUpsert[];

/** Groups and their members. */
export function groups({ clock, newId, deleteEntity, maxUsers, ...storage }: Deps) {
  const changeMembers =
    (planChanges: Change) =>
    async (actor: Actor, { groupUrn, userUrns, unchangedSince }: MembersRequest): Promise<true> => {
      parseGroupUrn(groupUrn, 'groupUrn');
      if (userUrns.length > maxUsers)
        throw badRequest(`userUrns has ${userUrns.length} entries; at most ${maxUsers} are allowed`);
      const users = [...new Set(userUrns.map((urn) => parseUserUrn(urn, 'userUrns')))];
      const call = unchangedSince == null ? null : parseCallId(unchangedSince, 'unchangedSince');
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
        if (call !== null) await rejectChanged(tx, groupUrn, users, { call, from: audit.time - dayMs });
        const memberships = await readMemberships(tx, users);
        const upserts = users.flatMap((user) =>
          planChanges(groupUrn, user, memberships.get(user) ?? { native: [], other: [] }),
        );
        await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
        await endChange();
      };
      await lockAndRun(
        { ...storage, audit, requester: actor },
        { written: entities, createsMissing: true },
        write,
      );
      return true;
    };

  return {
    /** Returns the URN of the new group. @throws UNAUTHORIZED, CONFLICT when the group exists */
    async createGroup(actor: Actor, { id, name, description }: NewGroup): Promise<string> {
      if (!mayManageUsers(actor)) throw lacking(actor, 'create groups', ['MANAGE_USERS_AND_GROUPS']);
      const urn = groupUrn(id ?? newId());
      const created = { time: clock(), actor: actor.urn };
      // DataHub's model needs the three lists. Members are in the aspects of the users.
      const lists = { admins: [], members: [], groups: [] };
      const value = { displayName: name, ...given({ description }), ...lists, created };
      await changeMetadata(
        storage,
        async (tx) => {
          await createEntities(tx, [{ urn, type: 'corpGroup' }], created);
          if ((await existingGroups(tx, [urn])).length > 0)
            throw conflict(`A group ${quoted(urn)} already exists`);
          const endChange = await beginPeopleChange(tx, actor, [urn]);
          await upsertAspects(tx, [{ urn, entityType: 'corpGroup', name: 'corpGroupInfo', value }], created);
          await endChange();
        },
        actor,
      );
      return urn;
    },

    /** Removes a group with its memberships and its place in policies. @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
    async removeGroup(actor: Actor, urn: string): Promise<true> {
      const { found } = await deleteEntity(actor, parseGroupUrn(urn, 'urn'));
      if (!found) throw notFound(`There is no group ${quoted(urn)}`);
      return true;
    },

    /**
     * Adds users to a group: all or none. Those who are members stay members.
     *
     * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT
     */
    addGroupMembers: changeMembers(add),

    /** Removes users from a group, however they have become members. @throws as `addGroupMembers` */
    removeGroupMembers: changeMembers(remove),
  };
}

/** @throws NOT_FOUND */
async function rejectMissing(tx: Transaction, group: string, users: readonly string[]): Promise<void> {
  if ((await existingGroups(tx, [group])).length === 0) throw notFound(`There is no group ${quoted(group)}`);
  const states = await readStates(tx, users);
  const missing = users.find((urn) => (states.get(urn) ?? 'REMOVED') === 'REMOVED');
  if (missing !== undefined) throw notFound(`There is no user ${quoted(missing)}`);
}

/** @throws CONFLICT when a call was not the last one that has changed the memberships */
async function rejectChanged(
  tx: Transaction,
  group: string,
  users: readonly string[],
  { call, from }: { readonly call: string; readonly from: number },
): Promise<void> {
  const last = await findMemberCalls(tx, group, users, from);
  const changed = last.find((one) => one.call !== call);
  if (changed)
    throw conflict(
      `The same thing has changed again since the call ${quoted(call)}, or was not changed by it: the membership of ` +
        `${quoted(changed.user)} in ${quoted(group)}. Nothing was changed`,
    );
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
