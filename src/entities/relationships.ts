import { relationshipNames } from '../aspects/references/paths.js';
import type { Related, RelationshipStore } from '../aspects/references/relationship-store.js';
import type { Actor } from '../core/actor.js';
import { checkPage, maxRowsBefore } from '../core/pagination.js';
import { parseUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Visibility } from '../visibility/visibility.js';

export interface RelationshipsRequest {
  readonly urn: string;
  /** Whether the related entities refer to the entity, or it refers to them. */
  readonly direction: 'INCOMING' | 'OUTGOING';
  /** Default: all. A name that the catalog does not have is the name of no relationship. */
  readonly relationshipTypes?: readonly string[] | undefined;
  /** Default: true. */
  readonly includeSoftDeleted?: boolean | undefined;
  readonly start?: number | undefined;
  readonly count?: number | undefined;
}

export interface RelatedEntities {
  readonly start: number;
  readonly entities: readonly Related[];
}

const defaultCount = 200;

interface Deps {
  readonly db: Pick<Database, 'limited'>;
  readonly visibility: Visibility;
  readonly store: RelationshipStore;
  readonly pageSizeMax: number;
}

/** Returns what an entity refers to, or what refers to it, without what the caller may not see. @throws BAD_REQUEST */
export const relatedEntities =
  ({ db, visibility, store, pageSizeMax }: Deps) =>
  async (actor: Actor, request: RelationshipsRequest): Promise<RelatedEntities> => {
    const { urn } = parseUrn(request.urn);
    const {
      relationshipTypes: given,
      includeSoftDeleted = true,
      count = Math.min(defaultCount, pageSizeMax),
    } = request;
    const page = checkPage(request.start, count, pageSizeMax, maxRowsBefore);
    const relationships = checkNames(given);
    const read = request.direction === 'INCOMING' ? store.incoming : store.outgoing;
    const { start } = page;
    if (!(await visibility.sees(actor, urn))) return { start, entities: [] };
    const { deadline } = actor;
    const limit = visibility.limit(actor);
    const entities = await db.limited(actor, () =>
      read({ urn, relationships, includeSoftDeleted, ...page, limit, deadline }),
    );
    return { start, entities };
  };

const checkNames = (given: readonly string[] | undefined) =>
  given ? relationshipNames.filter((name) => given.includes(name)) : relationshipNames;

/** Returns the number of entities of `relatedEntities` on all pages. @throws BAD_REQUEST */
export const relatedCount =
  ({ db, visibility, store }: Omit<Deps, 'pageSizeMax'>) =>
  async (actor: Actor, request: RelationshipsRequest): Promise<number> => {
    const { direction, relationshipTypes, includeSoftDeleted = true } = request;
    const counted = {
      urn: parseUrn(request.urn).urn,
      relationships: checkNames(relationshipTypes),
      includeSoftDeleted,
      limit: visibility.limit(actor),
      deadline: actor.deadline,
    };
    if (!(await visibility.sees(actor, counted.urn))) return 0;
    return db.limited(actor, () => store.count(direction, counted));
  };
