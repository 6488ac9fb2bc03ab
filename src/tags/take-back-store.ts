import { lockEntities, lockTags } from '../aspects/lock-store.js';
import { type Actor, writeOrigin } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { notFound } from '../core/errors.js';
import { noEntity } from '../core/no-entity.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Precondition, Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import type { CompleteChange } from '../history/list-store.js';
import { clearPlaces } from './deleted-places-store.js';
import { addRemoved, removeAdded, staleAdditions, staleRemovals } from './take-back-sql.js';

type Changes = readonly CompleteChange[];

export type TakeBackStore = ReturnType<typeof takeBackStore>;

/** Takes back changes of tags: exactly the associations that they added or removed, where they did. */
export function takeBackStore(db: Database) {
  const [remove, add] = [removeAdded(db.isRecorded), addRemoved(db.isRecorded)];

  return {
    /** Returns the changes whose place is not as they have left it. */
    async findStale(tx: Transaction, changes: Changes): Promise<CompleteChange[]> {
      const stale: CompleteChange[] = [];
      for (const [some, sql] of [
        [additions(changes), staleAdditions],
        [removals(changes), staleRemovals],
      ] as const) {
        if (some.length === 0) continue;
        const rows = await tx.query<{ ordinal: number }>(sql, toParams(some));
        stale.push(...rows.map(({ ordinal }) => some[ordinal - 1]!));
      }
      return stale;
    },

    /** @param check called when the entities and tags are locked. @throws NOT_FOUND */
    takeBack: (actor: Actor, changes: Changes, audit: AuditStamp, check: Precondition): Promise<void> =>
      transaction(
        db,
        async (tx) => {
          const [added, removed] = [additions(changes), removals(changes)];
          const urns = [...new Set(changes.map(({ entityUrn }) => entityUrn))];
          const tags = [...new Set(removed.map(({ modifier }) => modifier!))];
          const entities = new Set(await lockEntities(tx, urns, 'write'));
          const existing = new Set(await lockTags(tx, tags, 'reference'));
          await check(tx);
          const missing = urns.find((urn) => !entities.has(urn));
          if (missing !== undefined) throw noEntity(missing);
          const gone = tags.find((urn) => !existing.has(urn));
          if (gone !== undefined) throw notFound(`There is no tag ${quoted(gone)}`);
          await clearPlaces(tx, urns);
          const stamp = [audit.time, audit.actor, writeOrigin(actor)];
          if (added.length > 0) await tx.query(remove, [...toParams(added), ...stamp]);
          if (removed.length > 0) await tx.query(add, [...toParams(removed), ...stamp]);
        },
        actor,
      ),
  };
}

const additions = (changes: Changes) => changes.filter(({ operation }) => operation === 'ADD');
const removals = (changes: Changes) => changes.filter(({ operation }) => operation === 'REMOVE');

const toParams = (changes: Changes) => columns(changes, 'entityUrn', 'fieldPath', 'modifier', 'detail');
