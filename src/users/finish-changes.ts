import type { Database } from '../db/database.js';
import type { WaitingWork } from '../db/waiting-work.js';
import { doParts } from '../scheduling/background.js';
import { changesWait, finishNext } from './access-change-store.js';

/**
 * Deletes the tokens and members that removed users and groups had, and marks the tokens that suspended and activated
 * users hold for others, in the background, in parts. Callers see all of it at once, before its rows say so.
 */
export const finishChanges = (db: Database): WaitingWork => ({
  waits: changesWait,
  run: (signal) => doParts(() => finishNext(db), signal),
  retryMs: 60_000,
});
