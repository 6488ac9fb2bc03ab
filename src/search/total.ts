import type { Actor } from '../core/actor.js';
import { warn } from '../core/warn.js';
import { findCounted } from './counts/counted-value.js';
import type { CountsStore } from './counts/counts-store.js';
import { maxRanked } from './ranked-store.js';
import type { SearchRequest } from './request.js';
import type { TotalStore } from './total-store.js';
import type { TagsOfWords } from './words-store.js';

/** The number of entities that match. */
export interface Total {
  readonly count: number;
  readonly isEstimate: boolean;
}

const exact = (count: number): Total => ({ count, isEstimate: false });

/** Returns a function that counts the matches of a request. An estimate is only for more than `maxRanked` of them. */
export const totals =
  (counts: CountsStore, store: TotalStore) =>
  async (actor: Actor, request: SearchRequest, tags: TagsOfWords): Promise<Total> => {
    const counted = findCounted(request);
    if (counted) return exact(await counts.total(counted, request, actor.deadline));
    if (!request.estimatesTotal) return exact(await store.all(actor, request, tags));
    const some = await store.atMost(maxRanked + 1, actor, request, tags);
    if (some <= maxRanked) return exact(some);
    warn(actor, 'the total is an estimate, as the request allows; without estimateTotal, it is exact');
    return { count: Math.max(some, await store.estimate(actor, request, tags)), isEstimate: true };
  };
