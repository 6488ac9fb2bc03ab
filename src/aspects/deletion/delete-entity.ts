import { recordAudit } from '../../audit/store.js';
import type { Actor } from '../../core/actor.js';
import { unauthorized } from '../../core/errors.js';
import { parseUrn } from '../../core/urn.js';
import type { Database } from '../../db/database.js';
import type { Transaction } from '../../db/query.js';
import { containerReads } from '../../metadata/container-store.js';
import { withContainers } from '../../metadata/containers.js';
import { deleteEntityRows } from '../../metadata/entity-store.js';
import { lockForDeletion } from '../../metadata/lock.js';
import { isPolicyUrn } from '../../metadata/policy-row.js';
import { beginPolicyChange } from '../../policies/change-store.js';
import { deleteEvents } from '../../timeseries/event-deletion-store.js';
import { rejectDeletion, rejectUserDeletions } from '../access-control.js';
import { mayDelete } from '../rights.js';
import { untilComplete } from './until-complete.js';

/**
 * Deletes an entity with its aspects and events. If its events are in more months than one transaction may lock, several
 * transactions delete them, and the last one deletes the entity.
 *
 * @returns the numbers of deleted aspects and events
 */
export const deleteEntity =
  (deps: { db: Database }) =>
  async (actor: Actor, urn: string): Promise<{ rows: number; timeseriesRows: number }> => {
    const { type } = parseUrn(urn);
    rejectDeletion(actor, type, urn);
    const entity = { type, urn };
    const may = await withContainers(containerReads(deps.db.query), [entity], (one) => mayDelete(actor, one));
    if (!may(entity)) throw unauthorized(`${actor.urn} may not delete ${urn}`);
    const deleteSome = async (tx: Transaction) => {
      await rejectUserDeletions(tx, actor, [urn]);
      if (!(await lockForDeletion(tx, urn))) return { rows: 0, events: 0, isComplete: true };
      const isPolicy = isPolicyUrn(urn);
      const endChange = await beginPolicyChange(tx, actor, isPolicy ? [urn] : []);
      const deleted = await deleteEntities(tx, [urn]);
      await endChange();
      if (deleted.isComplete && !isPolicy) {
        await recordAudit(tx, actor, { type: 'DeleteEntityEvent', subject: urn });
      }
      return deleted;
    };
    const { rows, events } = await untilComplete(deps.db, deleteSome, actor);
    return { rows, timeseriesRows: events };
  };

/**
 * Deletes locked entities with their aspects and events. If the events are in more months than one transaction may lock,
 * deletes a part of the events only.
 *
 * @param touched the tables of months that the transaction has locked
 */
export async function deleteEntities(
  tx: Transaction,
  urns: readonly string[],
  touched: Set<string> = new Set(),
) {
  const { events, isComplete } = await deleteEvents(tx, urns, { touched });
  const rows = isComplete ? await deleteEntityRows(tx, urns) : 0;
  return { rows, events, isComplete };
}
