import type { Deadline } from '../../core/deadline.js';
import type { Database } from '../../db/database.js';
import { andVisible, type Limit } from '../../visibility/limit-sql.js';
import { hasEffect } from './effect-sql.js';

/** An entity that refers to another one, or that another one refers to. */
export interface Related {
  readonly urn: string;
  /** DataHub's name, such as OwnedBy. */
  readonly relationshipType: string;
}

export interface RelatedPage {
  readonly urn: string;
  readonly relationships: readonly string[];
  readonly includeSoftDeleted: boolean;
  readonly limit: Limit | null;
  readonly start: number;
  readonly count: number;
  readonly deadline: Deadline | undefined;
}

export type RelationshipStore = ReturnType<typeof relationshipStore>;

/** Reads relationships in the order of their names and of the related URNs. */
export function relationshipStore({ read }: Pick<Database, 'read'>) {
  const page = (toSql: ToSql, request: RelatedPage) => {
    const { urn, relationships, includeSoftDeleted, limit, start, count, deadline } = request;
    const params: unknown[] = [urn, relationships, includeSoftDeleted, start, count];
    const sql = toSql((related) => andVisible(limit, related, params));
    return read<Related>(sql, params, { deadline });
  };
  return {
    /** The entities that refer to one. */
    incoming: (request: RelatedPage) => page(incoming, request),
    /** The entities that one refers to. */
    outgoing: (request: RelatedPage) => page(outgoing, request),
    /** The number of entities that refer to an entity, or that it refers to. */
    async count(
      direction: 'INCOMING' | 'OUTGOING',
      { urn, relationships, includeSoftDeleted, limit, deadline }: Omit<RelatedPage, 'start' | 'count'>,
    ): Promise<number> {
      const params: unknown[] = [urn, relationships, includeSoftDeleted];
      const toSql = direction === 'INCOMING' ? incomingCount : outgoingCount;
      const sql = toSql((related) => andVisible(limit, related, params));
      const [counted] = await read<{ total: number }>(sql, params, { deadline });
      return counted!.total;
    },
  };
}

/** @param and SQL: the condition that the caller may see an entity, with its AND */
type ToSql = (and: (urn: string) => string) => string;

/** SQL: whether a related entity is requested. */
const isIncluded = (urn: string) => `
  ($3::boolean OR NOT EXISTS (SELECT FROM aspects s
                               WHERE s.urn = ${urn} AND s.name = 'status' AND s.body->>'removed' = 'true'))`;

/** An entity may have millions of referrers: each relationship reads its index up to the end of the page only. */
const incoming: ToSql = (and) => `
  SELECT wanted.relationship AS "relationshipType", related.urn
    FROM unnest($2::text[]) AS wanted(relationship) CROSS JOIN LATERAL (
      (SELECT DISTINCT source AS urn FROM entity_references r
        WHERE target = $1 AND relationship = wanted.relationship AND ${hasEffect('wanted.relationship')}
          AND ${isIncluded('r.source')}${and('r.source')}
        ORDER BY source LIMIT $4::int + $5::int)
      UNION ALL
      (SELECT DISTINCT resource_urn FROM current_global_tags g
        WHERE tag_urn = $1 AND field_path = '' AND wanted.relationship = 'TaggedWith'
          AND ${isIncluded('g.resource_urn')}${and('g.resource_urn')}
        ORDER BY resource_urn LIMIT $4::int + $5::int)
      UNION ALL
      (SELECT DISTINCT resource_urn FROM current_global_tags g
        WHERE tag_urn = $1 AND field_path <> '' AND wanted.relationship = 'EditableSchemaFieldTaggedWith'
          AND ${isIncluded('g.resource_urn')}${and('g.resource_urn')}
        ORDER BY resource_urn LIMIT $4::int + $5::int)
    ) AS related
   ORDER BY wanted.relationship, related.urn OFFSET $4::int LIMIT $5::int`;

const incomingCount: ToSql = (and) => `
  SELECT count(*) AS total FROM (
    SELECT relationship, source FROM entity_references r
     WHERE target = $1 AND relationship = ANY($2::text[]) AND ${hasEffect('relationship')}
    UNION
    SELECT relationship, resource_urn FROM (
      SELECT CASE field_path WHEN '' THEN 'TaggedWith' ELSE 'EditableSchemaFieldTaggedWith' END, resource_urn
        FROM current_global_tags WHERE tag_urn = $1) AS tagged(relationship, resource_urn)
     WHERE relationship = ANY($2::text[])
  ) AS related(relationship, urn) WHERE ${isIncluded('related.urn')}${and('related.urn')}`;

const allOutgoing: ToSql = (and) => `(
    SELECT relationship, target FROM entity_references r WHERE source = $1 AND ${hasEffect('relationship')}
    UNION
    SELECT CASE field_path WHEN '' THEN 'TaggedWith' ELSE 'EditableSchemaFieldTaggedWith' END, tag_urn
      FROM current_global_tags WHERE resource_urn = $1
  ) AS related(relationship, urn)
  WHERE relationship = ANY($2::text[]) AND ${isIncluded('related.urn')}${and('related.urn')}`;

const outgoingCount: ToSql = (and) => `SELECT count(*) AS total FROM ${allOutgoing(and)}`;

const outgoing: ToSql = (and) => `
  SELECT relationship AS "relationshipType", urn FROM ${allOutgoing(and)}
   ORDER BY relationship, urn OFFSET $4::int LIMIT $5::int`;
