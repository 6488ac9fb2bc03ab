import { conflict, notFound } from '../core/errors.js';
import type { Steps } from '../core/steps.js';
import { quoted } from '../core/urn.js';
import type { AspectUpsert } from '../metadata/models.js';
import { PatchBudget } from './json-patch/patch-budget.js';
import { RunFailed } from './patch.js';
import { applyRun, type Before } from './patch-run.js';
import { blamed, type Proposal } from './proposal.js';

/** What proposals come to, one after the other: aspects that go, and aspects as they end. */
export interface Changes {
  readonly deleted: readonly { readonly urn: string; readonly name: string }[];
  readonly upserts: readonly AspectUpsert[];
}

/** An aspect as it stands, as JSON text; null where there is none. */
export type Current = (urn: string, name: string) => string | null;

export const keyOf = (urn: string, name: string) => `${urn} ${name}`;

/** One aspect, while proposals are applied. */
interface Aspect {
  readonly urn: string;
  readonly name: string;
  /** undefined: as it was; null: deleted */
  upsert: AspectUpsert | null | undefined;
  /** patches that wait for what comes after them, with their places among the proposals */
  run: { proposal: Proposal; index: number }[];
}

/**
 * Applies proposals in their order, in memory: the work in the database does not depend on how often one aspect is
 * written. Patches of one aspect that follow each other, whatever stands between them, are applied as one.
 *
 * @throws CONFLICT, NOT_FOUND, BAD_REQUEST, INVALID_ASPECT: of the first proposal that fails
 */
export function* folding(proposals: readonly Proposal[], current: Current): Steps<Changes> {
  const aspects = new Map<string, Aspect>();
  const budget = new PatchBudget();
  let failed: { index: number; error: unknown } | null = null;

  function before({ urn, name, upsert }: Aspect): Before {
    if (upsert === undefined) return { value: null, text: current(urn, name) };
    return { value: upsert?.value ?? null, text: null };
  }

  /** Applies the patches that wait; those after a proposal that has failed don't matter. */
  function* settle(aspect: Aspect): Steps<void> {
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
      failed = { index, error: blamed(proposal.place, error.cause) };
    }
  }

  for (const [index, proposal] of proposals.entries()) {
    yield;
    const { urn, aspectName: name, changeType } = proposal;
    const aspect: Aspect = aspects.get(keyOf(urn, name)) ?? { urn, name, upsert: undefined, run: [] };
    aspects.set(keyOf(urn, name), aspect);
    if (changeType === 'PATCH') {
      aspect.run.push({ proposal, index });
      continue;
    }
    yield* settle(aspect);
    if (failed) break;
    try {
      aspect.upsert = replaced(proposal, () => {
        const { value, text } = before(aspect);
        return value !== null || text !== null;
      });
    } catch (error) {
      failed = { index, error: blamed(proposal.place, error) };
      break;
    }
  }
  for (const aspect of aspects.values()) yield* settle(aspect);
  if (failed) throw (failed as { error: unknown }).error;

  const changed = [...aspects.values()];
  return {
    deleted: changed.filter(({ upsert }) => upsert === null),
    upserts: changed.flatMap(({ upsert }) => upsert ?? []),
  };
}

/** What any proposal but a patch makes of an aspect. */
function replaced(proposal: Proposal, exists: () => boolean): AspectUpsert | null {
  const { urn, entityType, aspectName: name, changeType, text, value, systemMetadata } = proposal;
  if (changeType === 'DELETE') return null;
  if (changeType === 'CREATE' && exists()) throw conflict(`${quoted(urn)} has an aspect ${name} already`);
  if (changeType === 'UPDATE' && !exists()) throw notFound(`${quoted(urn)} has no aspect ${name} to update`);
  return { urn, entityType, name, systemMetadata, value: value as AspectUpsert['value'], text };
}
