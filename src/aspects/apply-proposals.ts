import { conflict, notFound } from '../core/errors.js';
import type { Steps } from '../core/steps.js';
import { quoted } from '../core/urn.js';
import type { AspectUpsert } from '../metadata/models.js';
import { RunFailed } from './apply-patches.js';
import { PatchBudget } from './json-patch/patch-budget.js';
import { applyRun, type Before } from './patch-run.js';
import { type Proposal, prefixError } from './proposal.js';

/** The result of proposals: aspects to delete, and aspects to write. */
export interface AspectChanges {
  readonly deleted: readonly { readonly urn: string; readonly name: string }[];
  readonly upserts: readonly AspectUpsert[];
}

/** Returns the JSON text of a stored aspect, or null if it does not exist. */
export type ReadCurrent = (urn: string, name: string) => string | null;

export const aspectKey = (urn: string, name: string) => `${urn} ${name}`;

/** The state of one aspect while proposals are applied. */
interface Aspect {
  readonly urn: string;
  readonly name: string;
  /** Undefined if unchanged, null if deleted. */
  upsert: AspectUpsert | null | undefined;
  /** Patches that are not applied yet, with their indexes among the proposals. */
  run: { proposal: Proposal; index: number }[];
}

/**
 * Applies proposals in order and in memory, so that the database writes each aspect once. Consecutive patches of one
 * aspect are applied as one run, even if proposals for other aspects stand between them.
 *
 * @throws CONFLICT, NOT_FOUND, BAD_REQUEST, INVALID_ASPECT for the first proposal that fails
 */
export function* applyProposals(proposals: readonly Proposal[], current: ReadCurrent): Steps<AspectChanges> {
  const aspects = new Map<string, Aspect>();
  const budget = new PatchBudget();
  let failed: { index: number; error: unknown } | null = null;

  function before({ urn, name, upsert }: Aspect): Before {
    if (upsert === undefined) return { value: null, text: current(urn, name) };
    return { value: upsert?.value ?? null, text: null };
  }

  /** Applies the run of patches, without those that follow a failed proposal. */
  function* applyPending(aspect: Aspect): Steps<void> {
    const run = aspect.run.filter(({ index }) => index < (failed?.index ?? Number.POSITIVE_INFINITY));
    aspect.run = [];
    if (run.length === 0) return;
    try {
      const patches = run.map(({ proposal }) => proposal);
      const after = yield* applyRun(patches, before(aspect), budget);
      if (after === null) return;
      const { urn, entityType, aspectName: name, systemMetadata } = patches.at(-1)!;
      aspect.upsert = { urn, entityType, name, systemMetadata, ...after };
    } catch (error) {
      if (!(error instanceof RunFailed)) throw error;
      const { proposal, index } = run[error.index]!;
      failed = { index, error: prefixError(proposal.label, error.cause) };
    }
  }

  for (const [index, proposal] of proposals.entries()) {
    yield;
    const { urn, aspectName: name, changeType } = proposal;
    const aspect: Aspect = aspects.get(aspectKey(urn, name)) ?? { urn, name, upsert: undefined, run: [] };
    aspects.set(aspectKey(urn, name), aspect);
    if (changeType === 'PATCH') {
      aspect.run.push({ proposal, index });
      continue;
    }
    yield* applyPending(aspect);
    if (failed) break;
    try {
      aspect.upsert = applyReplacement(proposal, () => {
        const { value, text } = before(aspect);
        return value !== null || text !== null;
      });
    } catch (error) {
      failed = { index, error: prefixError(proposal.label, error) };
      break;
    }
  }
  for (const aspect of aspects.values()) yield* applyPending(aspect);
  if (failed) throw (failed as { error: unknown }).error;

  const changed = [...aspects.values()];
  return {
    deleted: changed.filter(({ upsert }) => upsert === null),
    upserts: changed.flatMap(({ upsert }) => upsert ?? []),
  };
}

/** Returns the aspect after a proposal that is not a patch; null if the proposal deletes it. */
function applyReplacement(proposal: Proposal, exists: () => boolean): AspectUpsert | null {
  const { urn, entityType, aspectName: name, changeType, text, value, systemMetadata } = proposal;
  if (changeType === 'DELETE') return null;
  if (changeType === 'CREATE' && exists()) throw conflict(`${quoted(urn)} has an aspect ${name} already`);
  if (changeType === 'UPDATE' && !exists()) throw notFound(`${quoted(urn)} has no aspect ${name} to update`);
  return { urn, entityType, name, systemMetadata, value: value as AspectUpsert['value'], text };
}
