import { changeMetadata } from '../aspects/change-metadata.js';
import { createEntities } from '../aspects/entity-store.js';
import { upsertAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManageUsers } from '../core/authorization.js';
import { conflict } from '../core/errors.js';
import { groupUrn, quoted } from '../core/urn.js';
import { beginPeopleChange } from './change-store.js';
import { given, type PeopleDeps } from './create.js';
import { existingGroups } from './group-store.js';

/** A group whose parts follow the rules of input.ts. */
export interface NewGroup {
  readonly name: string;
  /** Default: a UUID. */
  readonly id?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Returns the URN of the new group. @throws UNAUTHORIZED, CONFLICT when the group exists */
export const createGroup =
  ({ db, clock, newId }: PeopleDeps & { readonly newId: () => string }) =>
  async (actor: Actor, { id, name, description }: NewGroup): Promise<string> => {
    if (!mayManageUsers(actor)) throw lacking(actor, 'create groups', ['MANAGE_USERS_AND_GROUPS']);
    const urn = groupUrn(id ?? newId());
    const created = { time: clock(), actor: actor.urn };
    // DataHub's model needs the three lists. Members are in the aspects of the users.
    const lists = { admins: [], members: [], groups: [] };
    const value = { displayName: name, ...given({ description }), ...lists, created };
    await changeMetadata(
      db,
      async (tx) => {
        await createEntities(tx, [{ urn, type: 'corpGroup' }], created);
        if ((await existingGroups(tx, [urn])).length > 0)
          throw conflict(`A group ${quoted(urn)} already exists`);
        const endChange = await beginPeopleChange(tx, actor, [urn]);
        await upsertAspects(tx, [{ urn, entityType: 'corpGroup', name: 'corpGroupInfo', value }], created);
        await endChange();
      },
      actor,
    );
    return urn;
  };
