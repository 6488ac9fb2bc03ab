import type { Deps } from '../deps.js';
import { deleteEntity } from './deletion/delete-entity.js';
import { createDeleteEvents } from './deletion/delete-events.js';
import { deleteReferences } from './deletion/delete-references.js';
import { updateSoftDeleted } from './deletion/soft-delete.js';
import { ingest } from './ingest-proposals.js';
import { ingestSnapshots } from './ingest-snapshots.js';

export function ingestServices({ db, clock, config }: Deps) {
  const proposals = ingest({
    db,
    clock,
    maxProposals: config.PROPOSALS_PER_BATCH_MAX,
    maxNewMonths: config.MONTHS_PER_REQUEST_MAX,
    keepsEditedTags: config.KEEP_EDITED_TAGS,
    storesUnknownNames: config.ASPECTS_UNKNOWN === 'store',
  });
  return {
    proposals,
    snapshots: ingestSnapshots(proposals),
    deleteEntity: deleteEntity({ db, clock }),
    deleteEvents: createDeleteEvents({ db }),
    deleteReferences: deleteReferences({ db, clock, maxBytes: config.ANSWER_MAX_BYTES }),
    updateSoftDeleted: updateSoftDeleted({ db, clock, maxEntities: config.RESOURCES_PER_BATCH_MAX }),
  };
}
