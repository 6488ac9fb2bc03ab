import { randomUUID } from 'node:crypto';
import { containerReads } from '../containers/store.js';
import type { Deps } from '../deps.js';
import { addTags, removeTags } from './associate.js';
import { associationStore } from './association-store.js';
import { clearDeleted } from './clear-deleted.js';
import { createTag } from './create.js';
import { listTags } from './list.js';
import { tagListStore } from './list-store.js';
import { deleteTag, setTagColor, updateTag } from './manage.js';
import { tagStore } from './properties-store.js';
import { restoreTag } from './restore.js';
import { restoreStore } from './restore-store.js';
import { tagReversal } from './take-back.js';
import { takeBackStore } from './take-back-store.js';
import { tagPlaces, tagPlacesOn, tagUsage } from './usage.js';
import { tagUsageStore } from './usage-store.js';

export function tagServices(deps: Deps) {
  const { db, clock, config } = deps;
  const [store, uses] = [tagStore(db), tagUsageStore(db)];
  const pageSizeMax = config.PAGE_SIZE_MAX;
  const associating = {
    store: associationStore(db),
    readContainers: containerReads(db.query),
    clock,
    maxTags: config.TAGS_PER_REQUEST_MAX,
    maxResources: config.RESOURCES_PER_BATCH_MAX,
  };
  const services = {
    create: createTag({ store, clock, newId: randomUUID }),
    update: updateTag({ store, clock }),
    setColor: setTagColor({ store, clock }),
    delete: deleteTag({ store, clock }),
    restore: restoreTag({ store: restoreStore(db, config.DELETED_TAG_DAYS), clock }),
    add: addTags(associating),
    remove: removeTags(associating),
    list: listTags({ store: tagListStore(db), pageSizeMax }),
    usage: tagUsage({ store: uses }),
    places: tagPlaces({ store: uses, pageSizeMax }),
    placesOn: tagPlacesOn({ store: uses }),
  };
  const reversal = tagReversal({ ...associating, store: takeBackStore(db) });
  return { services, reversal, waiting: clearDeleted(db, config.DELETED_TAG_DAYS) };
}
