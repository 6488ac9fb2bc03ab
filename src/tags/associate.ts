import type { Association, AssociationChange, Existing } from '../aspects/association.js';
import type { Target } from '../columns/target.js';
import { type ResolvedTarget, resolveEditedTargets, resolveTargets } from '../columns/target.js';
import type { ReadContainers } from '../containers/containers.js';
import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { CatalogError, notFound } from '../core/errors.js';
import { noEntity } from '../core/no-entity.js';
import { parseTagUrn, quoted } from '../core/urn.js';
import { checkListSize } from '../input/list-size.js';
import type { AssociationStore } from './association-store.js';
import { checkTargets, type FindTagged } from './targets.js';

export interface AssociateDeps {
  readonly store: AssociationStore;
  readonly readContainers: ReadContainers;
  readonly clock: Clock;
  readonly maxTags: number;
  readonly maxResources: number;
}

/**
 * Changes every tag on every target, or nothing.
 *
 * @returns true, also when nothing had to be changed
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 */
export type Associate = (
  actor: Actor,
  tagUrns: readonly string[],
  targets: readonly Target[],
) => Promise<true>;

/** Tags that are there already keep their position; new ones come last. */
export const addTags =
  (deps: AssociateDeps): Associate =>
  (actor, tagUrns, targets) =>
    associate(deps, { actor, tagUrns, targets }, adding, async (change) => {
      const existing = await deps.store.attach(change);
      checkEntities(existing, change);
      const missing = tagUrns.find((urn) => !existing.tags.includes(urn));
      if (missing !== undefined) throw notFound(`There is no tag ${quoted(missing)}`);
    });

/**
 * A deleted tag can still be removed. It is removed from every attribution source and under every path of a column,
 * including columns that are no longer in the schema.
 */
export const removeTags =
  (deps: AssociateDeps): Associate =>
  (actor, tagUrns, targets) =>
    associate(deps, { actor, tagUrns, targets }, removing, async (change) =>
      checkEntities(await deps.store.detach(change), change),
    );

interface Given {
  readonly actor: Actor;
  readonly tagUrns: readonly string[];
  readonly targets: readonly Target[];
}

interface Kind {
  findTagged(store: AssociationStore, tagUrns: readonly string[]): FindTagged | null;
  resolve(store: AssociationStore, targets: readonly Target[]): Promise<ResolvedTarget[]>;
}

const adding: Kind = {
  findTagged: () => null,
  resolve: ({ columns }, targets) => resolveTargets(columns, targets),
};
const removing: Kind = {
  findTagged: (store, tagUrns) => (urns) => store.tagged(urns, tagUrns),
  resolve: ({ columns, edits }, targets) => resolveEditedTargets(columns, edits, targets),
};

/** Checks in the order of the wire contract (docs/wire-contract.md, "Tags"): columns come last. */
async function associate(
  deps: AssociateDeps,
  { actor, tagUrns, targets }: Given,
  kind: Kind,
  apply: (change: AssociationChange) => Promise<void>,
): Promise<true> {
  checkListSize('tagUrns', tagUrns.length, deps.maxTags);
  checkListSize('resources', targets.length, deps.maxResources);
  for (const urn of tagUrns) parseTagUrn(urn, 'tagUrn');
  await checkTargets(actor, targets, deps.readContainers, kind.findTagged(deps.store, tagUrns));

  const audit = { time: deps.clock(), actor: actor.urn };
  const resourceUrns = targets.map(({ resourceUrn }) => resourceUrn);
  // The columns are resolved first. Their error is reported after the check of entities and tags in `apply`.
  const resolved = await kind.resolve(deps.store, targets).catch(asCatalogError);
  const associations = resolved instanceof CatalogError ? [] : pairTargetsWithTags(resolved, tagUrns);
  await apply({ resourceUrns, tagUrns, associations, audit, requester: actor });
  if (resolved instanceof CatalogError) throw resolved;
  return true;
}

function asCatalogError(error: unknown): CatalogError {
  if (error instanceof CatalogError) return error;
  throw error;
}

function checkEntities({ entities }: Existing, { resourceUrns }: AssociationChange) {
  const existing = new Set(entities);
  const missing = resourceUrns.find((urn) => !existing.has(urn));
  if (missing !== undefined) throw noEntity(missing);
}

const pairTargetsWithTags = (targets: readonly ResolvedTarget[], tagUrns: readonly string[]): Association[] =>
  targets.flatMap((target) => [...new Set(tagUrns)].map((tagUrn) => ({ ...target, tagUrn })));
