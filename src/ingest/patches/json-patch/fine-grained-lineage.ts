import { isObject, type Json } from '../../../json/lossless-json.js';
import type { Steps } from '../../../scheduling/steps.js';
import type { ArrayKeys } from './array-keys.js';

/**
 * A lineage between columns has several upstreams, but patches add and remove single ones, at
 * `/fineGrainedLineages/<transform operation>/<downstream>/<query>/<upstream>`, with NONE for missing parts.
 */
const name = 'fineGrainedLineages';
const none = 'NONE';
const keyNames = ['$operation', '$downstream', '$query', '$upstream'];

export const lineageKeys: ArrayKeys = { [name]: keyNames };

export const concernsLineages = (pointer: string): boolean => `${pointer}/`.startsWith(`/${name}/`);

/** Splits each lineage with one downstream by upstream. Patches cannot address the other lineages. */
export function* splitLineages(aspect: Json): Steps<Json> {
  const lineages = aspect[name];
  if (!Array.isArray(lineages)) return aspect;
  const parts: unknown[] = [];
  for (const lineage of lineages) {
    for (const part of split(lineage)) parts.push(part);
    yield;
  }
  return { ...aspect, [name]: parts };
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

/** Joins lineages that differ in their upstream only, with their lowest score. */
export function* joinLineages(aspect: Json): Steps<Json> {
  const lineages = aspect[name];
  if (!Array.isArray(lineages)) return aspect;
  const joined = new Map<unknown, Json>();
  for (const lineage of lineages as Json[]) {
    yield;
    if (!isObject(lineage) || lineage.$upstream === undefined) {
      joined.set(Symbol(), lineage);
      continue;
    }
    const { $operation, $downstream, $query, $upstream, ...rest } = lineage;
    const key = JSON.stringify([$operation, $downstream, $query]);
    const before: Json = joined.get(key) ?? {
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      ...($operation === none ? {} : { transformOperation: $operation }),
      ...($query === none ? {} : { query: $query }),
      ...rest,
      downstreams: [$downstream],
      upstreams: [],
    };
    (before.upstreams as unknown[]).push($upstream);
    const { confidenceScore } = rest;
    const isLower = Number(confidenceScore) < Number(before.confidenceScore);
    if (confidenceScore !== undefined && (before.confidenceScore === undefined || isLower)) {
      before.confidenceScore = confidenceScore;
    }
    joined.set(key, before);
  }
  return { ...aspect, [name]: [...joined.values()] };
}
