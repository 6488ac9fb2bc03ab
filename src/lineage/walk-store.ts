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
      { nodes, first, direction, from, to, count, isOrdered }: EdgeRequest,
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
          `SELECT (n.position + $3::int)::int AS node, e.relationship, e.${near}_path AS "nearPath",
                  e.${far} AS urn, e.${far}_column AS column, e.${far}_path AS "fieldPath"
             FROM ${numberedKeyRows('$1::text[]', '$2::text[]')} AS n(urn, column_path, position)
            CROSS JOIN LATERAL (SELECT * FROM lineage_edges e
              WHERE e.${near} = n.urn AND e.${near}_column = n.column_path AND (${isOfColumns(near)} OR NOT ${isOfColumns(far)})${isInWindow}${visible(actor, far)}
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

/** SQL: whether an end is a column, or an entry of columns. */
const isOfColumns = (end: string) => `(e.${end}_column <> '' OR starts_with(e.${end}, '${entryPrefix}'))`;

/** Whether a node is that of an entry with many pairs of columns. */
export const isEntry = (urn: string): boolean => urn.startsWith(entryPrefix);
