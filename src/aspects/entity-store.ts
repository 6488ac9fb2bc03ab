import type { Transaction } from '../db/database.js';
import type { Audit } from '../domain/clock.js';
import { deleteEvents } from '../timeseries/event-store.js';

export interface EntityKey {
  readonly urn: string;
  readonly type: string;
}

/** Writers of an entity's aspects wait for each other; those that mention it only keep it from going. */
const locks = { writing: 'FOR NO KEY UPDATE', mentioning: 'FOR KEY SHARE' } as const;

/**
 * Makes the entities that are not there yet, and holds all of them until the transaction ends. In the order of
 * their URNs, so that no two writers wait for each other.
 *
 * @returns the URNs of those that were made
 */
export async function ensureEntities(
  tx: Transaction,
  entities: readonly EntityKey[],
  { time, actor }: Audit,
  lock: keyof typeof locks = 'writing',
): Promise<readonly string[]> {
  const types = new Map(entities.map(({ urn, type }) => [urn, type]));
  const urns = [...types.keys()].sort();
  const made: string[] = [];
  // What this transaction has made is its own. Of the others, one that is there may go before it is held.
  for (let held = 0; held < urns.length; ) {
    const rows = await tx.query<{ urn: string }>(
      `INSERT INTO entities (urn, type, created_at, created_by)
       SELECT u, t, $3::bigint, $4 FROM unnest($1::text[], $2::text[]) AS e(u, t)
       ON CONFLICT DO NOTHING RETURNING urn`,
      [urns, urns.map((urn) => types.get(urn)), time, actor],
    );
    made.push(...rows.map(({ urn }) => urn));
    held = made.length === urns.length ? made.length : await lockEntities(tx, urns, lock);
  }
  const tags = urns.filter((urn) => types.get(urn) === 'tag');
  if (tags.length > 0) {
    await tx.query('INSERT INTO tags (urn) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [tags]);
  }
  return made;
}

/** @returns how many of them there are */
export async function lockEntities(
  tx: Transaction,
  urns: readonly string[],
  lock: keyof typeof locks = 'writing',
): Promise<number> {
  const [held] = await tx.query<{ count: number }>(
    `WITH held AS MATERIALIZED (SELECT FROM entities WHERE urn = ANY($1::text[]) ORDER BY urn ${locks[lock]})
     SELECT count(*) FROM held`,
    [urns],
  );
  return held!.count;
}

/**
 * The entities with all that is kept about them, events included. Where those are in more months than a transaction may
 * touch, some of them, and nothing else.
 *
 * @param touched the tables of months that the transaction has touched
 * @returns how many rows of aspects and events
 */
export async function deleteEntities(tx: Transaction, urns: readonly string[], touched?: Set<string>) {
  const { events, isComplete } = await deleteEvents(tx, urns, touched);
  if (!isComplete) return { rows: 0, timeseriesRows: events, isComplete };
  const [counted] = await tx.query<{ rows: number }>(
    'SELECT count(*) AS rows FROM aspects WHERE urn = ANY($1::text[])',
    [urns],
  );
  await tx.query('DELETE FROM entities WHERE urn = ANY($1::text[])', [urns]);
  return { rows: counted!.rows, timeseriesRows: events, isComplete };
}

/** Entities without aspects, unless they are tags that are on something. */
export async function deleteUnused(tx: Transaction, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  await tx.query(
    `DELETE FROM entities e WHERE urn = ANY($1::text[])
        AND NOT EXISTS (SELECT FROM global_tags g WHERE g.tag_urn = e.urn)`,
    [urns],
  );
}
