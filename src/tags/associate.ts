import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { badRequest, CatalogError, notFound } from '../core/errors.js';
import { parseTagUrn, quoted } from '../core/urn.js';
import type {
  Association,
  AssociationChange,
  AssociationStore,
  Existing,
} from '../metadata/association-store.js';
import type { TagTarget } from '../metadata/views.js';
import { checkTargets, locate } from './targets.js';

export interface AssociateDeps {
  readonly store: AssociationStore;
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
    associate(deps, actor, tagUrns, targets, async (change) => {
      const existing = await deps.store.attach(change);
      mustExist(existing, change);
      const missing = tagUrns.find((urn) => !existing.tags.includes(urn));
      if (missing !== undefined) throw notFound(`There is no tag ${quoted(missing)}`);
    });

/** Removing what is not there is no error; nor is a tag that does not exist any more. */
export const removeTags =
  (deps: AssociateDeps): Associate =>
  (actor, tagUrns, targets) =>
    associate(deps, actor, tagUrns, targets, async (change) =>
      mustExist(await deps.store.detach(change), change),
    );

/** The order of the checks is the contract's, section 6: what is wrong with a column is told last. */
async function associate(
  deps: AssociateDeps,
  actor: Actor,
  tagUrns: readonly string[],
  targets: readonly TagTarget[],
  make: (change: AssociationChange) => Promise<void>,
): Promise<true> {
  checkSize('tagUrns', tagUrns.length, deps.maxTags);
  checkSize('resources', targets.length, deps.maxResources);
  for (const urn of tagUrns) parseTagUrn(urn, 'tagUrn');
  checkTargets(actor, targets);

  const audit = { time: deps.clock(), actor: actor.urn };
  const resourceUrns = targets.map(({ resourceUrn }) => resourceUrn);
  const located = await locate(deps.store, targets).catch(toldLast);
  const associations = located instanceof CatalogError ? [] : crossed(located, tagUrns);
  await make({ resourceUrns, tagUrns, associations, audit, requester: actor });
  if (located instanceof CatalogError) throw located;
  return true;
}

function toldLast(fault: unknown): CatalogError {
  if (fault instanceof CatalogError) return fault;
  throw fault;
}

function mustExist({ entities }: Existing, { resourceUrns }: AssociationChange) {
  const existing = new Set(entities);
  const missing = resourceUrns.find((urn) => !existing.has(urn));
  if (missing !== undefined) throw notFound(`There is no entity ${quoted(missing)}`);
}

const crossed = (
  targets: readonly Omit<Association, 'tagUrn'>[],
  tagUrns: readonly string[],
): Association[] =>
  targets.flatMap((target) => [...new Set(tagUrns)].map((tagUrn) => ({ ...target, tagUrn })));

function checkSize(what: string, size: number, max: number) {
  if (size > max) throw badRequest(`${what} has ${size} entries; at most ${max} are allowed`);
}
