import type { AspectUpsert } from '../aspects/aspect.js';
import { needsBefore, withFollowers } from '../aspects/followers/members.js';
import type { AspectChanges } from '../aspects/write.js';
import { type CatalogError, conflict, notFound } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import type { KeptTags } from './kept-tags.js';
import { RunFailed } from './patches/apply-patches.js';
import { PatchBudget } from './patches/json-patch/patch-budget.js';
import { applyRun, type Before, readBefore } from './patches/patch-run.js';
import type { Proposal } from './proposal.js';
import type { Refusals } from './refusals.js';
import type { BeforeProposal } from './tagged-columns.js';

/** Returns the JSON text of a stored aspect, or null if it does not exist. */
export type ReadCurrent = (urn: string, name: string) => string | null;

/** No name has white space, so two aspects never have the same key. */
export const aspectKey = (urn: string, name: string) => `${urn} ${name}`;

/** The state of one aspect while proposals are applied. */
interface Aspect {
  readonly urn: string;
  readonly name: string;
  /** Undefined if unchanged, null if deleted. */
  upsert: AspectUpsert | null | undefined;
  /** Patches that are not applied yet. */
  run: Proposal[];
  /** The first patch that failed. The proposals that depend on its result are not tried. */
  failed: { readonly proposal: Proposal; readonly error: unknown; untried: number } | null;
}

/**
 * Applies proposals in order and in memory, so that the database writes each aspect once. Consecutive patches of one
 * aspect are applied as one run, even if proposals for other aspects stand between them. A proposal that fails has no
 * effect.
 *
 * @param refusals gets CONFLICT, NOT_FOUND, BAD_REQUEST or INVALID_ASPECT for each proposal that fails
 * @param isNew whether an entity did not exist before the batch, or was deleted by it
 * @param kept undefined: whole aspects are written as they are
 */
export function* applyProposals(
  proposals: readonly Proposal[],
  current: ReadCurrent,
  refusals: Refusals,
  { isNew = () => true, kept }: { isNew?: (urn: string) => boolean; kept?: KeptTags | undefined } = {},
): Steps<AspectChanges> {
  const aspects = new Map<string, Aspect>();
  const budget = new PatchBudget();

  function before({ urn, name, upsert }: Aspect): Before {
    if (upsert === undefined) return { value: null, text: current(urn, name) };
    return { value: upsert?.value ?? null, text: null };
  }
  const exists = (aspect: Aspect) => {
    const { value, text } = before(aspect);
    return value !== null || text !== null;
  };

  function* applyPending(aspect: Aspect): Steps<void> {
    const { run } = aspect;
    aspect.run = [];
    if (aspect.failed) aspect.failed.untried += run.length;
    if (run.length === 0 || aspect.failed) return;
    try {
      const after = yield* applyRun(run, before(aspect), budget);
      if (after === null) return;
      const { urn, entityType, aspectName: name, systemMetadata } = run.at(-1)!;
      aspect.upsert = { urn, entityType, name, systemMetadata, ...after };
    } catch (error) {
      if (!(error instanceof RunFailed)) throw error;
      const proposal = run[error.index]!;
      // A smaller batch has room for this patch.
      if (budget.isSpent) throw refusals.ofBatch(proposal.index, error.cause);
      aspect.failed = { proposal, error: error.cause, untried: run.length - error.index - 1 };
    }
  }

  function* readSchema(urn: string): Steps<BeforeProposal> {
    const schema = aspects.get(aspectKey(urn, 'schemaMetadata'));
    if (schema) yield* applyPending(schema);
    return toValue(schema?.upsert);
  }

  function reportFailed(aspect: Aspect) {
    if (aspect.failed) refusals.add(aspect.failed.proposal, aspect.failed.error, aspect.failed.untried);
    aspect.failed = null;
  }

  for (const proposal of proposals) {
    yield;
    const { urn, aspectName: name, changeType } = proposal;
    const key = aspectKey(urn, name);
    const aspect: Aspect = aspects.get(key) ?? { urn, name, upsert: undefined, run: [], failed: null };
    aspects.set(key, aspect);
    if (changeType === 'PATCH') {
      if (kept) yield* kept.applyPatch(proposal, () => readSchema(urn));
      // What follows from a patch depends on the value before this patch.
      if (needsBefore(name)) yield* applyPending(aspect);
      aspect.run.push(proposal);
      continue;
    }
    yield* applyPending(aspect);
    if (aspect.failed && (changeType === 'CREATE' || changeType === 'UPDATE')) {
      aspect.failed.untried += 1;
      continue;
    }
    reportFailed(aspect);
    const error = findConflict(proposal, () => exists(aspect), isNew);
    if (error && !proposal.skipsExisting) refusals.add(proposal, error);
    if (error) continue;
    try {
      const whole = yield* replacement(proposal, () => before(aspect));
      aspect.upsert =
        whole && kept ? yield* keepTags(kept, whole, aspect.upsert, () => readSchema(urn)) : whole;
    } catch (error) {
      refusals.add(proposal, error);
    }
  }
  for (const aspect of aspects.values()) {
    yield* applyPending(aspect);
    reportFailed(aspect);
  }

  const changed = [...aspects.values()];
  return {
    deleted: changed.filter(({ upsert }) => upsert === null),
    upserts: changed.flatMap(({ upsert }) => upsert ?? []),
  };
}

/** Returns why what exists does not allow a proposal; null if it does. */
function findConflict(
  { urn, aspectName, changeType }: Proposal,
  exists: () => boolean,
  isNew: (urn: string) => boolean,
): CatalogError | null {
  if (changeType === 'CREATE_ENTITY' && !isNew(urn)) return conflict(`${quoted(urn)} already exists`);
  if (changeType === 'CREATE' && exists())
    return conflict(
      `${quoted(urn)} already has an aspect ${aspectName}; createIfNotExists=false over OpenAPI, or UPSERT, replaces it`,
    );
  if (changeType === 'UPDATE' && !exists())
    return notFound(`${quoted(urn)} has no aspect ${aspectName} to update`);
  return null;
}

const toValue = (upsert: AspectUpsert | null | undefined): BeforeProposal => (upsert ? upsert.value : upsert);

function* keepTags(
  kept: KeptTags,
  upsert: AspectUpsert,
  before: AspectUpsert | null | undefined,
  readSchema: () => Steps<BeforeProposal>,
): Steps<AspectUpsert> {
  const value = yield* kept.applyWhole(upsert, upsert.value, toValue(before), readSchema);
  return value === upsert.value ? upsert : { ...upsert, value, text: yield* stringifyInSteps(value) };
}

/** Returns the aspect after a proposal that is not a patch; null if the proposal deletes it. @throws INVALID_ASPECT */
function* replacement(proposal: Proposal, before: () => Before): Steps<AspectUpsert | null> {
  const { urn, entityType, aspectName: name, changeType, systemMetadata } = proposal;
  if (changeType === 'DELETE') return null;
  const sent = proposal.value as AspectUpsert['value'];
  const value = yield* withFollowers(name, sent, needsBefore(name) ? yield* readBefore(before()) : null);
  return {
    ...{ urn, entityType, name, systemMetadata, value },
    text: value === sent ? proposal.text : yield* stringifyInSteps(value),
  };
}
