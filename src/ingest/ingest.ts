import type { Aspects } from '../aspects/kernel.js';
import type { Deps } from '../deps.js';
import { deleteEntity } from './deletion/delete-entity.js';
import { createDeleteEvents } from './deletion/delete-events.js';
import { deleteReferences } from './deletion/delete-references.js';
import { updateSoftDeleted } from './deletion/soft-delete.js';
import { ingest } from './ingest-proposals.js';
import { ingestSnapshots } from './ingest-snapshots.js';
import { ingestLineageEvents } from './openlineage/ingest-event.js';

export function ingestServices({ db, clock, config }: Deps, aspects: Aspects) {
  const proposals = ingest({
    db,
    aspects,
    clock,
    maxProposals: config.PROPOSALS_PER_BATCH_MAX,
    maxNewMonths: config.MONTHS_PER_REQUEST_MAX,
    keepsEditedTags: config.KEEP_EDITED_TAGS,
    storesUnknownNames: config.ASPECTS_UNKNOWN === 'store',
  });
  return {
    proposals,
    snapshots: ingestSnapshots(proposals),
    lineageEvent: ingestLineageEvents({ db, aspects, clock, proposals }),
    deleteEntity: deleteEntity({ db, aspects, clock }),
    deleteEvents: createDeleteEvents({ db, aspects }),
    deleteReferences: deleteReferences({ db, aspects, clock, maxBytes: config.ANSWER_MAX_BYTES }),
    updateSoftDeleted: updateSoftDeleted({ db, aspects, clock, maxEntities: config.RESOURCES_PER_BATCH_MAX }),
  };
}
