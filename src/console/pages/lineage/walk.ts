import { readPlace, urnType } from '../../model/urn.js';

export type Direction = 'upstream' | 'downstream';
export const directions: readonly Direction[] = ['upstream', 'downstream'];

/** An entity that a walk reaches. */
export interface Reached {
  /** Unique in the graph: an entity in a circle is both upstream and downstream. */
  readonly key: string;
  readonly urn: string;
  /** Hops from the start, from 1 on. */
  readonly degree: number;
  /** The key of the entity before this one on a shortest path. */
  readonly from: string;
  /** Paths of its columns that are reached; empty if the walk does not start at a column. */
  readonly columns: readonly string[];
}

/** What is upstream or downstream of an entity or a column. */
export interface Walk {
  /** The nearest first. */
  readonly nodes: ReadonlyMap<string, Reached>;
  /** The steps of all paths, as keys, away from the start. */
  readonly steps: readonly (readonly [near: string, far: string])[];
  /** The number of results, and of those that were read: the nearest. */
  readonly total: number;
  readonly read: number;
  /** Whether the service left out results, because of a limit. */
  readonly isPartial: boolean;
}

interface Named {
  readonly urn: string;
}

/** A page of results, as `searchAcrossLineage` answers. */
export interface Results {
  readonly total: number;
  readonly isPartial: boolean | null;
  readonly searchResults: readonly {
    readonly paths: readonly ({ readonly path: readonly (Named | null)[] } | null)[];
  }[];
}

export const nodeKey = (direction: Direction, urn: string): string => `${direction} ${urn}`;

/** Runs would hide what they run. Those on the path to something else are shown. */
export const isOmitted = (urn: string): boolean => urnType(urn) === 'dataProcessInstance';

/**
 * Reads the answer to a walk. What is on a path without being a result, because it was never ingested or is removed, is
 * reached too.
 *
 * @param neighbors the URNs one hop away, also of entities that were never ingested
 */
export function readWalk(
  direction: Direction,
  start: string,
  { total, isPartial, searchResults }: Results,
  neighbors: readonly string[],
): Walk {
  const nodes = new Map<string, Reached & { degree: number; from: string; columns: string[] }>();
  const steps = new Map<string, readonly [near: string, far: string]>();
  const origin = readPlace(start).urn;

  const reach = (urn: string, degree: number, from: string): string => {
    const place = readPlace(urn);
    // Columns of one entity are made from each other too. That is not shown.
    if (place.urn === origin) return origin;
    const key = nodeKey(direction, place.urn);
    const node = nodes.get(key) ?? { key, urn: place.urn, degree, from, columns: [] };
    if (node.degree > degree) Object.assign(node, { degree, from });
    if (place.fieldPath !== '' && !node.columns.includes(place.fieldPath)) node.columns.push(place.fieldPath);
    nodes.set(key, node);
    return key;
  };
  const follow = (path: readonly string[]) => {
    let near = origin;
    for (const [degree, urn] of path.entries()) {
      const far = reach(urn, degree, near);
      if (far !== near) steps.set(`${near}\n${far}`, [near, far]);
      near = far;
    }
  };

  for (const { paths } of searchResults) for (const each of paths) follow(each?.path.flatMap(urnIn) ?? []);
  for (const urn of neighbors) if (!isOmitted(urn)) follow([start, urn]);
  return {
    nodes: new Map([...nodes].sort(([, one], [, other]) => one.degree - other.degree)),
    steps: [...steps.values()],
    total,
    read: searchResults.length,
    isPartial: isPartial ?? false,
  };
}

const urnIn = (one: Named | null): string[] => (one ? [one.urn] : []);
