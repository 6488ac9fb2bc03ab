import type { AuditStamp } from '../core/clock.js';
import { inChunks } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';

/**
 * The order in which every transaction locks metadata, so that no two wait for each other:
 *
 * 1. Rows of `entities`, in the byte order of their URNs. Entities to create take their place in that order. Each row
 *    is locked in the strongest mode that the transaction needs: `delete`, `write` or `reference`.
 * 2. Rows of `tags`, in the byte order of their URNs.
 * 3. The moves of containers whose right depends on containers, so that no two are judged at the same time.
 * 4. The row of `policy_version`, before any change of `users`, `groups`, `group_members` or `policies`, so that these
 *    changes run one after another.
 * 5. Rows of `users` that are deleted, in the order of their URNs.
 *
 * Only the functions of this file lock rows of metadata. All other rows of an entity are changed only by transactions
 * that hold a `write` or `delete` lock on the entity. Whoever adds a tag to something holds a `reference` lock on the tag,
 * so that its deletion comes before or after: the places that it had are cleared later (tags/deleted-places-store.ts).
 */
const modes = {
  delete: 'FOR UPDATE',
  /** Writers of one entity wait for each other. */
  write: 'FOR NO KEY UPDATE',
  /** Keeps the row from being deleted. */
  reference: 'FOR KEY SHARE',
} as const;

export type LockMode = keyof typeof modes;

/** The behaviour of a statement for rows that other transactions have locked: it waits for them, or skips them. */
export type LockWait = '' | 'SKIP LOCKED';

/** @param urns SQL of type text[] */
export const lockedRows = (
  table: 'entities' | 'tags',
  urns: string,
  mode: LockMode,
  wait: LockWait = '',
): string => `SELECT urn FROM ${table} WHERE urn = ANY(${urns}) ORDER BY urn ${modes[mode]} ${wait}`;

export const isTag = (urn: string): boolean => urn.startsWith('urn:li:tag:');

export interface EntityKey {
  readonly urn: string;
  readonly type: string;
}

/** Locks the entities that exist. @returns their URNs */
export async function lockEntities(
  tx: Transaction,
  urns: readonly string[],
  mode: LockMode,
): Promise<string[]> {
  const rows = await tx.query<{ urn: string }>(lockedRows('entities', '$1::text[]', mode), [urns]);
  return rows.map(({ urn }) => urn);
}

/** Entities that are locked in one mode. */
export interface LockedSegment {
  readonly mode: LockMode;
  readonly urns: readonly string[];
}

/** Segments of one statement: more would make too many different statements. */
const segmentsMax = 6;

/** Locks the entities that exist, one segment after the other. @returns their URNs */
export async function lockSegments(tx: Transaction, segments: readonly LockedSegment[]): Promise<string[]> {
  const locked: string[] = [];
  for (let at = 0; at < segments.length; at += segmentsMax) {
    const some = segments.slice(at, at + segmentsMax);
    const parts = some.map(
      ({ mode }, index) =>
        `s${index} AS MATERIALIZED (${lockedRows('entities', `$${index + 1}::text[]`, mode)})`,
    );
    // A part is executed when the union has read the one before it.
    const union = some.map((_, index) => `SELECT urn FROM s${index}`).join(' UNION ALL ');
    const rows = await tx.query<{ urn: string }>(
      `WITH ${parts.join(', ')} ${union}`,
      some.map(({ urns }) => urns),
    );
    for (const { urn } of rows) locked.push(urn);
  }
  return locked;
}

/** Inserts the entities that do not exist and locks the others. @returns the URNs of those inserted */
export async function insertOrLockEntities(
  tx: Transaction,
  entities: readonly EntityKey[],
  { time, actor }: AuditStamp,
  mode: 'delete' | 'write',
): Promise<string[]> {
  const inserted: string[] = [];
  // ON CONFLICT DO UPDATE locks an existing row even if WHERE is false: FOR UPDATE if a key column is set, else
  // FOR NO KEY UPDATE.
  const column = mode === 'delete' ? 'urn' : 'type';
  await inChunks(
    entities,
    ({ urn }) => urn.length,
    async (chunk) => {
      const rows = await tx.query<{ urn: string }>(
        `INSERT INTO entities (urn, type, created_at, created_by)
         SELECT urn, type, $3::bigint, $4 FROM unnest($1::text[], $2::text[]) AS input(urn, type)
          ORDER BY urn COLLATE "C"
         ON CONFLICT (urn) DO UPDATE SET ${column} = entities.${column} WHERE false RETURNING urn`,
        [...columns(chunk, 'urn', 'type'), time, actor],
      );
      for (const { urn } of rows) inserted.push(urn);
    },
  );
  return inserted;
}

/** Locks tags. Called with the entities locked. @returns the URNs of those that exist and are locked */
export async function lockTags(
  tx: Transaction,
  urns: readonly string[],
  mode: 'delete' | 'reference',
  wait: LockWait = '',
): Promise<string[]> {
  if (urns.length === 0) return [];
  const rows = await tx.query<{ urn: string }>(lockedRows('tags', '$1::text[]', mode, wait), [urns]);
  return rows.map(({ urn }) => urn);
}

/** SQL: whether deleted tags still have places (tags/deleted-places-store.ts). */
export const isClearing = 'EXISTS (SELECT FROM deleted_tags WHERE NOT is_cleared)';

/** Called with the entities and their tag rows locked. The location of a container has no row of its own. */
export async function lockContainerMoves(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.metadata.moves'))`);
}

/** Called with the entities locked, before a change of users, groups, memberships or policies. Readers do not wait. */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.query('SELECT FROM policy_version FOR UPDATE');
}

/** Called after `lockAccess`. While users are locked, no token can be created for them. */
export async function lockUsers(tx: Transaction, urns: readonly string[]): Promise<void> {
  await tx.query('SELECT FROM users WHERE urn = ANY($1::text[]) ORDER BY urn FOR UPDATE', [urns]);
}
