import { withFollowers } from '../../aspects/followers/members.js';
import { withDefaults } from '../../aspects/patch-defaults.js';
import { badRequest } from '../../core/errors.js';
import type { Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { stringifyInSteps } from '../../json/lossless-json-steps.js';
import { withNormalUrns } from '../../json/normal-urns.js';
import type { Steps } from '../../scheduling/steps.js';
import type { Proposal } from '../proposal.js';
import { checkAspect, checkReadable } from '../validate.js';
import { applyPatches, RunFailed } from './apply-patches.js';
import type { PatchBudget } from './json-patch/patch-budget.js';
import { type Patch, parsePatch } from './parse-patch.js';

/** The aspect before a run of patches, as a value or as JSON text; both are null if it does not exist. */
export interface Before {
  readonly value: Readonly<Json> | null;
  readonly text: string | null;
}

export function* readBefore({ value, text }: Before): Steps<Readonly<Json> | null> {
  return value ?? (text === null ? null : ((yield* parseInSteps(yield* withNormalUrns(text))) as Json));
}

export interface After {
  readonly value: Readonly<Json>;
  readonly text: string;
}

/**
 * Applies a run of patches of one aspect, and parses, validates and serializes its document once.
 *
 * @returns null when nothing changes
 * @throws RunFailed with the patch that fails, or after which the aspect does not fit its model
 */
export function* applyRun(
  proposals: readonly Proposal[],
  before: Before,
  budget: PatchBudget,
): Steps<After | null> {
  const [proposal] = proposals;
  const { aspectName } = proposal!;
  const current = yield* readBefore(before);
  const { patches, failure } = yield* parseAll(proposals);

  /** Returns the aspect after the first `count` patches. */
  function* after(count: number, spending?: PatchBudget): Steps<Readonly<Json> | null> {
    const result = yield* applyPatches(aspectName, patches.slice(0, count), current, spending);
    if (result === null) return null;
    // Before the first patch, what is stored need not fit.
    if (count === 0) return result;
    const value = yield* withFollowers(aspectName, yield* withDefaults(aspectName, result), current);
    yield* checkAspect(proposal!, value);
    yield* checkReadable(aspectName, value);
    return value;
  }

  let value: Readonly<Json> | null;
  try {
    value = yield* after(patches.length, budget);
    if (failure) throw failure;
  } catch (error) {
    throw yield* findFailedPatch(after, error instanceof RunFailed ? error.index : patches.length, error);
  }
  // Removals must not create an aspect that was never written.
  if (value === null) return null;
  const text = yield* stringifyInSteps(value);
  if (before.value !== null && !budget.hasRoomFor(text.length))
    throw new RunFailed(patches.length - 1, tooOften(aspectName));
  const isUnchanged =
    text === before.text || (current !== null && text === (yield* stringifyInSteps(current)));
  return isUnchanged ? null : { value, text };
}

const tooOften = (aspectName: string) =>
  badRequest(
    `the request patches large aspects again and again, here ${aspectName}: write them whole, or send fewer patches at a time`,
  );

/** Returns the patches before the first invalid one, and the error of that one. */
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
 * Returns the error of the first patch after which the aspect does not fit its model, else the given failure. Binary
 * search finds the patch, in O(log n) applications.
 *
 * @param count the number of patches that can be applied
 */
function* findFailedPatch(
  after: (count: number) => Steps<unknown>,
  count: number,
  failure: unknown,
): Steps<unknown> {
  let [valid, invalid] = [0, count];
  let found: unknown = failure;
  if (failure instanceof RunFailed) {
    const error = yield* catchError(after(count));
    if (error === null) return failure;
    found = error;
  }
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    const error = yield* catchError(after(middle));
    if (error === null) valid = middle;
    else [invalid, found] = [middle, error];
  }
  return new RunFailed(Math.max(invalid - 1, 0), found);
}

function* catchError(steps: Steps<unknown>): Steps<unknown> {
  try {
    yield* steps;
    return null;
  } catch (error) {
    return error;
  }
}
