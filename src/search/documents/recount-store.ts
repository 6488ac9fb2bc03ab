import type { Query, Transaction } from '../../db/query.js';

/** Returns the URNs of the next entities after a URN, in the order of their bytes. */
export async function entitiesAfter(query: Query, from: string, count: number): Promise<string[]> {
  const rows = await query<{ urn: string }>(
    'SELECT urn FROM entities WHERE urn > $1 ORDER BY urn LIMIT $2::int',
    [from, count],
  );
  return rows.map(({ urn }) => urn);
}

/** The tags of the entities $1, with those of their columns, and the pairs that are counted for them: SQL. */
const pairs = `
  SELECT tag_urn AS tag, resource_urn AS entity FROM current_global_tags WHERE resource_urn = ANY($1::text[])
   UNION
  SELECT target, source FROM entity_references
   WHERE source = ANY($1::text[]) AND aspect = 'schemaMetadata' AND relationship = 'SchemaFieldTaggedWith'
   UNION
  SELECT tag_urn, entity_urn FROM tagged_entities WHERE entity_urn = ANY($1::text[])`;

/**
 * The correct state of these pairs. Before there is a document, the aspect `status` determines whether the entity is
 * removed.
 */
const counted = `
  WITH counted AS MATERIALIZED (
    SELECT c.tag, c.entity, e.type, coalesce(d.removed, (s.body ->> 'removed')::boolean, false) AS removed,
           c.on_entity, c.edited, c.declared, c.columns, c.attached_at, c.on_entity OR c.columns > 0 AS tagged
      FROM (SELECT array_agg(tag) AS tags, array_agg(entity) AS entities FROM (${pairs}) AS pairs) AS arrays
     CROSS JOIN LATERAL tag_counts(tags, entities) c
      JOIN entities e ON e.urn = c.entity LEFT JOIN search_documents d ON d.urn = c.entity
      LEFT JOIN aspects s ON s.urn = c.entity AND s.name = 'status'
  )`;

const columns = ['type', 'removed', 'on_entity', 'edited_columns', 'declared_columns', 'columns'];
const rowSql = (table: string) => `(${columns.map((column) => `${table}.${column}`)})`;
const expected = 'c.type, c.removed, c.on_entity, c.edited, c.declared, c.columns';

/**
 * Counts the tags of entities again, from their rows. Correct counts are not written.
 *
 * @param urns locked entities, or those of a database without other users
 */
export async function recountTags({ query }: Transaction, urns: readonly string[]): Promise<void> {
  const run = (sql: string) => query(sql, [urns], { unprepared: true });
  await run(
    `${counted}, gone AS (
       DELETE FROM tagged_entities p USING counted c
        WHERE (p.tag_urn, p.entity_urn) = (c.tag, c.entity) AND NOT c.tagged
     )
     INSERT INTO tagged_entities AS p (tag_urn, entity_urn, ${columns}, attached_at)
     SELECT c.tag, c.entity, ${expected}, c.attached_at FROM counted c WHERE c.tagged ORDER BY c.entity, c.tag
     ON CONFLICT (tag_urn, entity_urn) DO UPDATE
        SET ${columns.map((column) => `${column} = excluded.${column}`)}, attached_at = excluded.attached_at
      WHERE ${rowSql('p')} <> ${rowSql('excluded')}`,
  );
}

/** Returns those of these entities whose tags are counted wrongly. The places of deleted tags may still be there. */
export async function wronglyCounted(query: Query, urns: readonly string[]): Promise<string[]> {
  const rows = await query<{ urn: string }>(
    `${counted}
     SELECT DISTINCT c.entity AS urn
       FROM counted c LEFT JOIN current_tagged_entities p ON (p.tag_urn, p.entity_urn) = (c.tag, c.entity)
      WHERE CASE WHEN c.tagged THEN ${rowSql('p')} IS DISTINCT FROM (${expected}) ELSE p.tag_urn IS NOT NULL END`,
    [urns],
    { unprepared: true },
  );
  return rows.map(({ urn }) => urn);
}
