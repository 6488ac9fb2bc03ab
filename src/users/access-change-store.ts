import { lockAccess } from '../aspects/lock-store.js';
import { recordAudit } from '../audit/store.js';
import { operator, type Requester } from '../core/actor.js';
import { getEntityType } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { deleteMembers, deleteTokens } from './removed-access-store.js';
import { now } from './withdrawal-sql.js';
import { restoreTokens, tokenEvent, withdrawTokens } from './withdrawal-store.js';

/** Tokens or members that one transaction changes. It takes some tens of milliseconds. */
export const partSize = 500;

type Kind = 'REMOVED' | 'SUSPENDED' | 'ACTIVATED';

/** A change that is complete for callers, and whose tokens or members follow in the background. */
interface AccessChange {
  readonly id: number;
  readonly urn: string;
  readonly kind: Kind;
  readonly requester: Requester | null;
}

const toStored = ({ urn, origin }: Requester) => JSON.stringify({ urn, origin });

/** Names who has removed users and groups, in the transaction that has deleted their rows. @returns the ids of the changes */
export async function recordRemover(
  tx: Transaction,
  urns: readonly string[],
  requester: Requester,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE access_changes SET requester = $2::json
      WHERE urn = ANY($1::text[]) AND kind = 'REMOVED' AND requester IS NULL RETURNING id`,
    [urns, toStored(requester)],
  );
  return rows.map(({ id }) => id);
}

/** Ends what an earlier change of the users' state has left to do. */
export const endStateChanges = (tx: Transaction, users: readonly string[]): Promise<unknown> =>
  tx.query(`DELETE FROM access_changes WHERE urn = ANY($1::text[]) AND kind <> 'REMOVED'`, [users]);

/** Leaves the other tokens of suspended or activated users to the background. Those of suspended users are refused from now on. */
export const continueLater = (
  tx: Transaction,
  kind: Exclude<Kind, 'REMOVED'>,
  users: readonly string[],
  requester: Requester,
): Promise<unknown> =>
  tx.query(
    `INSERT INTO access_changes (urn, kind, since, requester)
     SELECT unnest($1::text[]), $2::"AccessChangeKind", ${now}, $3::json`,
    [users, kind, toStored(requester)],
  );

export const endChanges = (tx: Transaction, ids: readonly number[]): Promise<unknown> =>
  tx.query('DELETE FROM access_changes WHERE id = ANY($1::bigint[])', [ids]);

/** SQL: when the first change waits to be finished. */
export const changesWait = 'SELECT 0 FROM access_changes LIMIT 1';

/**
 * Does the next part of the first change that is not finished. Nothing that a caller may do changes, so it needs no
 * rights. Of several processes, one does this at a time; one that is killed has done its last part.
 *
 * @returns whether there may be more
 */
export async function finishNext(db: Database, size = partSize): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [lock] = await tx.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('catalog.access.finish')) AS locked`,
    );
    if (!lock!.locked) return false;
    // A change of the same user or group comes before or after this part.
    await lockAccess(tx);
    const [change] = await tx.query<AccessChange>(
      'SELECT id, urn, kind, requester FROM access_changes ORDER BY id LIMIT 1',
    );
    if (!change) return false;
    const { events, isComplete } = await doPart(tx, change, size);
    if (isComplete) await endChanges(tx, [change.id]);
    await recordAudit(tx, change.requester ?? operator, events);
    return true;
  });
}

async function doPart(tx: Transaction, { id, urn, kind }: AccessChange, size: number) {
  if (kind === 'REMOVED')
    return (getEntityType(urn) === 'corpGroup' ? deleteMembers : deleteTokens)(tx, [id], size);
  const [tokens, type] =
    kind === 'SUSPENDED'
      ? [await withdrawTokens(tx, [urn], size), 'WithdrawAccessTokenEvent' as const]
      : [await restoreTokens(tx, [urn], size), 'RestoreAccessTokenEvent' as const];
  return { events: tokens.map((token) => tokenEvent(type, token)), isComplete: tokens.length < size };
}
