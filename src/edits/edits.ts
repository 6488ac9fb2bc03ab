import { randomUUID } from 'node:crypto';
import type { Aspects } from '../aspects/kernel.js';
import { findColumns, findEdits } from '../columns/column-store.js';
import { isOnColumn, resolveEditedTargets, resolveTargets, type Target } from '../columns/target.js';
import type { Actor } from '../core/actor.js';
import { badRequest, notFound } from '../core/errors.js';
import { noEntity } from '../core/no-entity.js';
import { getEntityType, parseUrn, quoted } from '../core/urn.js';
import type { Deps } from '../deps.js';
import { checkListSize } from '../input/list-size.js';
import {
  adding,
  addingLink,
  type Change,
  type LinkInput,
  removing,
  removingLink,
  updatingLink,
} from './changes.js';
import { createNamed } from './create.js';
import { editRuns } from './edit.js';
import { type EditKind, kinds } from './kinds.js';
import { type OwnerInput, readOwnershipType, toOwner, toOwnerKey } from './owners.js';
import { checkRights, checkTargets } from './targets.js';
import { elementReversal } from './undo.js';

type Given<T> = T | null | undefined;

interface Task {
  readonly kind: EditKind;
  readonly targets: readonly Target[];
  /** What the elements refer to, which must exist. */
  readonly references?: readonly string[];
  /** Whether elements are only removed, so that columns need not be in the schema. */
  readonly removes?: boolean;
  readonly change: Change;
}

export interface DeprecationInput {
  readonly deprecated: boolean;
  readonly note?: Given<string>;
  readonly decommissionTime?: Given<number>;
  readonly replacement?: Given<string>;
}

