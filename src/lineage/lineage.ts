import type { Aspects } from '../aspects/kernel.js';
import type { Deps } from '../deps.js';
import type { Searches } from '../search/search.js';
import { edgeScrollStore } from './edge-scroll-store.js';
import { factStore } from './fact-store.js';
import { listNeighbors } from './neighbors.js';
import { tagReach } from './reach.js';
import { reachStore } from './reach-store.js';
import { relationshipScrollStore } from './relationship-scroll-store.js';
import { type EntityRelationships, relationshipReads } from './relationships.js';
import { scrollEdges } from './scroll-edges.js';
import { scrollRelationships } from './scroll-relationships.js';
import { lineageSearch } from './search.js';
import { lineageUpdates } from './update.js';
import { lineageWalks } from './walk.js';
import { walkStore } from './walk-store.js';

/** Shares of the time of a request: the search of what was reached follows the walk. */
const walkShare = 0.5 * 0.8;

interface Given {
  readonly aspects: Aspects;
  readonly searches: Searches;
  readonly entities: EntityRelationships;
}

export function lineageServices(
  { db, config, clock, visibility }: Deps,
  { aspects, searches, entities }: Given,
) {
  const edges = walkStore(db, visibility);
  const { walk, walkFrom } = lineageWalks(edges, {
    maxRelations: config.LINEAGE_MAX_RELATIONS,
    maxMs: config.REQUEST_TIMEOUT_MS * walkShare,
  });
  const shared = {
    ...{ walk, facts: factStore(db), pageSizeMax: config.SCROLL_SIZE_MAX },
    isFilled: edges.isFilled,
  };
  const { update, reversal } = lineageUpdates({
    ...{ db, aspects, clock, maxEdges: config.RESOURCES_PER_BATCH_MAX },
  });
  const services = {
    update,
    ...lineageSearch({ ...shared, searches }),
    neighbors: listNeighbors(shared),
    scrollEdges: scrollEdges({
      ...shared,
      store: edgeScrollStore(db, visibility),
    }),
    scrollRelationships: scrollRelationships({
      ...shared,
      store: relationshipScrollStore(db, visibility),
    }),
    tagReach: tagReach({
      ...{ walkFrom, store: reachStore(db, visibility) },
      ...{ pageSizeMax: config.PAGE_SIZE_MAX, maxPlaces: config.LINEAGE_MAX_RELATIONS },
    }),
    relationships: relationshipReads({ ...shared, entities, maxRelated: config.PAGE_SIZE_MAX }),
  };
  return { services, reversal };
}
