import { changeMetadata } from '../aspects/change-metadata.js';
import { createEntities } from '../aspects/entity-store.js';
import { upsertAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, manages, mayManage } from '../core/authorization.js';
import { conflict, notFound } from '../core/errors.js';
import { parseUserUrn, quoted } from '../core/urn.js';
import { beginPeopleChange, restoreForActive } from './change-store.js';
import type { PeopleDeps } from './create.js';
import type { WrittenState } from './people-model.js';
import { readRemovals } from './removal-store.js';
import { readStates } from './user-store.js';

/**
 * Suspends a user, or ends the suspension. The tokens of a suspended user are refused, and valid again afterwards.
 *
 * @throws UNAUTHORIZED, NOT_FOUND, CONFLICT for the caller and for the last administrator
 */
export const updateUserStatus =
  ({ db, clock }: PeopleDeps) =>
  async (actor: Actor, urn: string, status: WrittenState): Promise<string> => {
    parseUserUrn(urn, 'urn');
    if (!mayManage(actor, urn)) throw lacking(actor, `change the status of ${urn}`, [manages(urn)]);
    if (urn === actor.urn && status === 'SUSPENDED')
      throw conflict(
        `${quoted(urn)} is the caller, and callers cannot suspend themselves: ask another administrator`,
      );
    const lastModified = { time: clock(), actor: actor.urn };
    const value = { status, lastModified };
    await changeMetadata(
      db,
      async (tx) => {
        const entity = { urn, type: 'corpuser' };
        // Users of earlier versions have no entity. The new entity is kept even if their status does not change.
        await createEntities(tx, [entity], lastModified);
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
  };
