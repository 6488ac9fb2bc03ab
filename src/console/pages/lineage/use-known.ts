import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reloads } from '../../api/reload.js';
import { request } from '../../api/request.js';
import { asRequestError, type RequestError } from '../../model/request-error.js';
import { lineageEntities, type Stored } from './request.js';

/** What is known about an entity. */
export interface Known {
  /** Null: never ingested. */
  readonly entity: Stored | null;
  /** URNs one hop upstream. Undefined: not read. */
  readonly upstream?: readonly string[];
}

interface KnownEntities {
  readonly known: ReadonlyMap<string, Known>;
  readonly isLoading: boolean;
  readonly error: RequestError | undefined;
  retry(): void;
}

/** Entities of one request. The service reads at most 5,000 edges and containers inside of them. */
const [drawnMax, listedMax] = [50, 100];
/** Edges that are read of one entity. Those on paths are known without them. */
const edgesMax = 40;

/** Reads entities once they are shown. @param drawn those whose edges are read too */
export function useKnown(drawn: readonly string[], listed: readonly string[]): KnownEntities {
  const known = useSignal<ReadonlyMap<string, Known>>(new Map());
  const error = useSignal<RequestError | undefined>(undefined);
  const round = useSignal(0);
  const without = drawn.filter((urn) => known.value.get(urn)?.upstream === undefined);
  const unknown = listed.filter((urn) => !known.value.has(urn) && !without.includes(urn));
  const asked = { drawn: without.slice(0, drawnMax), listed: unknown.slice(0, listedMax) };
  const isLoading = asked.drawn.length + asked.listed.length > 0 && !error.value;

  useEffect(() => {
    known.value = new Map();
    error.value = undefined;
  }, [reloads.value]);
  useEffect(() => {
    if (!isLoading) return;
    const stopping = new AbortController();
    request(lineageEntities, { ...asked, count: edgesMax }, { signal: stopping.signal }).then(
      (answer) => {
        const next = new Map(known.value);
        for (const [index, urn] of asked.listed.entries())
          next.set(urn, { entity: answer.listed?.[index] ?? null });
        for (const [index, urn] of asked.drawn.entries()) {
          const entity = answer.drawn?.[index] ?? null;
          const edges = entity && 'lineage' in entity ? entity.lineage?.relationships : null;
          const upstream = edges?.flatMap(({ entity }) => (entity ? [entity.urn] : [])) ?? [];
          next.set(urn, { entity, upstream });
        }
        known.value = next;
      },
      (thrown) => {
        if (!stopping.signal.aborted) error.value = asRequestError(thrown);
      },
    );
    return () => stopping.abort();
  }, [JSON.stringify(asked), isLoading, round.value]);

  return {
    known: known.value,
    isLoading,
    error: error.value,
    retry() {
      error.value = undefined;
      round.value += 1;
    },
  };
}
