import { columnRelationship } from '../aspects/edges/edges.js';
import { relationshipNames } from '../aspects/references/paths.js';
import type { Related } from '../aspects/references/relationship-store.js';
import type { Actor } from '../core/actor.js';
import { placeUrn } from '../core/column-urn.js';
import { checkPage, maxRowsBefore } from '../core/pagination.js';
import type { RelatedEntities, RelationshipsRequest } from '../entities/relationships.js';
import { once } from '../scheduling/shared.js';
import type { FactStore } from './fact-store.js';
import { toStart } from './input.js';
import type { Walk, WalkStart } from './walk.js';

export interface Relationships extends RelatedEntities {
  /** Returns whether some can be missing: a bound has cut columns, or not all are stored yet. */
  readonly isPartial: () => Promise<boolean>;
  /** Returns the number of relationships on all pages. */
  readonly total: () => Promise<number>;
}

/** Reads the relationships of entities (src/entities/relationships.ts). */
export interface EntityRelationships {
  readonly related: (actor: Actor, request: RelationshipsRequest) => Promise<RelatedEntities>;
  readonly relatedCount: (actor: Actor, request: RelationshipsRequest) => Promise<number>;
}

interface Deps {
  readonly walk: Walk;
  readonly facts: FactStore;
  readonly entities: EntityRelationships;
  readonly isFilled: (actor: Actor) => Promise<boolean>;
  /** Default: 200 or the maximum. */
  readonly maxRelated: number;
}

const defaultCount = 200;

/**
 * Reads the relationships of an entity or a column. The aspect of a dataset names the columns of both sides, so its
 * references cannot tell which column is derived from which. `DownstreamOf` of a column is therefore read from the edges of
 * lineage: it leads to columns, never to the datasets whose aspects name the column.
 */
export function relationshipReads({ walk, facts, entities, isFilled, maxRelated }: Deps) {
  const ofEntity = async (actor: Actor, request: RelationshipsRequest): Promise<Relationships> => ({
    ...(await entities.related(actor, request)),
    isPartial: async () => !(await isFilled(actor)),
    total: () => entities.relatedCount(actor, request),
  });

  return async function relationships(actor: Actor, request: RelationshipsRequest): Promise<Relationships> {
    const from = toStart(request.urn);
    const wanted = request.relationshipTypes ?? relationshipNames;
    if (from.fieldPath === '' || !wanted.includes(columnRelationship)) return ofEntity(actor, request);
    const size = request.count ?? Math.min(defaultCount, maxRelated);
    const { start, count } = checkPage(request.start, size, maxRelated, maxRowsBefore);
    const columns = await listColumns(actor, from, request);
    const others = (relationshipTypes: readonly string[]): Part => {
      if (relationshipTypes.length === 0) return toPart([]);
      const some = { ...request, relationshipTypes };
      return {
        page: async (page) => (await entities.related(actor, { ...some, ...page })).entities,
        total: once(() => entities.relatedCount(actor, some)),
      };
    };
    const parts = [
      others(wanted.filter((name) => name < columnRelationship)),
      toPart(columns.related),
      others(wanted.filter((name) => name > columnRelationship)),
    ];
    return {
      start,
      entities: await readParts(parts, start, count),
      isPartial: async () => columns.isPartial,
      total: async () => {
        let total = 0;
        for (const part of parts) total += await part.total();
        return total;
      },
    };
  };

  /** Returns the columns that a column is derived from, or that are derived from it, in the order of their URNs. */
  async function listColumns(actor: Actor, from: WalkStart, request: RelationshipsRequest) {
    const direction = request.direction === 'INCOMING' ? 'DOWNSTREAM' : 'UPSTREAM';
    const { nodes, isPartial } = await walk(actor, from, { direction, maxHops: 1 });
    const found = nodes.filter(({ relationship }) => relationship === columnRelationship);
    const removed =
      request.includeSoftDeleted === false
        ? await facts.softDeleted(actor, [...new Set(found.map(({ urn }) => urn))])
        : new Set<string>();
    const related = found
      .filter(({ urn }) => !removed.has(urn))
      .map((node): Related => ({ urn: placeUrn(node), relationshipType: columnRelationship }))
      .sort((one, other) => (one.urn < other.urn ? -1 : 1));
    return { related, isPartial };
  }
}

/** A part of a list. */
interface Part {
  readonly page: (page: { readonly start: number; readonly count: number }) => Promise<readonly Related[]>;
  readonly total: () => Promise<number>;
}

const toPart = (all: readonly Related[]): Part => ({
  page: async ({ start, count }) => all.slice(start, start + count),
  total: async () => all.length,
});

/** Returns a page of the list that the parts are together. */
async function readParts(parts: readonly Part[], start: number, count: number): Promise<Related[]> {
  const found: Related[] = [];
  let before = 0;
  for (const part of parts) {
    if (found.length === count) break;
    const skipped = Math.max(0, start - before);
    const page = await part.page({ start: skipped, count: count - found.length });
    found.push(...page);
    before += page.length > 0 || skipped === 0 ? skipped + page.length : await part.total();
  }
  return found;
}
