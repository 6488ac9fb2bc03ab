import { compareBytes } from '../aspects/byte-order.js';
import type { Actor } from '../core/actor.js';
import type { Place } from '../core/column-urn.js';
import { badRequest, notFound } from '../core/errors.js';
import { columnKey } from '../core/field-path.js';
import { checkPage, maxRowsBefore, type Page } from '../core/pagination.js';
import { getEntityType, parseTagUrn, quoted } from '../core/urn.js';
import { runInTurns } from '../scheduling/steps.js';
import { taggable } from '../urn/taggable.js';
import type { Direction } from './direction.js';
import { merge } from './merge.js';
import type { ReachedFacts, ReachStore } from './reach-store.js';
import { hopsMax, listPath, toStartNode, type WalkNode, type Walks } from './walk.js';

export interface ReachRequest {
  readonly tagUrn: string;
  readonly direction: Direction;
  /** From 1 to `hopsMax`, the default. */
  readonly maxHops?: number | null | undefined;
  /** Whether only places are returned that lack the tag and can have it, and from which no person has removed it. */
  readonly onlyUntagged?: boolean | null | undefined;
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
}

/** An entity or a column in the lineage of what has a tag. */
export interface ReachedPlace extends Place {
  /** Hops from the nearest place with the tag. */
  readonly degree: number;
  /** DATASET: the path has edges between entities where a column came from, or begins at an entity. */
  readonly via: 'COLUMN' | 'DATASET';
  readonly carriesTag: boolean;
  readonly isRemoved: boolean;
  /** Who has removed the tag; null: no person has, or the history does not have it any more. */
  readonly removedBy: string | null;
  /** From a place with the tag to this one. */
  readonly path: () => readonly Place[];
}

export interface TagReach extends Page {
  readonly total: number;
  readonly isPartial: boolean;
  /** How many places lack the tag that can have it, without those from which a person has removed it. */
  readonly untagged: number;
  readonly reached: readonly ReachedPlace[];
}

interface Deps {
  readonly walkFrom: Walks['walkFrom'];
  readonly store: ReachStore;
  readonly pageSizeMax: number;
  /** Places with the tag from which it is followed. */
  readonly maxPlaces: number;
}

/** Nodes of one statement. */
const chunkSize = 1_000;

/** Returns a function that follows the places of a tag along lineage. */
export function tagReach({ walkFrom, store, pageSizeMax, maxPlaces }: Deps) {
  /** Returns the nodes that are reached: by columns those that columns lead to, and by entities all others. */
  async function walk(actor: Actor, { tagUrn, direction }: ReachRequest, maxHops: number) {
    const places = await store.tagged(actor, tagUrn, maxPlaces + 1);
    const starts = places
      .slice(0, maxPlaces)
      .map((place) => toStartNode({ ...place, column: columnKey(place.fieldPath) }));
    const columns = starts.filter(({ fieldPath }) => fieldPath !== '');
    const entities = starts.filter(({ fieldPath }) => fieldPath === '');
    const byColumn = await walkFrom(actor, columns, { direction, maxHops });
    const byEntity = await walkFrom(
      actor,
      [...entities, ...chooseNearest([...columns, ...byColumn.nodes])],
      { direction, maxHops, ofEntities: true },
      byColumn.rest,
    );
    const isPartial = places.length > maxPlaces || byColumn.isPartial || byEntity.isPartial;
    return { byColumn: byColumn.nodes, byEntity: byEntity.nodes, isPartial };
  }

  return async function reach(actor: Actor, request: ReachRequest): Promise<TagReach> {
    const { tagUrn, onlyUntagged } = request;
    parseTagUrn(tagUrn, 'tagUrn');
    const page = checkPage(request.start, request.count, pageSizeMax, maxRowsBefore);
    const maxHops = request.maxHops ?? hopsMax;
    if (maxHops < 1 || maxHops > hopsMax)
      throw badRequest(`maxHops must be from 1 to ${hopsMax}, not ${maxHops}`);
    if (!(await store.hasTag(actor, tagUrn))) throw notFound(`There is no tag ${quoted(tagUrn)}`);
    const { byColumn, byEntity, isPartial } = await walk(actor, request, maxHops);
    const seen = new Set<string>();
    let all: readonly Reached[] = [];
    for (const [via, nodes] of [
      ['COLUMN', byColumn],
      ['DATASET', byEntity],
    ] as const)
      for (let from = 0; from < nodes.length; from += chunkSize) {
        const chunk = nodes.slice(from, from + chunkSize);
        const more: Reached[] = [];
        for (const facts of await store.facts(actor, tagUrn, chunk)) {
          const node = chunk[facts.index]!;
          const key = `${node.urn}\0${facts.fieldPath}`;
          if (!seen.has(key)) more.push(toReached(node, facts, via));
          seen.add(key);
        }
        all = await runInTurns(merge(all, more.sort(byDegree), byDegree), actor.deadline);
      }
    const untagged = all.filter(isForgotten);
    const wanted = onlyUntagged ? untagged : all;
    const shown = wanted.slice(page.start, page.start + page.count);
    const removed = shown.filter(({ isRemoved }) => isRemoved);
    const removers = await store.removers(actor, tagUrn, removed);
    const removedBy = new Map(removed.map((place, index) => [place, removers.get(index) ?? null]));
    return {
      ...page,
      total: wanted.length,
      isPartial,
      untagged: untagged.length,
      reached: shown.map((place) => ({ ...place, removedBy: removedBy.get(place) ?? null })),
    };
  };
}

/** Returns the nearest column of each entity, which stands for it, by degree. */
function chooseNearest(nodes: readonly WalkNode[]): WalkNode[] {
  const nearest = new Map<string, WalkNode>();
  for (const node of nodes) if (node.fieldPath !== '' && !nearest.has(node.urn)) nearest.set(node.urn, node);
  return [...nearest.values()];
}

type Reached = Omit<ReachedPlace, 'removedBy'>;

function toReached(
  node: WalkNode,
  { fieldPath, carriesTag, hasTaggedColumn, isRemoved }: ReachedFacts,
  via: ReachedPlace['via'],
): Reached {
  // The tag of a column says of its table that the tag has arrived there.
  const carries = carriesTag || (via === 'DATASET' && hasTaggedColumn);
  const path = () => [...listPath(node).slice(0, -1), { urn: node.urn, fieldPath }];
  const { urn, degree } = node;
  return { urn, fieldPath, degree, via, carriesTag: carries, isRemoved: isRemoved && !carries, path };
}

/** Whether people could add the tag, and none has removed it. */
const isForgotten = ({ urn, carriesTag, isRemoved }: Reached): boolean =>
  !carriesTag && !isRemoved && taggable.includes(getEntityType(urn));

const byDegree = (one: Reached, other: Reached) =>
  one.degree - other.degree ||
  compareBytes(one.urn, other.urn) ||
  compareBytes(one.fieldPath, other.fieldPath);
