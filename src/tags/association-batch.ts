import type { AssociationChange, Existing } from '../aspects/association.js';
import { type LockWait, lockEntities, lockTags } from '../aspects/lock-store.js';
import { writeOrigin } from '../core/actor.js';
import { shareDeadline } from '../core/deadline.js';
import { isContained, type Standing } from '../core/standing.js';
import { createBatchLoader } from '../db/batch-loader.js';
import { toFacts } from '../db/caller-stands.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { retried, transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import { clearPlaces } from './deleted-places-store.js';

export interface Result extends Existing {
  /** The positions, from 1, of callers whose rights must be checked again. */
  readonly stale: readonly number[];
  readonly applied: boolean;
}

const changesMax = 100;

/**
 * Returns the parameters of a statement that makes changes.
 *
 * @param callers that the statement compares; a transaction checks its own caller
 */
export function toParams(
  changes: readonly AssociationChange[],
  callers: readonly Standing[] = [],
): unknown[] {
  const rows = changes.flatMap(({ associations, audit, requester }) => {
    const origin = writeOrigin(requester);
    return associations.map((association) => ({ ...association, ...audit, origin }));
  });
  return [
    [...new Set(changes.flatMap(({ resourceUrns }) => resourceUrns))],
    [...new Set(changes.flatMap(({ tagUrns }) => tagUrns))],
    ...columns(rows, 'resourceUrn', 'fieldPath', 'tagUrn', 'time', 'actor', 'origin'),
    ...toFacts(callers),
  ];
}

/**
 * Applies changes, those of concurrent requests in one statement, which is one transaction: with one statement each,
 * round trips and commits would take most of the time. The shared statement skips locked rows instead of waiting for
 * them. A change that needs a locked or missing row, or whose caller's rights must be checked again, is retried in a
 * separate transaction, which waits and checks.
 *
 * @param sqlFor a statement that returns one `Result`; its parameters are those of `toParams`
 */
export function associationBatch(db: Database, sqlFor: (wait: LockWait, isRecorded: boolean) => string) {
  const [shared, individual] = [sqlFor('SKIP LOCKED', db.isRecorded), sqlFor('', db.isRecorded)];

  async function executeShared(changes: readonly AssociationChange[]) {
    const callers = [...new Set(changes.flatMap(({ requester }) => requester.standing ?? []))];
    const params = toParams(changes, callers);
    const deadlines = changes.map(({ requester }) => requester.deadline);
    const [result] = await shareDeadline(deadlines, (deadline) =>
      retried(() => db.query<Result>(shared, params, { deadline, changes: true }), deadline),
    );
    return { ...result!, stale: new Set(result!.stale.map((position) => callers[position - 1])) };
  }

  /** Returns the changes that were applied. */
  async function executeBatch(
    changes: readonly AssociationChange[],
  ): Promise<ReadonlyMap<AssociationChange, Existing>> {
    const result = await executeShared(changes);
    if (result.applied) return new Map(changes.map((change) => [change, result]));
    const found = new Set([...result.entities, ...result.tags]);
    const possible = changes.filter(
      ({ resourceUrns, tagUrns, requester }) =>
        [...resourceUrns, ...tagUrns].every((urn) => found.has(urn)) &&
        !(requester.standing && result.stale.has(requester.standing)),
    );
    if (possible.length === 0) return new Map();
    const { applied } = await executeShared(possible);
    return new Map(applied ? possible.map((change) => [change, result]) : []);
  }

  const load = createBatchLoader((changes: AssociationChange[]) => executeBatch(changes), {
    maxKeys: changesMax,
    name: 'tag_changes',
  });

  function executeAlone(change: AssociationChange): Promise<Existing> {
    const { resourceUrns, tagUrns, requester } = change;
    const work = async (tx: Transaction) => {
      // By a separate statement: a statement that waits does not see what others have changed meanwhile.
      const entities = await lockEntities(tx, resourceUrns, 'write');
      // An entity that another transaction creates after this must not be locked: that would break the lock order.
      if (entities.length < new Set(resourceUrns).size)
        return { entities, tags: await lockTags(tx, tagUrns, 'reference') };
      await clearPlaces(tx, entities);
      return (await tx.query<Result>(individual, toParams([change])))[0]!;
    };
    return transaction(db, work, requester);
  }

  return async (change: AssociationChange): Promise<Existing> => {
    // Where the entities are is not among what the shared statement compares.
    const restsOnContainers = change.requester.standing?.judgements.some(
      ({ resource }) => resource && isContained(resource),
    );
    return (!restsOnContainers && (await load(change))) || executeAlone(change);
  };
}
