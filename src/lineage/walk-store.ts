import { entryPrefix } from '../aspects/edges/edges.js';
import { allEdgesFilled } from '../aspects/edges/fill-store.js';
import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { columns, numberedKeyRows } from '../db/unnest.js';
import { andVisible } from '../visibility/limit-sql.js';
import type { Visibility } from '../visibility/visibility.js';
import { type Direction, toSides } from './direction.js';

/** An edge, seen from the node that it was read for. */
export interface NearEdge {
  /** The index of that node. */
  readonly node: number;
  readonly relationship: string;
  /** How the edge writes the path of that node; null: as paths are compared. */
  readonly nearPath: string | null;
  /** The other end. */
  readonly urn: string;
  readonly column: string;
  readonly fieldPath: string | null;
}

interface EdgeRequest {
  readonly nodes: readonly { readonly urn: string; readonly column: string }[];
  /** The index of the first of these nodes. */
  readonly first: number;
  /** What the edges lead to. */
  readonly direction: Direction;
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
  readonly count: number;
  /** Whether the first edges by relationship and URN are read, and not any. */
  readonly isOrdered: boolean;
  /** Whether edges between entities are read for columns, too: those that connect no columns of both. */
  readonly ofEntities: boolean;
}

export type WalkStore = ReturnType<typeof walkStore>;

/** Reads edges, without those that a caller may not see, in the caller's share of the connections. */
export function walkStore(
  { read, limited }: Pick<Database, 'read' | 'limited'>,
  { limit, sees }: Visibility,
) {
  return {
    /** Whether a caller may see an entity. */
    sees,

    /** Whether the edges of all stored aspects can be read. */
    async isFilled({ deadline }: Actor): Promise<boolean> {
      const [row] = await read<{ filled: boolean }>(`SELECT ${allEdgesFilled} AS filled`, [], { deadline });
      return row!.filled;
    },

    /** Edges between entities for entities, those of columns for columns. */
    read(
      actor: Actor,
      { nodes, first, direction, from, to, count, isOrdered, ofEntities }: EdgeRequest,
    ): Promise<NearEdge[]> {
      const params: unknown[] = [...columns(nodes, 'urn', 'column'), first - 1, count];
      const bind = (value: unknown) => `$${params.push(value)}`;
      const [near, far] = toSides(direction);
      const isInWindow =
        typeof from === 'number' || typeof to === 'number'
          ? ` AND (e.changed_at IS NULL
                OR e.changed_at BETWEEN ${bind(from ?? 0)}::bigint AND ${bind(to ?? Number.MAX_SAFE_INTEGER)}::bigint)`
          : '';
      return limited(actor, () =>
        read<NearEdge>(
          `${ofEntities ? `WITH ${connected(near, far)} ` : ''}SELECT (n.position + $3::int)::int AS node, e.relationship, e.${near}_path AS "nearPath",
                  e.${far} AS urn, e.${far}_column AS column, e.${far}_path AS "fieldPath"
             FROM ${numberedKeyRows('$1::text[]', '$2::text[]')} AS n(urn, column_path, position)
            CROSS JOIN LATERAL (SELECT * FROM lineage_edges e
              WHERE e.${near} = n.urn AND ${ofEntities ? isOfEntities(near, far) : isOwn(near, far)}${isInWindow}${visible(actor, far)}
              ${isOrdered ? `ORDER BY e.relationship, e.${far}, e.${far}_column` : ''} LIMIT $4::int) AS e
            ${isOrdered ? `ORDER BY e.relationship, e.${far}, e.${far}_column, n.position` : ''} LIMIT $4::int`,
          params,
          { deadline: actor.deadline },
        ),
      );

      /** An edge is a fact of the entity that has the aspect. */
      function visible(actor: Actor, far: string): string {
        const ofEnd = andVisible(limit(actor), `e.${far}`, params);
        if (ofEnd === '') return '';
        return ` AND (starts_with(e.${far}, '${entryPrefix}') OR true${ofEnd})${andVisible(limit(actor), 'e.source', params)}`;
      }
    },
  };
}

/** SQL: whether an edge between entities belongs to an entity, or one of columns to a column. */
const isOwn = (near: string, far: string) =>
  `e.${near}_column = n.column_path AND (${isOfColumns(near)} OR NOT ${isOfColumns(far)})`;

/** SQL: what the entities of the columns among the nodes are connected with by columns, and whose aspects connect them. */
const connected = (near: string, far: string) => `
  own AS MATERIALIZED (
    SELECT e.${near} AS urn, e.${far} AS far, e.source
      FROM (SELECT DISTINCT urn FROM unnest($1::text[], $2::text[]) AS n(urn, column_path) WHERE column_path <> '') n
      JOIN lineage_edges e ON e.${near} = n.urn AND e.${near}_column <> ''
  ), connected AS MATERIALIZED (
    SELECT urn, far FROM own
    UNION
    SELECT urn, source FROM own
    UNION
    SELECT own.urn, e.${far} FROM own JOIN lineage_edges e ON e.${near} = own.far AND e.${near}_column = ''
     WHERE starts_with(own.far, '${entryPrefix}')
  )`;

/** SQL: whether an edge connects two entities; for the entity of a column, also whether it connects none of its columns. */
const isOfEntities = (near: string, far: string) => `
  e.${near}_column = '' AND NOT ${isOfColumns(far)}
  AND (n.column_path = '' OR (n.urn, e.${far}) NOT IN (SELECT urn, far FROM connected))`;

/** SQL: whether an end is a column, or an entry of columns. */
const isOfColumns = (end: string) => `(e.${end}_column <> '' OR starts_with(e.${end}, '${entryPrefix}'))`;

/** Whether a node is that of an entry with many pairs of columns. */
export const isEntry = (urn: string): boolean => urn.startsWith(entryPrefix);
