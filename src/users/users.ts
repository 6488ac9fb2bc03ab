import { randomUUID } from 'node:crypto';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import type { WaitingWork } from '../db/waiting-work.js';
import type { Deps } from '../deps.js';
import { doParts } from '../scheduling/background.js';
import { accounts, type PeopleDeps } from './accounts.js';
import { groups } from './groups.js';
import { peopleReads } from './read.js';
import { changesWait, finishNext } from './removal/access-change-store.js';
import { userStore } from './user-store.js';

/** Reads the rows of callers: alone, or those of concurrent requests together. */
export function userReads(db: Database) {
  const { findMany } = userStore(db);
  return { read: findMany, load: createBatchLoader(findMany, { name: 'users' }) };
}

export function userServices(
  deps: Deps,
  { aspects, deleteEntity }: Pick<PeopleDeps, 'aspects' | 'deleteEntity'>,
) {
  const { db, clock, config } = deps;
  const writing = { db, aspects, clock, newId: randomUUID, deleteEntity };
  const services = {
    ...peopleReads({ db, pageSizeMax: config.PAGE_SIZE_MAX }),
    ...accounts(writing),
    ...groups({ ...writing, maxUsers: config.RESOURCES_PER_BATCH_MAX }),
  };
  return { services, waiting: finishChanges(db) };
}

/**
 * Deletes the tokens and members that removed users and groups had, and marks the tokens that suspended and activated
 * users hold for others, in the background, in parts. Callers see all of it at once, before its rows say so.
 */
const finishChanges = (db: Database): WaitingWork => ({
  waits: changesWait,
  run: (signal) => doParts(() => finishNext(db), signal),
  retryMs: 60_000,
});
