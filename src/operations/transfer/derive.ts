import type { Query } from '../../db/query.js';
import { renewEpoch } from '../../history/log-store.js';
import { startFill } from '../../search/documents/rebuild-store.js';
import { entitiesAfter, recountTags } from '../../search/documents/recount-store.js';
import type { OnProgress } from './format.js';

const entitiesAtOnce = 2_000;

/**
 * Counts the tags of all entities, begins a new epoch of the log of changes, and leaves the search documents to the
 * background work of the next start.
 */
export async function derive(query: Query, onProgress: OnProgress): Promise<void> {
  let done = 0;
  for (let from: string | undefined = ''; from !== undefined; ) {
    const urns: string[] = await entitiesAfter(query, from, entitiesAtOnce);
    await recountTags({ query }, urns);
    done += urns.length;
    onProgress('tagged_entities', done);
    from = urns.at(-1);
  }
  await renewEpoch(query);
  await startFill({ query });
}
