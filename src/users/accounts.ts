import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { currentDocuments } from '../aspects/document-store.js';
import { createEntities } from '../aspects/entity-store.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { changeAspects, upsertAspects } from '../aspects/write.js';
import type { Actor, Requester } from '../core/actor.js';
import {
  lacking,
  manages,
  mayManage,
  mayManageServiceAccounts,
  mayManageUsers,
} from '../core/authorization.js';
import type { AuditStamp, Clock } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { isServiceAccount, parseUserUrn, quoted, userUrn } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import { beginPeopleChange, restoreForActive } from './change-store.js';
import type { WrittenState } from './people-model.js';
import { deletePeople } from './removal/delete-store.js';
import { readRemovals } from './removal/removal-store.js';
import { readStates } from './user-store.js';

/** A user whose parts follow the rules of input.ts. */
export interface NewUser {
  readonly id: string;
  readonly displayName?: string | null | undefined;
  readonly fullName?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Texts of a profile: absent or null leaves a text as it is, empty removes it. */
export interface ProfileTexts {
  readonly displayName?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** A service account whose parts follow the rules of input.ts. */
export interface NewServiceAccount {
  readonly displayName?: string | null | undefined;
  readonly description?: string | null | undefined;
}

export interface PeopleDeps extends AspectStorage {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Checks the right, and deletes the entity with the user or group that it is. */
  readonly deleteEntity: (actor: Actor, urn: string) => Promise<{ readonly found: boolean }>;
}

/** Users and service accounts. */
export function accounts({ clock, newId, deleteEntity, ...storage }: PeopleDeps) {
  /**
   * Removes a user, or a service account, with the tokens that act as it or that it has created, its memberships and its
   * place in policies.
   *
   * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT for the caller and for the last administrator
   */
  async function removeUser(actor: Actor, urn: string): Promise<true> {
    const { found } = await deleteEntity(actor, parseUserUrn(urn, 'urn'));
    if (!found) throw notFound(`There is no user ${quoted(urn)}`);
    return true;
  }

  async function create(actor: Actor, urn: string, info: Omit<NewUser, 'id'>): Promise<string> {
    const audit = { time: clock(), actor: actor.urn };
    await changeMetadata(storage, (tx) => insertUser(tx, actor, urn, info, audit), actor);
    return urn;
  }

  return {
    removeUser,

    /** Returns the URN of the new user, who has no rights yet. @throws UNAUTHORIZED, CONFLICT when the user exists */
    async createUser(actor: Actor, { id, ...info }: NewUser): Promise<string> {
      if (!mayManageUsers(actor)) throw lacking(actor, 'create users', ['MANAGE_USERS_AND_GROUPS']);
      return create(actor, userUrn(id), info);
    },

    /** Returns the URN of the new service account. DataHub stores the description in the title. @throws UNAUTHORIZED */
    async createServiceAccount(
      actor: Actor,
      { displayName, description }: NewServiceAccount,
    ): Promise<string> {
      if (!mayManageServiceAccounts(actor))
        throw lacking(actor, 'create service accounts', ['MANAGE_SERVICE_ACCOUNTS']);
      return create(actor, userUrn(`service_${newId()}`), { displayName, title: description });
    },

    /** Deletes a service account with its tokens. @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
    async deleteServiceAccount(actor: Actor, urn: string): Promise<true> {
      if (!isServiceAccount(parseUserUrn(urn, 'urn')))
        throw badRequest(
          `urn ${quoted(urn)} is not a service account; expected urn:li:corpuser:service_<uuid>. Use removeUser for other users`,
        );
      return removeUser(actor, urn);
    },

    /**
     * Suspends a user, or ends the suspension. The tokens of a suspended user are refused, and valid again afterwards.
     *
     * @throws UNAUTHORIZED, NOT_FOUND, CONFLICT for the caller and for the last administrator
     */
    async updateUserStatus(actor: Actor, urn: string, status: WrittenState): Promise<string> {
      parseUserUrn(urn, 'urn');
      if (!mayManage(actor, urn)) throw lacking(actor, `change the status of ${urn}`, [manages(urn)]);
      if (urn === actor.urn && status === 'SUSPENDED')
        throw conflict(
          `${quoted(urn)} is the caller, and callers cannot suspend themselves: ask another administrator`,
        );
      const lastModified = { time: clock(), actor: actor.urn };
      const value = { status, lastModified };
      await changeMetadata(
        storage,
        async (tx) => {
          // Users of earlier versions have no entity. The new entity is kept even if their status does not change.
          await createEntities(tx, [{ urn, type: 'corpuser' }], lastModified);
          const state = (await readStates(tx, [urn])).get(urn);
          if (state === undefined || state === 'REMOVED') throw notFound(`There is no user ${quoted(urn)}`);
          const isRemoved = (await readRemovals(tx, [urn])).get(urn) === true;
          if (isRemoved && status === 'ACTIVE')
            throw conflict(`${quoted(urn)} is removed: write removed: false in its aspect status instead`);
          if (state === status && !isRemoved)
            return status === 'ACTIVE' ? restoreForActive(tx, actor, urn) : undefined;
          const aspect = { urn, entityType: 'corpuser', name: 'corpUserStatus', value };
          const endChange = await beginPeopleChange(tx, actor, [urn]);
          await upsertAspects(tx, [aspect], lastModified);
          await endChange();
        },
        actor,
      );
      return urn;
    },

    /**
     * Changes texts of a user's profile, and no other member of the profile. Lists show the texts of the profile instead
     * of those that a directory sends.
     *
     * @param texts follow the rules of input.ts
     * @param basedOn texts that the profile must have; empty: none
     * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT when the profile has another text
     */
    async updateProfile(
      actor: Actor,
      urn: string,
      texts: ProfileTexts,
      basedOn?: ProfileTexts | null,
    ): Promise<string> {
      parseUserUrn(urn, 'urn');
      if (!mayManage(actor, urn)) throw lacking(actor, `edit the profile of ${urn}`, [manages(urn)]);
      const audit = { time: clock(), actor: actor.urn };
      await changeMetadata(storage, (tx) => writeProfile(tx, actor, urn, { texts, basedOn }, audit), actor);
      return urn;
    },
  };
}

async function writeProfile(
  tx: MetadataTransaction,
  actor: Actor,
  urn: string,
  { texts, basedOn }: { readonly texts: ProfileTexts; readonly basedOn?: ProfileTexts | null | undefined },
  audit: AuditStamp,
): Promise<void> {
  const name = 'corpUserEditableInfo';
  // Users of earlier versions have no entity.
  await createEntities(tx, [{ urn, type: 'corpuser' }], audit);
  const state = (await readStates(tx, [urn])).get(urn);
  const isRemoved = (await readRemovals(tx, [urn])).get(urn) === true;
  if (state === undefined || state === 'REMOVED' || isRemoved)
    throw notFound(`There is no user ${quoted(urn)}`);
  const [stored] = await currentDocuments(tx, [{ urn, name }], actor);
  const current = stored ? ((await runInTurns(parseInSteps(stored.text), actor.deadline)) as Json) : {};
  const changed = Object.entries(basedOn ?? {}).find(
    ([member, text]) => text != null && text !== (current[member] ?? ''),
  );
  if (changed)
    throw conflict(
      `The same thing has changed again: the ${changed[0]} in the profile of ${quoted(urn)} is not ${quoted(changed[1])}, ` +
        'the text in basedOn. Nothing was changed',
    );
  const value = { ...(current as Record<string, Json>) };
  for (const [member, text] of Object.entries(texts)) {
    if (text === '') delete value[member];
    else if (text !== null && text !== undefined) value[member] = text;
  }
  const upserts = [{ urn, entityType: 'corpuser', name, value }];
  await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
}

/** Writes a user who does not exist, within a transaction. @throws CONFLICT */
async function insertUser(
  tx: MetadataTransaction,
  requester: Requester,
  urn: string,
  info: Omit<NewUser, 'id'>,
  audit: AuditStamp,
): Promise<void> {
  rejectReservedUser(urn);
  await createEntities(tx, [{ urn, type: 'corpuser' }], audit);
  const state = (await readStates(tx, [urn])).get(urn);
  if (state === 'ACTIVE' || state === 'SUSPENDED') throw conflict(`A user ${quoted(urn)} already exists`);
  // Earlier versions keep what a removed user had.
  if (state === 'REMOVED') await deletePeople(tx, requester, [urn]);
  const endChange = await beginPeopleChange(tx, requester, [urn]);
  await upsertAspects(
    tx,
    [{ urn, entityType: 'corpuser', name: 'corpUserInfo', value: { active: true, ...given(info) } }],
    audit,
  );
  await endChange();
}

/** Returns the fields that have a value. */
export const given = (fields: object): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
