import type { Deps } from '../deps.js';
import { changeSetStore } from './change-set-store.js';
import { pollEvents } from './events/poll.js';
import { pollWaits } from './events/waiting.js';
import { listChanges } from './list.js';
import { changeListStore, type FindPaths } from './list-store.js';
import { changeLogStore } from './log-store.js';
import { type Reversals, undoChange } from './undo.js';
import { undoChanges } from './undo-set.js';
import { historyUpkeep } from './upkeep.js';

/** The most bytes of an answer for one byte of a row: texts are escaped three times, and a short row has more around it. */
const answerBytesPerByte = 20;

export function historyServices(deps: Deps, reversals: Reversals, findPaths: FindPaths) {
  const { db, clock, config, visibility } = deps;
  const store = changeListStore(db, findPaths, config.ANSWER_MAX_BYTES);
  const log = changeLogStore(db);
  const waits = pollWaits(log);
  const common = { store, sets: changeSetStore(db), reversals, clock, days: config.CHANGE_EVENTS_DAYS };
  return {
    services: {
      list: listChanges({ ...common, visibility, pageSizeMax: config.PAGE_SIZE_MAX }),
      undo: undoChange(common),
      undoSet: undoChanges(common),
      poll: pollEvents({
        ...{ log, waits, clock, visibility, limited: db.limited },
        maxBytes: config.ANSWER_MAX_BYTES / answerBytesPerByte,
        maxWaitMs: config.REQUEST_TIMEOUT_MS / 2,
      }),
    },
    /** The number of polls that wait. */
    countWaiting: waits.count,
    /** How many changes have no number yet, up to a limit. */
    countUnnumbered: () => log.countUnnumbered(),
    background: historyUpkeep(deps),
  };
}
