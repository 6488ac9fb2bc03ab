import { z } from 'zod';
import { defaultArrayKeys } from '../domain/array-keys.js';
import { badRequest } from '../domain/errors.js';
import { isObject, type Json } from '../domain/exact-json.js';
import {
  concernsLineages,
  joinLineages,
  lineageKeys,
  splitLineages,
} from '../domain/fine-grained-lineage.js';
import { applyPatch, tokensOf } from '../domain/json-patch.js';
import { PatchError } from '../domain/patch-place.js';
import { problems } from './check.js';

const path = z.string().refine((text) => tokensOf(text) !== null, 'is not a JSON pointer');
const value = z.unknown().refine((given) => given !== undefined, 'is required');
const operation = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'replace', 'test']), path, value }),
  z.object({ op: z.enum(['move', 'copy']), path, from: path }),
  z.object({ op: z.literal('remove'), path }),
]);
/** DataHub's envelope of an RFC 6902 document, with the keys of its arrays. */
const envelope = z.object({
  patch: z.array(operation).max(10_000),
  arrayPrimaryKeys: z.record(z.string(), z.array(z.string())).nullish(),
});

/** What a patch starts from where there is nothing yet: what the aspect's model requires. */
const required: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['dataJobInputOutput', { inputDatasets: [], outputDatasets: [] }],
  ['documentation', { documentations: [] }],
  ['domains', { domains: [] }],
  ['globalTags', { tags: [] }],
  ['glossaryTerms', { terms: [], auditStamp: { time: 0, actor: 'urn:li:corpuser:unknown' } }],
  ['institutionalMemory', { elements: [] }],
  ['ownership', { owners: [] }],
  ['siblings', { siblings: [], primary: false }],
  ['structuredProperties', { properties: [] }],
  ['upstreamLineage', { upstreams: [] }],
]);

/** @returns the aspect after the patch; null where it was never written and is not by this. @throws BAD_REQUEST */
export function patched(aspectName: string, patchValue: unknown, current: Json | null): unknown {
  const parsed = envelope.safeParse(Array.isArray(patchValue) ? { patch: patchValue } : patchValue);
  if (!parsed.success) {
    throw badRequest(`the patch of ${aspectName} is not RFC 6902: ${problems(parsed.error)}`);
  }
  const { patch, arrayPrimaryKeys } = parsed.data;
  const onLineages = patch.some((step) => concernsLineages(step.path));
  const before = complete(aspectName, current ?? {});
  const keys = { ...defaults(aspectName), ...(onLineages && lineageKeys), ...arrayPrimaryKeys };
  try {
    const after = applyPatch(onLineages ? splitLineages(before) : before, patch, keys);
    if (current === null && patch.every(({ op }) => op === 'remove' || op === 'test')) return null;
    if (!isObject(after)) return after;
    return complete(aspectName, onLineages ? joinLineages(after) : after);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw badRequest(`the patch of ${aspectName} fails at ${error.message}`);
  }
}

const defaults = (aspectName: string) =>
  Object.hasOwn(defaultArrayKeys, aspectName) ? defaultArrayKeys[aspectName] : {};

function complete(aspectName: string, value: Json): Json {
  const missing = Object.entries(required.get(aspectName) ?? {}).filter(
    ([name]) => !Object.hasOwn(value, name),
  );
  return { ...value, ...Object.fromEntries(missing) };
}
