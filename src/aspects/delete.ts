import type { Actor } from '../core/actor.js';
import { mayEditEntity } from '../core/authorization.js';
import { unauthorized } from '../core/errors.js';
import { parseUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { deleteEntityRows } from '../metadata/entity-store.js';
import { lockForDeletion } from '../metadata/lock.js';
import { deleteEvents } from '../timeseries/event-store.js';
import { refuseDeletion, refuseUserDeletions } from './access-control.js';

/**
 * All that is kept about an entity, in one transaction; where its events are in more months than that may touch, in
 * several, of which the last deletes the entity itself. @returns how many rows of aspects and of events there were
 */
export const deleteEntity =
  (deps: { db: Database }) =>
  async (actor: Actor, urn: string): Promise<{ rows: number; timeseriesRows: number }> => {
    const { type } = parseUrn(urn);
    refuseDeletion(actor, type, urn);
    if (!mayEditEntity(actor, { type, urn })) throw unauthorized(`${actor.urn} may not delete ${urn}`);
    const deleteSome = async (tx: Transaction) => {
      await refuseUserDeletions(tx, actor, [urn]);
      if (!(await lockForDeletion(tx, urn))) return { rows: 0, timeseriesRows: 0, isComplete: true };
      return deleteEntities(tx, [urn]);
    };
    for (let timeseriesRows = 0; ; ) {
      const deleted = await transaction(deps.db, deleteSome, actor);
      timeseriesRows += deleted.timeseriesRows;
      if (deleted.isComplete) return { rows: deleted.rows, timeseriesRows };
    }
  };

/**
 * Deletes entities that are held, with all that is kept about them, events included. Where those are in more months than
 * a transaction may touch, deletes some of them, and nothing else.
 *
 * @param touched the tables of months that the transaction has touched
 * @returns how many rows of aspects and events
 */
export async function deleteEntities(tx: Transaction, urns: readonly string[], touched?: Set<string>) {
  const { events, isComplete } = await deleteEvents(tx, urns, touched);
  const rows = isComplete ? await deleteEntityRows(tx, urns) : 0;
  return { rows, timeseriesRows: events, isComplete };
}
