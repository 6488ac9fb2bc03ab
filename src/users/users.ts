import { randomUUID } from 'node:crypto';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import type { Deps } from '../deps.js';
import { createUser } from './create.js';
import { finishChanges } from './finish-changes.js';
import { createGroup } from './groups.js';
import { addGroupMembers, removeGroupMembers } from './members.js';
import { peopleReads } from './read.js';
import { type RemovalDeps, removeGroup, removeUser } from './remove.js';
import { createServiceAccount, deleteServiceAccount } from './service-accounts.js';
import { updateProfile } from './update-profile.js';
import { updateUserStatus } from './update-status.js';
import { userStore } from './user-store.js';

/** Reads the rows of callers: alone, or those of concurrent requests together. */
export function userReads(db: Database) {
  const { findMany } = userStore(db);
  return { read: findMany, load: createBatchLoader(findMany, { name: 'users' }) };
}

export function userServices(deps: Deps, removal: RemovalDeps) {
  const { db, clock, config } = deps;
  const writing = { db, clock, newId: randomUUID, maxUsers: config.RESOURCES_PER_BATCH_MAX };
  const services = {
    ...peopleReads({ db, pageSizeMax: config.PAGE_SIZE_MAX }),
    createUser: createUser(writing),
    updateUserStatus: updateUserStatus(writing),
    updateProfile: updateProfile(writing),
    removeUser: removeUser(removal),
    createGroup: createGroup(writing),
    removeGroup: removeGroup(removal),
    addGroupMembers: addGroupMembers(writing),
    removeGroupMembers: removeGroupMembers(writing),
    createServiceAccount: createServiceAccount(writing),
    deleteServiceAccount: deleteServiceAccount(removal),
  };
  return { services, waiting: finishChanges(db) };
}
