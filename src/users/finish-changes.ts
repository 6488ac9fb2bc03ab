import type { Deps } from '../deps.js';
import { type BackgroundWork, doParts, inBackground } from '../scheduling/background.js';
import { finishNext } from './access-change-store.js';

const everyMs = 2_000;
const retryMs = 60_000;

/**
 * Deletes the tokens and members that removed users and groups had, and marks the tokens that suspended and activated
 * users hold for others, in the background, in parts. Callers see all of it at once, before its rows say so.
 */
export const finishChanges = ({
  db,
  onBackgroundError,
}: Pick<Deps, 'db' | 'onBackgroundError'>): BackgroundWork =>
  inBackground((signal) => doParts(() => finishNext(db), signal), {
    everyMs,
    retryMs,
    onError: onBackgroundError,
  });
