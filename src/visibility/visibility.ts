import type { Actor } from '../core/actor.js';
import { type BatchLoader, createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import type { Limit } from './limit-sql.js';
import { selectVisible } from './store.js';

/**
 * Returns the limit of what a caller may see; null: it may see every entity. It is asked for every read, so it must answer
 * from the caller's rights alone, without the database.
 */
export type FindLimit = (caller: Actor) => Limit | null;

export const everything: FindLimit = () => null;

/**
 * The one door of reads: each read of entities on behalf of a caller asks here what the caller may see, and answers about
 * all other entities as if they did not exist (docs/wire-contract.md, "Visibility"). For a caller who may see everything,
 * an answer takes constant time and no statement.
 */
export interface Visibility {
  /** For reads that select in SQL: see `andVisible`. */
  readonly limit: FindLimit;
  /** Whether a caller may see an entity, which need not exist. For reads by URN, before they read. */
  sees(caller: Actor, urn: string): boolean | Promise<boolean>;
  /** Returns the items whose texts name no entity that a caller may not see. Texts that are not URNs count as visible. */
  keep<Item>(
    caller: Actor,
    items: readonly Item[],
    listTexts: (item: Item) => readonly string[],
  ): readonly Item[] | Promise<readonly Item[]>;
}

export function createVisibility({ query }: Pick<Database, 'query'>, limit: FindLimit): Visibility {
  /** Callers share no statement, because each has a limit of its own, which is asked for when the statement runs. */
  const loaders = new WeakMap<Actor, BatchLoader<string, true>>();
  function isSeen(caller: Actor, urn: string): Promise<true | undefined> {
    const load =
      loaders.get(caller) ??
      createBatchLoader(async (urns: string[]) => selectVisible(query, urns, limit(caller), caller), {
        name: 'visible',
      });
    loaders.set(caller, load);
    return load(urn);
  }

  async function keepSeen<Item>(
    caller: Actor,
    items: readonly Item[],
    listTexts: (item: Item) => readonly string[],
  ): Promise<Item[]> {
    const urnsIn = (item: Item) => listTexts(item).filter((text) => text.startsWith('urn:li:'));
    const urns = [...new Set(items.flatMap(urnsIn))];
    const seen = await Promise.all(urns.map((urn) => isSeen(caller, urn)));
    const hidden = new Set(urns.filter((_, index) => !seen[index]));
    return items.filter((item) => !urnsIn(item).some((urn) => hidden.has(urn)));
  }

  return {
    limit,
    sees: (caller, urn) => limit(caller) === null || isSeen(caller, urn).then((seen) => seen === true),
    keep: (caller, items, listTexts) => (limit(caller) === null ? items : keepSeen(caller, items, listTexts)),
  };
}
