import { defaultFields } from '../../aspects/patch-defaults.js';
import { badRequest } from '../../core/errors.js';
import { isObject, type Json, setMember } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import { invalid } from '../validate.js';
import { type KeyTree, toKeyed } from './json-patch/array-keys.js';
import {
  concernsLineages,
  joinLineages,
  lineageKeys,
  splitLineages,
} from './json-patch/fine-grained-lineage.js';
import { applyJsonPatches, PatchFailed } from './json-patch/json-patch.js';
import { PatchBudget } from './json-patch/patch-budget.js';
import type { Patch } from './parse-patch.js';

/** One patch of a run has failed. */
export class RunFailed extends Error {
  constructor(
    /** The index of the patch in the run. */
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super('a patch of a run has failed', { cause });
  }
}

/**
 * Applies patches in order. Only the result has to fit the aspect's model.
 *
 * @returns the aspect after the patches; null if it did not exist and the patches do not create it
 * @throws RunFailed
 */
export function* applyPatches(
  aspectName: string,
  patches: readonly Patch[],
  current: Json | null,
  budget = new PatchBudget(),
): Steps<Json | null> {
  let aspect = current;
  for (let from = 0; from < patches.length; ) {
    const { kind, operations } = patches[from]!;
    // A patch that only removes and tests does not create an aspect.
    const createsNothing = aspect === null && operations.every(({ op }) => op === 'remove' || op === 'test');
    let to = from + 1;
    if (!createsNothing && kind !== 'whole') while (patches[to]?.kind === kind) to += 1;
    const after = yield* applyTogether(aspectName, patches.slice(from, to), from, aspect ?? {}, budget);
    if (!createsNothing) aspect = after;
    from = to;
  }
  return aspect;
}

function* applyTogether(
  aspectName: string,
  patches: readonly Patch[],
  first: number,
  current: Json,
  budget: PatchBudget,
): Steps<Json> {
  const operations = patches.map((patch) => patch.operations);
  const onLineages = operations.some((all) => all.some((step) => concernsLineages(step.path)));
  const keys = onLineages ? { ...lineageKeys, ...patches[0]!.keys } : patches[0]!.keys;
  const before = withRequiredFields(aspectName, current);
  let applied = 0;
  const settled = (root: unknown, tree: KeyTree) => {
    if (!isObject(root)) throw invalid(aspectName, 'must be a JSON object');
    for (const [name, given] of defaultFields(aspectName)) {
      if (!Object.hasOwn(root, name)) setMember(root, name, toKeyed(given, tree.children.get(name)));
    }
    applied += 1;
  };
  try {
    const start = onLineages ? yield* splitLineages(before) : before;
    const after = (yield* applyJsonPatches(start, operations, keys, budget, settled)) as Json;
    return onLineages ? withRequiredFields(aspectName, yield* joinLineages(after)) : after;
  } catch (error) {
    if (!(error instanceof PatchFailed)) throw new RunFailed(first + applied, error);
    const failure = badRequest(`the patch of ${aspectName} fails at ${error.message}`);
    throw new RunFailed(first + error.index, failure);
  }
}

function withRequiredFields(aspectName: string, aspect: Json): Json {
  const missing = defaultFields(aspectName).filter(([name]) => !Object.hasOwn(aspect, name));
  return { ...aspect, ...Object.fromEntries(missing) };
}
