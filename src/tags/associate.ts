import type { Actor } from '../domain/actor.js';
import type { TagTarget } from '../domain/catalog.js';
import type { Clock } from '../domain/clock.js';
import { badRequest, notFound } from '../domain/errors.js';
import { parseTagUrn, quoted } from '../domain/urn.js';
import type { Association, TagStore, TagTransaction } from './store.js';
import { checkTargets, locate } from './targets.js';

export interface AssociateDeps {
  readonly store: TagStore;
  readonly clock: Clock;
  readonly maxTags: number;
  readonly maxResources: number;
}

/** Tags onto entities and columns, all or nothing. @returns true, also for those that were removed already */
export type Associate = (
  actor: Actor,
  tagUrns: readonly string[],
  targets: readonly TagTarget[],
) => Promise<true>;

/** Adding what is there is no error; the order of adding is kept. */
export const addTags =
  (deps: AssociateDeps): Associate =>
  (actor, tagUrns, targets) =>
    associate(deps, actor, tagUrns, targets, async (tx) => {
      const existing = await tx.holdTags(tagUrns);
      const missing = tagUrns.find((urn) => !existing.has(urn));
      if (missing !== undefined) throw notFound(`There is no tag ${quoted(missing)}`);
      return tx.attach;
    });

/** Removing what is not there is no error; nor is a tag that does not exist any more. */
export const removeTags =
  (deps: AssociateDeps): Associate =>
  (actor, tagUrns, targets) =>
    associate(deps, actor, tagUrns, targets, async (tx) => {
      // Whoever deletes one of them takes it off the same things, in another order.
      await tx.holdTags(tagUrns);
      return tx.detach;
    });

/** The order of the checks is the contract's, section 6. */
async function associate(
  deps: AssociateDeps,
  actor: Actor,
  tagUrns: readonly string[],
  targets: readonly TagTarget[],
  changeOf: (tx: TagTransaction) => Promise<TagTransaction['attach']>,
): Promise<true> {
  checkSize('tagUrns', tagUrns.length, deps.maxTags);
  checkSize('resources', targets.length, deps.maxResources);
  for (const urn of tagUrns) parseTagUrn(urn, 'tagUrn');
  checkTargets(actor, targets);

  return deps.store.transaction(async (tx) => {
    const existing = await tx.lockEntities(targets.map(({ resourceUrn }) => resourceUrn));
    const missing = targets.find(({ resourceUrn }) => !existing.has(resourceUrn));
    if (missing) throw notFound(`There is no entity ${quoted(missing.resourceUrn)}`);
    const change = await changeOf(tx);
    const located = await locate(tx, targets);
    const associations = crossed(located, tagUrns);
    if (associations.length > 0) await change(associations, { time: deps.clock(), actor: actor.urn });
    return true as const;
  });
}

const crossed = (
  targets: readonly Omit<Association, 'tagUrn'>[],
  tagUrns: readonly string[],
): Association[] =>
  targets.flatMap((target) => [...new Set(tagUrns)].map((tagUrn) => ({ ...target, tagUrn })));

function checkSize(what: string, size: number, max: number) {
  if (size > max) throw badRequest(`${what} has ${size} entries; at most ${max} are allowed`);
}
