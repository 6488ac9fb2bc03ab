import type { Requester } from '../core/actor.js';
import { warn } from '../core/warn.js';
import type { Query } from '../db/query.js';
import { fillState } from './documents/rebuild-store.js';

/** Adds a warning to the response of a search while documents are missing. */
export type WarnWhileIncomplete = (requester: Requester) => Promise<void>;

/**
 * Returns a function to call before the statements of a search. It reads the state of the documents until they are
 * complete, and nothing from then on: what is complete stays so while a process runs (docs/search.md, "After an upgrade").
 */
export function warnWhileIncomplete(read: Query): WarnWhileIncomplete {
  let isComplete = false;
  // A request can read facts of many entities; its response has the warning once.
  const told = new WeakMap<Requester, Promise<void>>();
  async function tell(requester: Requester) {
    const { filledTo, done, total } = await fillState((sql, params) =>
      read(sql, params, { deadline: requester.deadline }),
    );
    isComplete = filledTo === null;
    if (!isComplete) warn(requester, `search is incomplete: it finds ${done} of ${total} entities so far`);
  }
  return async (requester) => {
    if (isComplete) return;
    const telling = told.get(requester) ?? tell(requester);
    told.set(requester, telling);
    await telling;
  };
}