/** Edits of owners, domains, glossary terms, links and deprecation. Each call changes all of its places, or nothing. */
export function editServices({ db, clock, config }: Deps, aspects: Aspects) {
  const run = editRuns({ db, aspects, clock });

  /** Checks in the order of docs/wire-contract.md, "Tags": forms, rights, entities, references, columns. */
  async function edit(
    actor: Actor,
    { kind, targets, references = [], removes = false, change }: Task,
  ): Promise<true> {
    checkListSize('resources', targets.length, config.RESOURCES_PER_BATCH_MAX);
    checkTargets(kind, targets);
    const places = targets.map((target) => ({ urn: target.resourceUrn, onColumn: isOnColumn(target) }));
    await checkRights(db.query, actor, kind, places);
    const urns = [...new Set(places.map(({ urn }) => urn))];
    await run(
      actor,
      urns,
      references,
      async (tx, existing) => {
        const missing = urns.find((urn) => !existing.has(urn));
        if (missing !== undefined) throw noEntity(missing);
        const unknown = references.find((urn) => !existing.has(urn));
        if (unknown !== undefined) throw notFound(`There is no ${getEntityType(unknown)} ${quoted(unknown)}`);
        const resolved = removes
          ? await resolveEditedTargets(findColumns(tx), findEdits(tx), targets)
          : await resolveTargets(findColumns(tx), targets);
        return resolved.map(({ resourceUrn: urn, fieldPath }) => ({ urn, fieldPath, kind, change }));
      },
      { isExact: removes },
    );
    return true;
  }

  const editLink = (actor: Actor, target: Target, change: Change) =>
    edit(actor, { kind: kinds.links, targets: [target], change });

  const services = {
    create: createNamed({ db, aspects, clock, newId: randomUUID, maxOwners: config.TAGS_PER_REQUEST_MAX }),

    /** Owners that are there already stay as they are. */
    addOwners(actor: Actor, owners: readonly OwnerInput[], targets: readonly Target[]): Promise<true> {
      checkListSize('owners', owners.length, config.TAGS_PER_REQUEST_MAX);
      const added = owners.map(toOwner);
      const references = [...new Set(added.flatMap(({ references }) => references))];
      return edit(actor, {
        ...{ kind: kinds.owners, targets, references },
        change: adding(
          added.map(({ element }) => element),
          toOwnerKey,
        ),
      });
    },

    /** @param typeUrn null: whatever the type of ownership */
    removeOwners(
      actor: Actor,
      ownerUrns: readonly string[],
      typeUrn: Given<string>,
      targets: readonly Target[],
    ): Promise<true> {
      checkListSize('ownerUrns', ownerUrns.length, config.TAGS_PER_REQUEST_MAX);
      for (const urn of ownerUrns) parseUrn(urn, 'ownerUrn');
      const owners = new Set(ownerUrns);
      return edit(actor, {
        ...{ kind: kinds.owners, targets, removes: true },
        change: removing(
          (owner) =>
            owners.has(owner.owner as string) && (typeUrn == null || readOwnershipType(owner) === typeUrn),
        ),
      });
    },

    /** @param domainUrn null: none */
    setDomain(actor: Actor, domainUrn: string | null, targets: readonly Target[]): Promise<true> {
      if (domainUrn !== null) checkType('domainUrn', domainUrn, ['domain']);
      const domains = domainUrn === null ? [] : [domainUrn];
      return edit(actor, {
        ...{ kind: kinds.domain, targets, references: domains, removes: domainUrn === null },
        change: (elements) => (elements.join('\0') === domains.join('\0') ? elements : domains),
      });
    },

    /** Terms that are there already stay as they are. */
    addTerms(actor: Actor, termUrns: readonly string[], targets: readonly Target[]): Promise<true> {
      checkTerms(termUrns);
      const terms = [...new Set(termUrns)];
      return edit(actor, {
        ...{ kind: kinds.terms, targets, references: terms },
        change: adding(
          terms.map((urn) => ({ urn, actor: actor.urn })),
          ({ urn }) => String(urn),
        ),
      });
    },

    /** Terms that were deleted can still be removed, also from columns that are no longer in the schema. */
    removeTerms(actor: Actor, termUrns: readonly string[], targets: readonly Target[]): Promise<true> {
      checkTerms(termUrns);
      const terms = new Set(termUrns);
      return edit(actor, {
        ...{ kind: kinds.terms, targets, removes: true },
        change: removing(({ urn }) => terms.has(urn as string)),
      });
    },

    /** @param replaces whether a link with this address and label may be there already */
    addLink: (actor: Actor, target: Target, link: LinkInput, { replaces }: { replaces: boolean }) =>
      editLink(actor, target, addingLink(target.resourceUrn, link, replaces)),

    updateLink: (actor: Actor, target: Target, current: Pick<LinkInput, 'url' | 'label'>, link: LinkInput) =>
      editLink(actor, target, updatingLink(target.resourceUrn, current, link)),

    /** @param label null: whatever the label */
    removeLink: (actor: Actor, target: Target, url: string, label: Given<string>) =>
      editLink(actor, target, removingLink(url, label)),

    deprecate(actor: Actor, input: DeprecationInput, targets: readonly Target[]): Promise<true> {
      const { deprecated, note, decommissionTime, replacement } = input;
      if (replacement != null) parseUrn(replacement, 'replacement');
      const value = {
        ...{ deprecated, note: note ?? '', actor: actor.urn },
        ...(decommissionTime != null && { decommissionTime }),
        ...(replacement != null && { replacement }),
      };
      return edit(actor, {
        kind: kinds.deprecation,
        targets,
        references: replacement == null ? [] : [replacement],
        change: (elements) => (deprecated ? [value] : elements.length === 0 ? elements : []),
      });
    },
  };

  function checkTerms(urns: readonly string[]): void {
    checkListSize('termUrns', urns.length, config.TAGS_PER_REQUEST_MAX);
    for (const urn of urns) checkType('termUrn', urn, ['glossaryTerm']);
  }

  return { services, reversal: elementReversal({ db, aspects }, run) };
}

function checkType(what: string, urn: string, types: readonly string[]): void {
  const { type } = parseUrn(urn, what);
  if (!types.includes(type))
    throw badRequest(`${what} ${quoted(urn)} is a ${type}, not a ${types.join(' or ')}`);
}
