import type { AspectUpsert } from '../aspects/aspect.js';
import { findEntities } from '../aspects/entity-store.js';
import { withFollowers } from '../aspects/followers/members.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { lockAndRun } from '../aspects/lock-and-run.js';
import { changeAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayCreateDomain, mayManageGlossaries, toCreateDomain } from '../core/authorization.js';
import type { AuditStamp, Clock } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { getEntityType, parseUrn, quoted } from '../core/urn.js';
import type { Privilege } from '../datahub/privileges.js';
import { checkListSize } from '../input/list-size.js';
import type { Json } from '../json/lossless-json.js';
import { runInTurns } from '../scheduling/steps.js';
import { adding } from './changes.js';
import { findNamed, lockNames, type NamedType } from './named-store.js';
import { type OwnerInput, toOwner, toOwnerKey } from './owners.js';

export interface NewNamed {
  readonly id?: string | null | undefined;
  /** Follows the rule of input.ts, as the description does. */
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly parent?: string | null | undefined;
  /** Default: the caller. */
  readonly owners?: readonly OwnerInput[] | null | undefined;
}

interface Creatable extends NamedType {
  readonly parentType: string;
  readonly may: (actor: Actor) => boolean;
  readonly needs: readonly Privilege[];
  readonly toValue: (input: NewNamed, audit: AuditStamp) => Json;
}

const ofGlossary = {
  ...{ parent: 'parentNode', parentType: 'glossaryNode' },
  ...{ may: mayManageGlossaries, needs: ['MANAGE_GLOSSARIES'] satisfies Privilege[] },
} as const;

const creatable = {
  domain: {
    ...{ type: 'domain', aspect: 'domainProperties', parent: 'parentDomain', parentType: 'domain' },
    ...{ may: mayCreateDomain, needs: toCreateDomain },
    toValue: ({ name, description, parent }, created) => ({
      ...{ name, ...(description && { description }), created },
      ...(parent && { parentDomain: parent }),
    }),
  },
  glossaryTerm: {
    ...{ type: 'glossaryTerm', aspect: 'glossaryTermInfo', ...ofGlossary },
    toValue: ({ name, description, parent }) => ({
      ...{ name, definition: description ?? '', termSource: 'INTERNAL' },
      ...(parent && { parentNode: parent }),
    }),
  },
  glossaryNode: {
    ...{ type: 'glossaryNode', aspect: 'glossaryNodeInfo', ...ofGlossary },
    toValue: ({ name, description, parent }) => ({
      ...{ name, definition: description ?? '' },
      ...(parent && { parentNode: parent }),
    }),
  },
} as const satisfies Readonly<Record<string, Creatable>>;

export type CreatableType = keyof typeof creatable;

interface Deps extends AspectStorage {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly maxOwners: number;
}

/**
 * Creates domains, glossary terms and groups of terms, with the caller as their owner unless others are given.
 *
 * @returns the URN
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 * @throws CONFLICT when the id exists, or the name beside others of the same parent
 */
export const createNamed =
  ({ db, aspects, clock, newId, maxOwners }: Deps) =>
  async (actor: Actor, type: CreatableType, input: NewNamed): Promise<string> => {
    const kind: Creatable = creatable[type];
    checkListSize('owners', input.owners?.length ?? 0, maxOwners);
    const { urn } = parseUrn(`urn:li:${type}:${input.id || newId()}`, 'id');
    const parent = input.parent ?? null;
    if (parent !== null && parseUrn(parent, kind.parent).type !== kind.parentType)
      throw badRequest(`${kind.parent} ${quoted(parent)} is not a ${kind.parentType}`);
    if (!kind.may(actor)) throw lacking(actor, `create ${urn}`, kind.needs);

    const audit = { time: clock(), actor: actor.urn };
    const owners = (input.owners ?? [callerAsOwner(actor)]).map(toOwner);
    const references = [
      ...(parent === null ? [] : [parent]),
      ...(input.owners ? owners.flatMap((owner) => owner.references) : []),
    ];
    await lockAndRun(
      { db, aspects, audit, requester: actor, begin: lockNames },
      { written: [{ urn, type }], createsMissing: true },
      async (tx, locked) => {
        if (!locked.created.includes(urn)) throw conflict(`${quoted(urn)} exists already`);
        const existing = await findEntities(tx, references);
        const unknown = references.find((one) => !existing.has(one));
        if (unknown !== undefined) throw notFound(`There is no ${getEntityType(unknown)} ${quoted(unknown)}`);
        const same = await findNamed(tx, kind, input.name, parent);
        if (same !== undefined)
          throw conflict(`${quoted(same)} has the name ${quoted(input.name)} already, in the same place`);
        const added = owners.map(({ element }) => element);
        const ownership = { owners: adding(added, toOwnerKey)([], audit), lastModified: { ...audit } };
        const upserts: AspectUpsert[] = [
          { urn, entityType: type, name: kind.aspect, value: kind.toValue(input, audit) },
          {
            ...{ urn, entityType: type, name: 'ownership' },
            value: await runInTurns(withFollowers('ownership', ownership, null), actor.deadline),
          },
        ];
        await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
      },
    );
    return urn;
  };

/** As DataHub's server makes the creator an owner. */
const callerAsOwner = ({ urn: ownerUrn }: Actor): OwnerInput => ({
  ...{ ownerUrn, ownerEntityType: 'CORP_USER', type: 'TECHNICAL_OWNER' },
});
