import type { Actor } from '../core/actor.js';
import { lacking, mayCreateTag, mayDeleteTag, mayManageTags, toDeleteTag } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { checkPage, maxRowsBefore, type Page } from '../core/pagination.js';
import { parseTagUrn, quoted, tagUrn } from '../core/urn.js';
import { once } from '../scheduling/shared.js';
import { toTokens } from '../search/words.js';
import type { Visibility } from '../visibility/visibility.js';
import type { TagListStore, TagOrder } from './list-store.js';
import type { TagChange, TagStore } from './properties-store.js';
import { type Tag, type TagPlace, type TagRow, type TagUsage, tagView } from './tag-view.js';
import type { TagUsageStore } from './usage-store.js';

/** A tag whose parts follow the rules of input.ts. */
export interface NewTag {
  readonly name: string;
  /** Default: a UUID. */
  readonly id?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** New properties of a tag, which follow the rules of input.ts. */
export interface TagUpdate {
  readonly urn: string;
  readonly name: string;
  /** Undefined leaves the description as it is, null clears it. */
  readonly description?: string | null | undefined;
}

interface ListRequest {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  /** A part of the name or of the id, or beginnings of words, in any case; empty or `*` for all. */
  readonly query?: string | null | undefined;
  readonly unused?: boolean | null | undefined;
  readonly onColumns?: boolean | null | undefined;
  readonly described?: boolean | null | undefined;
  readonly deleted?: boolean | null | undefined;
  readonly orderBy?: TagOrder | null | undefined;
  readonly descending?: boolean | null | undefined;
}

export interface ListedTags extends Page {
  readonly total: number;
  readonly tags: readonly Tag[];
}

/** A page of the places that have a tag. What a request does not ask for is not read. */
export interface TagPlaces extends Page {
  total(): Promise<number>;
  /** The number of places in ingested schemas, which remain after a deletion. */
  declaredTotal(): Promise<number>;
  places(): Promise<readonly TagPlace[]>;
}

const nothing: TagUsage = { entities: 0, columns: 0 };
/** Maximum numbers of the entities that a request names, and of their places that it gets. */
const [maxEntities, maxPlaces] = [100, 1_000];

interface Deps {
  readonly store: TagStore;
  readonly lists: TagListStore;
  readonly uses: TagUsageStore;
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly pageSizeMax: number;
}

export function tagManagement({ store, lists, uses, visibility, clock, newId, pageSizeMax }: Deps) {
  const stamp = (actor: Actor) => ({ time: clock(), actor: actor.urn });

  async function change(actor: Actor, urn: string, properties: TagChange): Promise<TagRow> {
    if (!mayManageTags(actor)) throw lacking(actor, 'manage tags', ['MANAGE_TAGS']);
    const tag = await store.update(urn, properties, stamp(actor), actor);
    if (!tag) throw notFound(`There is no tag ${quoted(urn)}`);
    return tag;
  }

  return {
    /** Returns the URN of the new tag. @throws UNAUTHORIZED, CONFLICT when the id exists */
    async create(actor: Actor, { name, id, description = null }: NewTag): Promise<string> {
      if (!mayCreateTag(actor)) throw lacking(actor, 'create tags', ['CREATE_TAGS', 'MANAGE_TAGS']);
      const urn = tagUrn(id ?? newId());
      const created = await store.create(urn, { name, description }, stamp(actor), actor);
      if (!created) throw conflict(`A tag ${quoted(urn)} already exists`);
      return urn;
    },

    async update(actor: Actor, urn: string, { name, description, ...update }: TagUpdate): Promise<Tag> {
      parseTagUrn(urn, 'urn');
      if (update.urn !== urn)
        throw badRequest(`urn ${quoted(urn)} and input.urn ${quoted(update.urn)} must agree`);
      const properties = description === undefined ? { name } : { name, description };
      return tagView(await change(actor, urn, properties));
    },

    /** @param colorHex follows the rule of input.ts */
    async setColor(actor: Actor, urn: string, colorHex: string): Promise<true> {
      parseTagUrn(urn, 'urn');
      await change(actor, urn, { colorHex });
      return true;
    },

    /** Deletes a tag and all its associations. */
    async delete(actor: Actor, urn: string): Promise<true> {
      parseTagUrn(urn, 'urn');
      if (!mayDeleteTag(actor, { type: 'tag', urn })) throw lacking(actor, `delete ${urn}`, toDeleteTag);
      if (!(await store.delete(urn, actor))) throw notFound(`There is no tag ${quoted(urn)}`);
      return true;
    },

    /** Returns a page of the tags that the caller may see. @throws BAD_REQUEST, UNAUTHORIZED for deleted tags */
    async list(
      actor: Actor,
      { start, count, query, unused = null, onColumns = null, described = null, ...request }: ListRequest,
    ): Promise<ListedTags> {
      const page = checkPage(start, count, pageSizeMax, maxRowsBefore);
      const deleted = request.deleted ?? false;
      if (deleted && !mayManageTags(actor)) throw lacking(actor, 'list deleted tags', ['MANAGE_TAGS']);
      const text = query?.trim().toLowerCase() ?? '';
      const search = {
        ...page,
        text: text === '*' ? '' : text,
        words: toTokens(query ?? ''),
        unused,
        onColumns,
        described,
        deleted,
        order: request.orderBy ?? 'NAME',
        descending: request.descending ?? false,
        limit: visibility.limit(actor),
      };
      const { total, tags } = await lists.list(search, actor);
      return { ...page, total, tags: tags.map(tagView) };
    },

    /** Returns the number of entities and columns that have a tag. Every active user may read it. */
    usage: async (urn: string): Promise<TagUsage> => (await uses.usage(urn)) ?? nothing,

    /** Returns what a deletion of a tag would meet, as far as the caller sees it; the counts are of all. @throws BAD_REQUEST */
    places(
      actor: Actor,
      urn: string,
      start: number | null | undefined,
      count: number | null | undefined,
    ): TagPlaces {
      const page = checkPage(start, count, pageSizeMax, maxRowsBefore);
      const counts = once(() => uses.countPlaces(urn, actor));
      return {
        ...page,
        total: async () => {
          const { attached, declared } = await counts();
          return attached + declared;
        },
        declaredTotal: async () => (await counts()).declared,
        places: () => uses.places(urn, page, visibility.limit(actor), actor),
      };
    },

    /** Returns the places of a tag on some entities that the caller may see, from `start` on. @throws BAD_REQUEST */
    async placesOn(
      actor: Actor,
      urn: string,
      entities: readonly string[],
      start: number | null | undefined,
    ): Promise<readonly TagPlace[]> {
      const page = checkPage(start, maxPlaces, maxPlaces, maxRowsBefore);
      if (entities.length > maxEntities)
        throw badRequest(`at most ${maxEntities} entities are allowed, not ${entities.length}`);
      const seen = await visibility.keep(actor, entities, (entity) => [entity]);
      return uses.placesOn(urn, seen, page, actor);
    },
  };
}
