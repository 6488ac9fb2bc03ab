import { relationshipStore } from '../aspects/references/relationship-store.js';
import { columnStores } from '../columns/view-store.js';
import type { Deps } from '../deps.js';
import { memberStore } from './member-store.js';
import { moveColumnEdits, orphanedColumnEdits } from './move-column-edits.js';
import { platformStore } from './platform-store.js';
import { catalogReads } from './read.js';
import { relatedCount, relatedEntities } from './relationships.js';
import { runStore } from './run-store.js';
import { jobRuns } from './runs.js';
import { updateDescription } from './update-description.js';
import { viewStore } from './view-store.js';

export function entityServices({ db, clock, config }: Deps) {
  const pageSizeMax = config.PAGE_SIZE_MAX;
  const relationships = relationshipStore(db);
  return {
    ...catalogReads(
      viewStore(db),
      { members: memberStore(db), platforms: platformStore(db) },
      columnStores(db),
    ),
    runs: jobRuns({ db, store: runStore(db), pageSizeMax }),
    related: relatedEntities({ db, store: relationships, pageSizeMax }),
    relatedCount: relatedCount({ db, store: relationships }),
    updateDescription: updateDescription({ db, clock }),
    moveColumnEdits: moveColumnEdits({ db, clock }),
    orphanedColumnEdits: orphanedColumnEdits({ db }),
  };
}
