import type { Deps } from '../deps.js';
import type { Aspects } from './kernel.js';
import { entityLists } from './list.js';
import { executionRequests } from './list-execution-requests.js';
import { aspectReads } from './read.js';
import { readEntities } from './read-entities.js';

export function aspectServices({ db, config, visibility }: Deps, aspects: Aspects) {
  const [maxBytes, pageSizeMax] = [config.ANSWER_MAX_BYTES, config.PAGE_SIZE_MAX];
  return {
    ...aspectReads({ db, aspects, visibility, maxBytes }),
    entities: readEntities({ db, aspects, visibility, maxBytes, maxEntities: pageSizeMax }),
    executionRequests: executionRequests({ db, visibility, pageSizeMax }),
    list: entityLists({ db, visibility, pageSizeMax }),
  };
}
