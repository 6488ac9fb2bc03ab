import { compareBytes } from '../aspects/byte-order.js';
import type { EdgeStamps } from '../aspects/references/stamps.js';
import type { Actor } from '../core/actor.js';
import { placeUrn } from '../core/column-urn.js';
import { checkPage, maxRowsBefore } from '../core/pagination.js';
import { once } from '../scheduling/shared.js';
import type { FactStore } from './fact-store.js';
import { type LineageRequest, toStart } from './input.js';
import type { Walk, WalkNode } from './walk.js';

export interface NeighborsRequest extends LineageRequest {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  /** Whether entities are included that do not exist, or are soft-deleted. */
  readonly includesGhosts?: boolean | null | undefined;
}

export interface Neighbor {
  readonly urn: string;
  readonly relationship: string;
  /** Who made the edge, and when, as far as its source says so. Read once for all of a page. */
  readonly stamps: () => Promise<EdgeStamps>;
}

export interface Neighbors {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  /** How many were left out because they do not exist or are soft-deleted. */
  readonly filtered: number;
  readonly isPartial: boolean;
  readonly neighbors: readonly Neighbor[];
}

const defaultCount = 100;

interface Deps {
  readonly walk: Walk;
  readonly facts: FactStore;
  readonly pageSizeMax: number;
}

/** Returns what is one hop away from an entity or a column, by relationship and URN. @throws BAD_REQUEST */
export const listNeighbors =
  ({ walk, facts, pageSizeMax }: Deps) =>
  async (actor: Actor, request: NeighborsRequest): Promise<Neighbors> => {
    const from = toStart(request.urn);
    const page = checkPage(
      request.start,
      request.count ?? Math.min(defaultCount, pageSizeMax),
      pageSizeMax,
      maxRowsBefore,
    );
    const { nodes, isPartial } = await walk(actor, from, { ...request, maxHops: 1 });
    const urns = [...new Set(nodes.map(({ urn }) => urn))];
    const existing = request.includesGhosts
      ? null
      : new Set(await facts.existing(actor, urns, { includeSoftDeleted: false }));
    const kept = nodes.filter(({ urn }) => existing === null || existing.has(urn)).sort(byRelationship);
    const shown = kept.slice(page.start, page.start + page.count);
    const stamps = once(() => facts.stamps(actor, from, shown, request.direction));
    return {
      ...page,
      total: kept.length,
      filtered: nodes.length - kept.length,
      isPartial,
      neighbors: shown.map((node, index) => ({
        urn: placeUrn(node),
        relationship: node.relationship,
        stamps: async () => (await stamps()).get(index) ?? {},
      })),
    };
  };

const byRelationship = (one: WalkNode, other: WalkNode) =>
  compareBytes(one.relationship, other.relationship) ||
  compareBytes(one.urn, other.urn) ||
  compareBytes(one.fieldPath, other.fieldPath);
