import type { Database, Transaction } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import type { Actor } from '../domain/actor.js';
import { unauthorized } from '../domain/errors.js';
import { mayEditEntity } from '../domain/rights.js';
import { parseUrn } from '../domain/urn.js';
import { lockTagRows } from '../tags/lock-store.js';
import { refuseDeletion, refuseUserDeletions } from './access-control.js';
import { deleteEntities, lockEntities } from './entity-store.js';

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
      const held = await lockEntities(tx, [urn], 'deleting');
      if (held.length === 0) return { rows: 0, timeseriesRows: 0, isComplete: true };
      await lockTagRows(tx, { deleted: [urn], tagged: [], edited: [] });
      return deleteEntities(tx, [urn]);
    };
    for (let timeseriesRows = 0; ; ) {
      const deleted = await transaction(deps.db, deleteSome, actor);
      timeseriesRows += deleted.timeseriesRows;
      if (deleted.isComplete) return { rows: deleted.rows, timeseriesRows };
    }
  };
