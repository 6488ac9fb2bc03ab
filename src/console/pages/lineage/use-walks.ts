import { useMemo } from 'preact/hooks';
import { request } from '../../api/request.js';
import { type Query, useLoaded } from '../../api/use-query.js';
import type { Walks } from './graph.js';
import { type Walked, walkLineage, walkVariables } from './request.js';
import { type Direction, readWalk } from './walk.js';

interface Start {
  /** An entity or a column. */
  readonly urn: string;
  /** The number of results to read in each direction. */
  readonly count: number;
}

interface Answered {
  readonly urn: string;
  readonly walked: Walked;
}

const load = async (start: Start, options: Parameters<typeof request>[2]): Promise<Answered> => ({
  urn: start.urn,
  walked: await request(walkLineage, walkVariables(start.urn, start.count), options),
});

/** Reads what is upstream and downstream. Walks from another start are never shown. */
export function useWalks(
  urn: string,
  count: number,
): Query<Answered> & { readonly walks: Walks | undefined } {
  const query = useLoaded(load, { urn, count });
  const { data } = query;
  const walks = useMemo(() => (data?.urn === urn ? toWalks(data) : undefined), [data, urn]);
  return { ...query, walks };
}

function toWalks({ urn, walked }: Answered): Walks {
  const read = (direction: Direction) => {
    const { entity } = walked;
    const beside = entity && direction in entity ? (entity as Beside)[direction] : null;
    return readWalk(
      direction,
      urn,
      walked[direction] ?? { total: 0, isPartial: false, searchResults: [] },
      beside?.relationships.flatMap(({ entity: other }) => (other ? [other.urn] : [])) ?? [],
    );
  };
  return { upstream: read('upstream'), downstream: read('downstream') };
}

type Beside = Extract<NonNullable<Walked['entity']>, { upstream: unknown }>;
