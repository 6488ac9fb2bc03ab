import type { Transaction } from '../db/query.js';

/** How a type of entities tells its name and what it is part of. */
export interface NamedType {
  readonly type: 'domain' | 'glossaryTerm' | 'glossaryNode';
  readonly aspect: string;
  /** The member of the aspect with the entity that it is part of. */
  readonly parent: string;
}

/** Called before any other lock: two entities of one parent with the same name cannot be created at the same time. */
export async function lockNames(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.metadata.names'))`);
}

/**
 * Returns the entity of a type that has a name beside others of the same parent; undefined: none. It reads all entities of
 * the type, of which there are few.
 *
 * @param parent null: the root
 */
export async function findNamed(
  { query }: Transaction,
  { type, aspect, parent: member }: NamedType,
  name: string,
  parent: string | null,
): Promise<string | undefined> {
  const rows = await query<{ urn: string }>(
    `SELECT a.urn FROM aspects a
      WHERE a.urn >= $1::text AND a.urn < $2::text AND a.name = $3
        AND a.body->>'name' = $4 AND a.body->>'${member}' IS NOT DISTINCT FROM $5::text
        AND NOT EXISTS (SELECT FROM aspects s WHERE s.urn = a.urn AND s.name = 'status' AND s.body->>'removed' = 'true')
      LIMIT 1`,
    [`urn:li:${type}:`, `urn:li:${type};`, aspect, name, parent],
  );
  return rows[0]?.urn;
}
