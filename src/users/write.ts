import { lockAccess } from '../aspects/lock-store.js';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import { changedGroups, upsertGroups } from './group-store.js';
import { changedMemberships, replaceMemberships } from './membership-store.js';
import type { People } from './people-model.js';
import { changedUsers, upsertUsers } from './user-store.js';

/**
 * Writes users, groups and members whose entities are locked. Directories send all of them again and again: without a
 * change, nothing is locked and written.
 *
 * @returns the groups that were created or changed
 */
export async function writePeople(
  tx: Transaction,
  { users, groups, memberships }: People,
  audit: AuditStamp,
): Promise<readonly string[]> {
  const changed = {
    users: await changedUsers(tx, users),
    groups: await changedGroups(tx, groups),
    memberships: await changedMemberships(tx, memberships),
  };
  if (changed.users.length + changed.groups.length + changed.memberships.length === 0) return [];
  await lockAccess(tx);
  await upsertUsers(tx, changed.users, audit);
  await upsertGroups(tx, changed.groups, audit);
  await replaceMemberships(tx, changed.memberships, audit);
  return changed.groups.map(({ urn }) => urn);
}
