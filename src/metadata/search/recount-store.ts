import type { Query, Transaction } from '../../db/query.js';

/** Returns the URNs of the next entities after a URN, in the order of their bytes. */
export async function entitiesAfter(query: Query, from: string, count: number): Promise<string[]> {
  const rows = await query<{ urn: string }>(
    'SELECT urn FROM entities WHERE urn > $1 ORDER BY urn LIMIT $2::int',
    [from, count],
  );
  return rows.map(({ urn }) => urn);
}

/** The tags of entities, with those of their columns: SQL. */
const sources = `
  SELECT tag_urn AS tag, resource_urn AS entity FROM global_tags WHERE resource_urn = ANY($1::text[])
   UNION
  SELECT target, source FROM entity_references
   WHERE source = ANY($1::text[]) AND aspect = 'schemaMetadata' AND relationship = 'SchemaFieldTaggedWith'`;

const removed = `coalesce(d.removed, (s.body ->> 'removed')::boolean, false)`;

/** An entity with its document and its status, which has the state before there is a document: SQL. */
const entities = `entities e LEFT JOIN search_documents d ON d.urn = e.urn
                             LEFT JOIN aspects s ON s.urn = e.urn AND s.name = 'status'`;

/**
 * Counts the tags of entities again, from their rows. What is right is not written.
 *
 * @param urns locked entities, or those of a database that nobody else uses
 */
export async function recountTags({ query }: Transaction, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  const statements = [
    `SELECT count_tagged(array_agg(tag), array_agg(entity)) FROM (${sources}) AS sources`,
    `SELECT count_untagged(array_agg(tag_urn), array_agg(entity_urn)) FROM tagged_entities
      WHERE entity_urn = ANY($1::text[]) AND (tag_urn, entity_urn) NOT IN (${sources})`,
    `UPDATE tagged_entities p SET type = e.type, removed = ${removed} FROM ${entities}
      WHERE e.urn = ANY($1::text[]) AND p.entity_urn = e.urn AND (p.type, p.removed) <> (e.type, ${removed})`,
  ];
  for (const sql of statements) await query(sql, [urns], { unprepared: true });
}

/** Says that no document is there, unless there are no entities: the background work of the next start writes all. */
export const markUnfilled = (query: Query): Promise<unknown> =>
  query(
    `UPDATE search_state SET filled_to = CASE WHEN entities = 0 THEN NULL ELSE '' END, done = 0, total = entities
       FROM (SELECT count(*) AS entities FROM entities) AS counted`,
  );
