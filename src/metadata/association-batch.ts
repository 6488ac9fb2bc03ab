import { shareDeadline } from '../core/deadline.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import { retried } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import type { AssociationChange, Existing } from './association.js';
import type { LockWait } from './lock-store.js';

export interface Result extends Existing {
  readonly applied: boolean;
}

const changesMax = 100;

/** Returns the parameters of a statement that makes changes. */
export function paramsOf(changes: readonly AssociationChange[]): unknown[] {
  const rows = changes.flatMap(({ associations, audit }) =>
    associations.map((association) => ({ ...association, ...audit })),
  );
  return [
    [...new Set(changes.flatMap(({ resourceUrns }) => resourceUrns))],
    [...new Set(changes.flatMap(({ tagUrns }) => tagUrns))],
    ...columns(rows, 'resourceUrn', 'fieldPath', 'tagUrn', 'time', 'actor'),
  ];
}

/**
 * Applies changes, those of concurrent requests in one statement, which is one transaction: with one statement each,
 * round trips and commits would take most of the time. The shared statement skips locked rows instead of waiting for
 * them. A change that needs a locked or missing row is retried in a statement of its own, which waits.
 *
 * @param sqlFor a statement that returns one `Result`; its parameters are those of `execute`
 */
export function associationBatch({ query, limited }: Database, sqlFor: (wait: LockWait) => string) {
  async function execute(sql: string, changes: readonly AssociationChange[]): Promise<Result> {
    const params = paramsOf(changes);
    const deadlines = changes.map(({ requester }) => requester.deadline);
    const [result] = await shareDeadline(deadlines, (deadline) =>
      retried(() => query<Result>(sql, params, { deadline, changes: true }), deadline),
    );
    return result!;
  }

  const [shared, individual] = [sqlFor('SKIP LOCKED'), sqlFor('')];

  /** Returns the changes that were applied. */
  async function executeBatch(
    changes: readonly AssociationChange[],
  ): Promise<ReadonlyMap<AssociationChange, Existing>> {
    const result = await execute(shared, changes);
    if (result.applied) return new Map(changes.map((change) => [change, result]));
    const found = new Set([...result.entities, ...result.tags]);
    const possible = changes.filter(({ resourceUrns, tagUrns }) =>
      [...resourceUrns, ...tagUrns].every((urn) => found.has(urn)),
    );
    if (possible.length === 0) return new Map();
    const { applied } = await execute(shared, possible);
    return new Map(applied ? possible.map((change) => [change, result]) : []);
  }

  const load = createBatchLoader((changes: AssociationChange[]) => executeBatch(changes), {
    maxKeys: changesMax,
    name: 'tag_changes',
  });
  return async (change: AssociationChange): Promise<Existing> =>
    (await load(change)) ?? limited(change.requester, () => execute(individual, [change]));
}
