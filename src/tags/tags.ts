import { randomUUID } from 'node:crypto';
import type { Aspects } from '../aspects/kernel.js';
import { containerReads } from '../containers/store.js';
import type { Database } from '../db/database.js';
import type { WaitingWork } from '../db/waiting-work.js';
import type { Deps } from '../deps.js';
import { doParts } from '../scheduling/background.js';
import { addTags, removeTags } from './associate.js';
import { associationStore } from './association-store.js';
import { clearNext, deletedTagsWait, purgeNext } from './deleted-places-store.js';
import { tagListStore } from './list-store.js';
import { tagManagement } from './manage.js';
import { tagStore } from './properties-store.js';
import { restoreDeleted } from './restore.js';
import { restoreStore } from './restore-store.js';
import { tagReversal } from './take-back.js';
import { takeBackStore } from './take-back-store.js';
import { tagUsageStore } from './usage-store.js';

export function tagServices(deps: Deps, aspects: Aspects) {
  const { db, clock, config, visibility } = deps;
  const associating = {
    store: associationStore(db),
    readContainers: containerReads(db.query),
    clock,
    maxTags: config.TAGS_PER_REQUEST_MAX,
    maxResources: config.RESOURCES_PER_BATCH_MAX,
  };
  const services = {
    ...tagManagement({
      store: tagStore({ db, aspects }),
      lists: tagListStore(db, config.DELETED_TAG_DAYS),
      uses: tagUsageStore(db),
      visibility,
      clock,
      newId: randomUUID,
      pageSizeMax: config.PAGE_SIZE_MAX,
    }),
    restore: restoreDeleted({ store: restoreStore({ db, aspects }, config.DELETED_TAG_DAYS), clock }),
    add: addTags(associating),
    remove: removeTags(associating),
  };
  const reversal = tagReversal({ ...associating, store: takeBackStore(db) });
  return { services, reversal, waiting: clearDeleted(db, config.DELETED_TAG_DAYS) };
}

/**
 * Clears the places of deleted tags in the background, in parts, and deletes them when `days` have passed since the
 * deletion.
 */
const clearDeleted = (db: Database, days: number): WaitingWork => ({
  waits: deletedTagsWait(days),
  async run(signal) {
    await doParts(() => clearNext(db), signal);
    await doParts(() => purgeNext(db, days), signal);
  },
  retryMs: 60_000,
});
