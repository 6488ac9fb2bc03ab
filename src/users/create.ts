import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { createEntities } from '../aspects/entity-store.js';
import { upsertAspects } from '../aspects/write.js';
import type { Actor, Requester } from '../core/actor.js';
import { lacking, mayManageUsers } from '../core/authorization.js';
import type { AuditStamp, Clock } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { quoted, userUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Json } from '../json/lossless-json.js';
import { beginPeopleChange } from './change-store.js';
import { deletePeople } from './delete-store.js';
import { readStates } from './user-store.js';

/** A user whose parts follow the rules of input.ts. */
export interface NewUser {
  readonly id: string;
  readonly displayName?: string | null | undefined;
  readonly fullName?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly email?: string | null | undefined;
}

export interface PeopleDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Returns the URN of the new user, who has no rights yet. @throws UNAUTHORIZED, CONFLICT when the user exists */
export const createUser =
  ({ db, clock }: PeopleDeps) =>
  async (actor: Actor, { id, ...info }: NewUser): Promise<string> => {
    if (!mayManageUsers(actor)) throw lacking(actor, 'create users', ['MANAGE_USERS_AND_GROUPS']);
    const urn = userUrn(id);
    const audit = { time: clock(), actor: actor.urn };
    await changeMetadata(db, (tx) => insertUser(tx, actor, urn, info, audit), actor);
    return urn;
  };

/** Writes a user who does not exist, within a transaction. @throws CONFLICT */
export async function insertUser(
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
