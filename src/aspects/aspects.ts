import type { Deps } from '../deps.js';
import { entityLists } from './list.js';
import { executionRequests } from './list-execution-requests.js';
import { aspectReads } from './read.js';
import { readEntities } from './read-entities.js';

export function aspectServices({ db, config }: Deps) {
  const [maxBytes, pageSizeMax] = [config.ANSWER_MAX_BYTES, config.PAGE_SIZE_MAX];
  return {
    ...aspectReads(db, maxBytes),
    entities: readEntities({ db, maxBytes, maxEntities: pageSizeMax }),
    executionRequests: executionRequests({ db, pageSizeMax }),
    list: entityLists({ db, pageSizeMax }),
  };
}
