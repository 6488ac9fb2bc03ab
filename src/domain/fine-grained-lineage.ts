import type { ArrayKeys } from './array-keys.js';
import { isObject, type Json } from './exact-json.js';

/**
 * A lineage between columns names several upstreams, but patches add and remove them one by one, at
 * `/fineGrainedLineages/<transform operation>/<downstream>/<query>/<upstream>`, with NONE for what is not given.
 */
const name = 'fineGrainedLineages';
const none = 'NONE';
const keyNames = ['$operation', '$downstream', '$query', '$upstream'];

export const lineageKeys: ArrayKeys = { [name]: keyNames };

export const concernsLineages = (pointer: string): boolean => `${pointer}/`.startsWith(`/${name}/`);

/** Each lineage of one downstream as one for each of its upstreams; the others stay, out of the patches' reach. */
export function splitLineages(aspect: Json): Json {
  const lineages = aspect[name];
  return Array.isArray(lineages) ? { ...aspect, [name]: lineages.flatMap(split) } : aspect;
}

function split(lineage: unknown): unknown[] {
  const { upstreams, downstreams, ...rest } = isObject(lineage) ? lineage : {};
  if (!Array.isArray(upstreams) || !Array.isArray(downstreams)) return [lineage];
  if (downstreams.length !== 1 || upstreams.length === 0) return [lineage];
  return upstreams.map(($upstream) => ({
    ...rest,
    $operation: rest.transformOperation ?? none,
    $downstream: downstreams[0],
    $query: rest.query ?? none,
    $upstream,
  }));
}

/** The way back: one lineage for all upstreams that share the rest of the key, with their lowest score. */
export function joinLineages(aspect: Json): Json {
  const lineages = aspect[name];
  if (!Array.isArray(lineages)) return aspect;
  const joined = new Map<unknown, Json>();
  for (const lineage of lineages as Json[]) {
    if (!isObject(lineage) || lineage.$upstream === undefined) {
      joined.set(Symbol(), lineage);
      continue;
    }
    const { $operation, $downstream, $query, $upstream, ...rest } = lineage;
    const key = JSON.stringify([$operation, $downstream, $query]);
    const before = joined.get(key) ?? {
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      ...($operation === none ? {} : { transformOperation: $operation }),
      ...($query === none ? {} : { query: $query }),
      ...rest,
      downstreams: [$downstream],
      upstreams: [],
    };
    const scores = [before.confidenceScore, rest.confidenceScore].filter((score) => score !== undefined);
    const [confidenceScore] = scores.sort((one, other) => Number(one) - Number(other));
    const upstreams = [...(before.upstreams as unknown[]), $upstream];
    joined.set(key, { ...before, upstreams, ...(scores.length > 0 && { confidenceScore }) });
  }
  return { ...aspect, [name]: [...joined.values()] };
}
