import type { MetadataTransaction } from '../../aspects/changes.js';
import { type DeletedEntity, deleteEntityRows } from '../../aspects/entity-store.js';
import type { AspectStorage } from '../../aspects/kernel.js';
import { lockForDeletion } from '../../aspects/lock.js';
import type { AuditDetail, AuditStep } from '../../audit/event.js';
import { recordAudit } from '../../audit/store.js';
import { withContainers } from '../../containers/containers.js';
import { containerReads } from '../../containers/store.js';
import type { Actor, Requester } from '../../core/actor.js';
import { lacking } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { parseUrn } from '../../core/urn.js';
import { confirmRights } from '../../db/transaction.js';
import { beginPolicyChange } from '../../policies/change-store.js';
import { isPolicyUrn } from '../../policies/row.js';
import { clearPlaces } from '../../tags/deleted-places-store.js';
import { deleteEvents } from '../../timeseries/event-store.js';
import { beginPeopleChange } from '../../users/change-store.js';
import { deletePeople } from '../../users/removal/delete-store.js';
import { rejectDeletion, rejectOwnDeletion } from '../reject-access-aspects.js';
import { mayDelete, neededFor } from '../rights.js';
import { toStep, untilComplete } from './until-complete.js';

/**
 * Deletes an entity with its aspects and events. If its events are in more months than one transaction may lock, several
 * transactions delete them, and the last one deletes the entity.
 *
 * @returns the numbers of deleted aspects and events, and whether there was such an entity, user, group or policy
 */
export const deleteEntity =
  ({ db, aspects, clock }: AspectStorage & { readonly clock: Clock }) =>
  async (actor: Actor, urn: string): Promise<{ rows: number; timeseriesRows: number; found: boolean }> => {
    const { type } = parseUrn(urn);
    rejectDeletion(actor, type, urn);
    const entity = { type, urn };
    const may = await withContainers(containerReads(db.query), [entity], (one) => mayDelete(actor, one));
    if (!may(entity)) throw lacking(actor, `delete ${urn}`, neededFor(entity, null));
    let found = false;
    const deleteSome = async (tx: MetadataTransaction, step: AuditStep) => {
      const creation = aspects.isAccess(type) ? { time: clock(), actor: actor.urn } : null;
      const exists = await lockForDeletion(tx, entity, creation);
      if (!exists && !creation) return { rows: 0, events: 0, isComplete: true };
      const endPolicyChange = await beginPolicyChange(tx, actor, [urn].filter(isPolicyUrn));
      const endPeopleChange = await beginPeopleChange(tx, actor, [urn]);
      await confirmRights(tx, actor, 'places');
      const deleted = await deleteEntities(tx, actor, [urn]);
      const ended = new Set([...(await endPolicyChange()), ...(await endPeopleChange())]);
      // The user, group or policy that it was has its own event.
      if (exists && !(deleted.isComplete && ended.has(urn))) {
        const type = deleted.isComplete ? 'DeleteEntityEvent' : 'DeleteTimeseriesEvent';
        const detail = deleted.details.get(urn);
        await recordAudit(tx, actor, { type, subject: urn, detail, ...toStep(step, deleted) });
      }
      found ||= exists || ended.has(urn);
      return deleted;
    };
    rejectOwnDeletion(actor, [urn]);
    const { rows, events } = await untilComplete({ db, aspects }, deleteSome, actor);
    return { rows, timeseriesRows: events, found };
  };

/**
 * Deletes locked entities with their aspects and events, and their users and groups. If the events are in more months
 * than one transaction may lock, deletes only a part of the events.
 *
 * @param touched the tables of months that the transaction has locked
 * @returns the deleted contents and their audit detail, by URN
 */
export async function deleteEntities(
  tx: MetadataTransaction,
  requester: Requester,
  urns: readonly string[],
  touched: Set<string> = new Set(),
) {
  const { events, byUrn, isComplete } = await deleteEvents(tx, urns, { touched });
  // Who restores a tag is told of places that do not exist any longer.
  if (isComplete) await clearPlaces(tx, urns);
  const entities = isComplete ? await deleteEntityRows(tx, urns) : new Map<string, DeletedEntity>();
  if (isComplete) await deletePeople(tx, requester, urns);
  const details = new Map(urns.map((urn) => [urn, toDetail(entities.get(urn), byUrn.get(urn) ?? 0)]));
  const rows = [...entities.values()].reduce((sum, { aspects }) => sum + aspects.length, 0);
  return { rows, events, isComplete, details };
}

const toDetail = (entity: DeletedEntity | undefined, timeseriesEvents: number): AuditDetail => ({
  ...(entity && { aspects: entity.aspects }),
  ...(entity && entity.tagged > 0 && { tagged: entity.tagged }),
  ...(timeseriesEvents > 0 && { timeseriesEvents }),
});
