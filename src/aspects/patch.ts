import { z } from 'zod';
import { badRequest } from '../core/errors.js';
import { isObject, type Json } from '../core/lossless-json.js';
import { setMember } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import { defaultArrayKeys, type KeyTree, mapped } from './json-patch/array-keys.js';
import {
  concernsLineages,
  joinLineages,
  lineageKeys,
  splitLineages,
} from './json-patch/fine-grained-lineage.js';
import { PatchFailed, type PatchOperation, patching, tokensOf } from './json-patch/json-patch.js';
import { PatchBudget } from './json-patch/patch-budget.js';
import { invalid, problems } from './validate.js';

/** Operations that one patch may have. */
const operationsMax = 10_000;

const path = z.string().refine((text) => tokensOf(text) !== null, 'is not a JSON pointer');
const value = z.unknown().refine((given) => given !== undefined, 'is required');
const operation = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'replace', 'test']), path, value }),
  z.object({ op: z.enum(['move', 'copy']), path, from: path }),
  z.object({ op: z.literal('remove'), path }),
]);
/** DataHub's envelope of an RFC 6902 document, with the keys of its arrays. */
const envelope = z.object({
  patch: z.array(z.unknown()).max(operationsMax).pipe(z.array(operation)),
  arrayPrimaryKeys: z.record(z.string(), z.array(z.string())).nullish(),
});

/** A patch, checked. */
export interface Patch {
  readonly operations: readonly PatchOperation[];
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Patches of which this is the same can be applied to one document without its being converted between them. */
  readonly kind: string;
}

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

/** How many operations a patch has, right or not. */
export function countOperations(patchValue: unknown): number {
  const operations = isObject(patchValue) ? patchValue.patch : patchValue;
  return Array.isArray(operations) ? operations.length : 0;
}

/** @throws BAD_REQUEST */
export function parsePatch(aspectName: string, patchValue: unknown): Patch {
  const parsed = envelope.safeParse(Array.isArray(patchValue) ? { patch: patchValue } : patchValue);
  if (!parsed.success) {
    throw badRequest(`the patch of ${aspectName} is not RFC 6902: ${problems(parsed.error)}`);
  }
  const { patch, arrayPrimaryKeys } = parsed.data;
  const isWhole = patch.some((step) => step.path === '' || ('from' in step && step.from === ''));
  return {
    operations: patch,
    keys: { ...defaults(aspectName), ...arrayPrimaryKeys },
    kind: isWhole ? 'whole' : JSON.stringify(arrayPrimaryKeys ?? null),
  };
}

/** A patch of a run that fails. */
export class RunFailed extends Error {
  constructor(
    /** of the patch */
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super('a patch of a run fails', { cause });
  }
}

/**
 * Applies patches one after the other. Only what they come to has to fit the aspect's model.
 *
 * @returns the aspect after them; null where it was never written and is not by these. @throws RunFailed
 */
export function* patchingAll(
  aspectName: string,
  patches: readonly Patch[],
  current: Json | null,
  budget = new PatchBudget(),
): Steps<Json | null> {
  let aspect = current;
  for (let from = 0; from < patches.length; ) {
    const { kind, operations } = patches[from]!;
    // What only takes away and looks makes no aspect: the next one starts from nothing again.
    const isIdle = aspect === null && operations.every(({ op }) => op === 'remove' || op === 'test');
    let to = from + 1;
    if (!isIdle && kind !== 'whole') while (patches[to]?.kind === kind) to += 1;
    const after = yield* together(aspectName, patches.slice(from, to), from, aspect ?? {}, budget);
    if (!isIdle) aspect = after;
    from = to;
  }
  return aspect;
}

function* together(
  aspectName: string,
  patches: readonly Patch[],
  first: number,
  current: Json,
  budget: PatchBudget,
): Steps<Json> {
  const operations = patches.map((patch) => patch.operations);
  const onLineages = operations.some((all) => all.some((step) => concernsLineages(step.path)));
  const keys = onLineages ? { ...lineageKeys, ...patches[0]!.keys } : patches[0]!.keys;
  const before = complete(aspectName, current);
  let applied = 0;
  const settled = (root: unknown, tree: KeyTree) => {
    if (!isObject(root)) throw invalid(aspectName, 'must be a JSON object');
    for (const [name, given] of Object.entries(required.get(aspectName) ?? {})) {
      if (!Object.hasOwn(root, name)) setMember(root, name, mapped(given, tree.children.get(name)));
    }
    applied += 1;
  };
  try {
    const start = onLineages ? yield* splitLineages(before) : before;
    const after = (yield* patching(start, operations, keys, budget, settled)) as Json;
    return onLineages ? complete(aspectName, yield* joinLineages(after)) : after;
  } catch (error) {
    if (!(error instanceof PatchFailed)) throw new RunFailed(first + applied, error);
    const failure = badRequest(`the patch of ${aspectName} fails at ${error.message}`);
    throw new RunFailed(first + error.index, failure);
  }
}

const defaults = (aspectName: string) =>
  Object.hasOwn(defaultArrayKeys, aspectName) ? defaultArrayKeys[aspectName] : {};

function complete(aspectName: string, aspect: Json): Json {
  const missing = Object.entries(required.get(aspectName) ?? {}).filter(
    ([name]) => !Object.hasOwn(aspect, name),
  );
  return { ...aspect, ...Object.fromEntries(missing) };
}
