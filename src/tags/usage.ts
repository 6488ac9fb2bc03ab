import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { checkPage, maxRowsBefore, type Page } from '../core/pagination.js';
import { once } from '../scheduling/shared.js';
import type { TagPlace, TagUsage } from './tag-view.js';
import type { TagUsageStore } from './usage-store.js';

/** A page of the places that have a tag. What a request does not ask for is not read. */
export interface TagPlaces extends Page {
  total(): Promise<number>;
  /** The number of places in ingested schemas, which remain after a deletion. */
  declaredTotal(): Promise<number>;
  places(): Promise<readonly TagPlace[]>;
}

const nothing: TagUsage = { entities: 0, columns: 0 };

/** Returns the number of entities and columns that have a tag. Every active user may read it. */
export const tagUsage =
  ({ store }: { store: TagUsageStore }) =>
  async (urn: string): Promise<TagUsage> =>
    (await store.usage(urn)) ?? nothing;

/** Returns what a deletion of a tag would meet. Every active user may read it. @throws BAD_REQUEST */
export const tagPlaces =
  ({ store, pageSizeMax }: { store: TagUsageStore; pageSizeMax: number }) =>
  (
    actor: Actor,
    urn: string,
    start: number | null | undefined,
    count: number | null | undefined,
  ): TagPlaces => {
    const page = checkPage(start, count, pageSizeMax, maxRowsBefore);
    const counts = once(() => store.countPlaces(urn, actor));
    return {
      ...page,
      total: async () => {
        const { attached, declared } = await counts();
        return attached + declared;
      },
      declaredTotal: async () => (await counts()).declared,
      places: () => store.places(urn, page, actor),
    };
  };

const maxEntities = 100;
const maxPlaces = 1_000;

/** Returns the first places of a tag on some entities. Every active user may read them. @throws BAD_REQUEST */
export const tagPlacesOn =
  ({ store }: { store: TagUsageStore }) =>
  (actor: Actor, urn: string, entities: readonly string[]): Promise<readonly TagPlace[]> => {
    if (entities.length > maxEntities)
      throw badRequest(`at most ${maxEntities} entities are allowed, not ${entities.length}`);
    return store.placesOn(urn, entities, maxPlaces, actor);
  };
