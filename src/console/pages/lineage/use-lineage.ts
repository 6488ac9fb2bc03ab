import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { reloads } from '../../api/reload.js';
import { request } from '../../api/request.js';
import { asRequestError, type RequestError } from '../../model/request-error.js';
import { urnType } from '../../model/urn.js';
import { buildGraph, type Extent, type Graph } from './graph.js';
import { lineage, lineageVariables, type Neighborhood, readNeighborhood } from './request.js';

/** Entities that one request asks for. */
const perRequest = 40;

interface Lineage {
  readonly graph: Graph;
  readonly known: ReadonlyMap<string, Neighborhood>;
  readonly isLoading: boolean;
  readonly error: RequestError | undefined;
  retry(): void;
}

/** Reads the lineage of an entity step by step, as far as it is shown. */
export function useLineage(start: string, extent: Extent): Lineage {
  const known = useSignal<ReadonlyMap<string, Neighborhood>>(new Map());
  const error = useSignal<RequestError | undefined>(undefined);
  const round = useSignal(0);
  const graph = useMemo(() => buildGraph(start, known.value, extent), [start, known.value, extent]);
  const missing = graph.missing.slice(0, perRequest);
  const key = missing.join('\n');

  useEffect(() => {
    if (missing.length === 0) return;
    const stopping = new AbortController();
    request(lineage, lineageVariables(missing), { signal: stopping.signal }).then(
      ({ entities }) => {
        const found = new Map(entities?.flatMap((one) => (one ? [[one.urn, readNeighborhood(one)]] : [])));
        // What does not exist, such as a source that was never ingested, has its URN only.
        const bare = missing
          .filter((urn) => !found.has(urn))
          .map((urn) => [urn, bareNeighborhood(urn)] as const);
        known.value = new Map([...known.value, ...found, ...bare]);
        error.value = undefined;
      },
      (thrown) => {
        if (!stopping.signal.aborted) error.value = asRequestError(thrown);
      },
    );
    return () => stopping.abort();
  }, [key, round.value, reloads.value]);

  return {
    graph,
    known: known.value,
    isLoading: missing.length > 0 && !error.value,
    error: error.value,
    retry() {
      error.value = undefined;
      round.value += 1;
    },
  };
}

const bareNeighborhood = (urn: string): Neighborhood => {
  return {
    entity: {
      urn,
      type: urnType(urn)
        .replace(/(?=[A-Z])/g, '_')
        .toUpperCase(),
      description: null,
      owners: [],
    },
    upstream: [],
    downstream: [],
  };
};
