import { relationshipNames } from '../aspects/references/paths.js';
import type { Related, RelationshipStore } from '../aspects/references/relationship-store.js';
import type { Actor } from '../core/actor.js';
import { checkPage, maxRowsBefore } from '../core/pagination.js';
import { parseUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';

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
  readonly store: RelationshipStore;
  readonly pageSizeMax: number;
}

/** Every active user may read relationships. @throws BAD_REQUEST */
export const relatedEntities =
  ({ db, store, pageSizeMax }: Deps) =>
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
    const { deadline } = actor;
    const entities = await db.limited(actor, () =>
      read({ urn, relationships, includeSoftDeleted, ...page, deadline }),
    );
    return { start: page.start, entities };
  };

const checkNames = (given: readonly string[] | undefined) =>
  given ? relationshipNames.filter((name) => given.includes(name)) : relationshipNames;

/** Returns the number of entities of `relatedEntities` on all pages. @throws BAD_REQUEST */
export const relatedCount =
  ({ db, store }: Pick<Deps, 'db' | 'store'>) =>
  (actor: Actor, request: RelationshipsRequest): Promise<number> => {
    const { direction, relationshipTypes, includeSoftDeleted = true } = request;
    const counted = {
      urn: parseUrn(request.urn).urn,
      relationships: checkNames(relationshipTypes),
      includeSoftDeleted,
      deadline: actor.deadline,
    };
    return db.limited(actor, () => store.count(direction, counted));
  };
