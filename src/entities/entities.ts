import type { Aspects } from '../aspects/kernel.js';
import { relationshipStore } from '../aspects/references/relationship-store.js';
import { containerReads } from '../containers/store.js';
import type { Deps } from '../deps.js';
import { columnStores } from './column-view-store.js';
import { memberStore } from './member-store.js';
import { moveColumnEdits, orphanedColumnEdits } from './move-column-edits.js';
import { platformStore } from './platform-store.js';
import { catalogReads } from './read.js';
import { relatedCount, relatedEntities } from './relationships.js';
import { runStore } from './run-store.js';
import { jobRuns } from './runs.js';
import { updateDescription } from './update-description.js';
import { viewStore } from './view-store.js';

export function entityServices({ db, clock, config, visibility }: Deps, aspects: Aspects) {
  const pageSizeMax = config.PAGE_SIZE_MAX;
  const relationships = relationshipStore(db);
  return {
    ...catalogReads(
      viewStore(db),
      { members: memberStore(db), platforms: platformStore(db) },
      columnStores(db),
      visibility,
      containerReads(db.read),
    ),
    runs: jobRuns({ db, visibility, store: runStore(db), pageSizeMax }),
    related: relatedEntities({ db, visibility, store: relationships, pageSizeMax }),
    relatedCount: relatedCount({ db, visibility, store: relationships }),
    updateDescription: updateDescription({ db, aspects, clock }),
    moveColumnEdits: moveColumnEdits({ db, aspects, clock }),
    orphanedColumnEdits: orphanedColumnEdits({ db, visibility }),
  };
}
