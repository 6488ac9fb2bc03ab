import { type Json, parseExact } from '../core/lossless-json.js';
import { longText, readingExact, stringifyingExact } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import type { PatchBudget } from './json-patch/patch-budget.js';
import { type Patch, parsePatch, patchingAll, RunFailed } from './patch.js';
import type { Proposal } from './proposal.js';
import { checkingAspect } from './validate.js';

/** What the proposals of a run patch: an aspect as it stands, in either form. */
export interface Before {
  readonly value: Readonly<Json> | null;
  readonly text: string | null;
}

export interface After {
  readonly value: Json;
  readonly text: string;
}

/**
 * Applies a run of patches of one aspect as one: its document is read, checked and written once.
 *
 * @returns null when nothing changes. @throws RunFailed, for the patch that fails or makes what does not fit the model
 */
export function* applyRun(
  proposals: readonly Proposal[],
  before: Before,
  budget: PatchBudget,
): Steps<After | null> {
  const { entityType, aspectName } = proposals[0]!;
  const current = before.value ?? (before.text === null ? null : ((yield* read(before.text)) as Json));
  const { patches, failure } = yield* parseAll(proposals);

  /** The aspect after so many of the patches. */
  function* after(count: number, spending?: PatchBudget): Steps<Json | null> {
    const value = yield* patchingAll(aspectName, patches.slice(0, count), current, spending);
    if (value !== null) yield* checkingAspect(entityType, aspectName, value);
    return value;
  }

  let value: Json | null;
  try {
    value = yield* after(patches.length, budget);
    if (failure) throw failure;
  } catch (error) {
    throw yield* firstUnfit(after, error instanceof RunFailed ? error.index : patches.length, error);
  }
  // Removing what is not there must not make an aspect that was never written.
  if (value === null) return null;
  const text = yield* stringifyingExact(value);
  const isUnchanged =
    text === before.text || (current !== null && text === (yield* stringifyingExact(current)));
  return isUnchanged ? null : { value, text };
}

function* read(text: string): Steps<unknown> {
  return text.length > longText ? yield* readingExact(text) : parseExact(text);
}

/** The patches up to the first that is none. */
function* parseAll(
  proposals: readonly Proposal[],
): Steps<{ patches: readonly Patch[]; failure: RunFailed | null }> {
  const patches: Patch[] = [];
  for (const { aspectName, value } of proposals) {
    yield;
    try {
      patches.push(parsePatch(aspectName, value));
    } catch (error) {
      return { patches, failure: new RunFailed(patches.length, error) };
    }
  }
  return { patches, failure: null };
}

/**
 * The patch to blame when a run fails: one after which the aspect does not fit its model, if there is one before the
 * patch that fails. It is found by halving, in as many applications as the number of patches has binary digits.
 *
 * @param count how many patches can be applied
 */
function* firstUnfit(
  after: (count: number) => Steps<unknown>,
  count: number,
  failure: unknown,
): Steps<unknown> {
  let [fit, unfit] = [0, count];
  let found: unknown = failure;
  if (failure instanceof RunFailed) {
    // Whatever is wrong with the model was made before.
    const error = yield* errorOf(after(count));
    if (error === null) return failure;
    found = error;
  }
  while (unfit - fit > 1) {
    const middle = Math.floor((fit + unfit) / 2);
    const error = yield* errorOf(after(middle));
    if (error === null) fit = middle;
    else [unfit, found] = [middle, error];
  }
  return new RunFailed(Math.max(unfit - 1, 0), found);
}

function* errorOf(steps: Steps<unknown>): Steps<unknown> {
  try {
    yield* steps;
    return null;
  } catch (error) {
    return error;
  }
}
