import type { AspectTransaction } from '../../aspects/kernel.js';
import type { EntityKey } from '../../aspects/lock-store.js';
import type { Query } from '../../db/query.js';
import { hiddenEntityTypes } from '../../visibility/secrets.js';
import { differing } from './document-store.js';
import { documentsFor } from './whole-documents.js';

export interface DocumentCounts {
  readonly documents: number;
  /** Entities without a document. */
  readonly missing: number;
  /** Documents of types that are not searchable. */
  readonly hidden: number;
  /** Documents and counts of tags whose entity does not exist. */
  readonly orphans: number;
}

export async function countDocuments(query: Query): Promise<DocumentCounts> {
  const [row] = await query<DocumentCounts>(
    `SELECT (SELECT count(*) FROM search_documents) AS documents,
            (SELECT count(*) FROM entities e WHERE type <> ALL($1::text[])
                AND NOT EXISTS (SELECT FROM search_documents d WHERE d.urn = e.urn)) AS missing,
            (SELECT count(*) FROM search_documents WHERE type = ANY($1::text[])) AS hidden,
            (SELECT count(*) FROM search_documents d WHERE NOT EXISTS (SELECT FROM entities e WHERE e.urn = d.urn))
            + (SELECT count(*) FROM tagged_entities p WHERE NOT EXISTS (SELECT FROM entities e WHERE e.urn = p.entity_urn))
              AS orphans`,
    [hiddenEntityTypes],
    { unprepared: true },
  );
  return row!;
}

/** Returns entities with a document, chosen at random. */
export async function sampleEntities(query: Query, count: number): Promise<string[]> {
  const rows = await query<{ urn: string }>(
    'SELECT urn FROM search_documents ORDER BY random() LIMIT $1::int',
    [count],
    { unprepared: true },
  );
  return rows.map(({ urn }) => urn);
}

/** Returns those of these entities whose document differs from what is stored about them. */
export async function differentDocuments(tx: AspectTransaction, urns: readonly string[]): Promise<string[]> {
  const entities = await tx.query<EntityKey>(
    'SELECT urn, type FROM entities WHERE urn = ANY($1::text[]) AND type <> ALL($2::text[])',
    [urns, hiddenEntityTypes],
    { unprepared: true },
  );
  return differing(tx, await documentsFor(tx, entities));
}

/** Returns entities that have tags, or for which tags are counted, chosen at random. */
export async function sampleTagged(query: Query, count: number): Promise<string[]> {
  const rows = await query<{ urn: string }>(
    `SELECT urn FROM (SELECT entity_urn FROM current_tagged_entities UNION SELECT resource_urn FROM current_global_tags
                       UNION SELECT source FROM entity_references WHERE relationship = 'SchemaFieldTaggedWith') AS t(urn)
      ORDER BY random() LIMIT $1::int`,
    [count],
    { unprepared: true },
  );
  return rows.map(({ urn }) => urn);
}
