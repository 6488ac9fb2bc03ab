import { entryPrefix } from '../aspects/edges/edges.js';
import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { columns, numberedKeyRows } from '../db/unnest.js';
import { andVisible } from '../visibility/limit-sql.js';
import type { Visibility } from '../visibility/visibility.js';
import { type Direction, toSides } from './direction.js';
import { inSlice, type Slice } from './slice-sql.js';

/** An end of edges: an entity, or all columns that are compared by one path. */
export interface EdgeNode {
  readonly urn: string;
  /** Empty for the entity itself. */
  readonly column: string;
}

/** An end whose edges are read. */
export interface ReadNode extends EdgeNode {
  /** Null: edges that write the path in any way. */
  readonly fieldPath: string | null;
}

/** What the edges of one node are ordered by. */
export interface EdgeKey {
  readonly relationship: string;
  readonly urn: string;
  readonly column: string;
  readonly fieldPath: string;
  /** How the edge writes the path of the node that it was read for. */
  readonly nearPath: string;
  /** The entity whose aspect has the edge. */
  readonly source: string;
}

/** An edge, seen from a node. */
export interface ScrolledEdge extends EdgeKey {
  /** The index of that node. */
  readonly node: number;
}

interface EdgePage {
  readonly nodes: readonly ReadNode[];
  /** What the edges lead to. */
  readonly direction: Direction;
  /** The first node's edges up to this one are left out. */
  readonly after: EdgeKey | null;
  /** Null: all. */
  readonly relationships: readonly string[] | null;
  /** One of `max` parts of all edges; null: all of them. */
  readonly slice: Slice | null;
  readonly count: number;
}

export type EdgeScrollStore = ReturnType<typeof edgeScrollStore>;

const edgeKeys = ['relationship', 'urn', 'far_column', 'field_path', 'near_path'];
const keys = [...edgeKeys, 'source'];

/** Reads the edges of nodes in order, without those that a caller may not see. */
export function edgeScrollStore(
  { read, limited }: Pick<Database, 'read' | 'limited'>,
  { limit }: Visibility,
) {
  return {
    /** The same edge is read once for each entity whose aspect has it, in one run. */
    read(actor: Actor, page: EdgePage): Promise<ScrolledEdge[]> {
      const [near, far] = toSides(page.direction);
      const params: unknown[] = columns(page.nodes, 'urn', 'column', 'fieldPath');
      const bind = (value: unknown) => `$${params.push(value)}`;
      const visible = ['n.urn', `f.${far}`, 'e.source']
        .map((urn) => andVisible(limit(actor), urn, params))
        .join('');
      const isWanted =
        page.relationships === null ? '' : ` AND e.relationship = ANY(${bind(page.relationships)}::text[])`;
      const select = (from: string, where: string) => `
        SELECT n.position, e.relationship, f.${far} AS urn, f.${far}_column AS far_column,
               coalesce(f.${far}_path, f.${far}_column) COLLATE "C" AS field_path,
               coalesce(e.${near}_path, e.${near}_column) COLLATE "C" AS near_path, e.source
          FROM ${numberedKeyRows('$1::text[]', '$2::text[]', '$3::text[]')} AS n(urn, column_path, field_path, position)
          JOIN lineage_edges e ON (e.${near}, e.${near}_column) = (n.urn, n.column_path) ${from}
         WHERE ${where} AND (n.field_path IS NULL OR n.field_path = coalesce(e.${near}_path, e.${near}_column))
           ${isWanted}${visible}`;
      const isEntry = `starts_with(e.${far}, '${entryPrefix}')`;
      const conditions = [
        ...(page.after === null
          ? []
          : [
              `(position > 1 OR (${keys.join(', ')}) > (${toValues(page.after)
                .map((one) => `${bind(one)}::text`)
                .join(', ')}))`,
            ]),
        ...(page.slice === null ? [] : [inSlice(page.slice, edgeKeys, bind)]),
      ];
      return limited(actor, () =>
        read<ScrolledEdge>(
          `SELECT (position - 1)::int AS node, relationship, urn, far_column AS "column", field_path AS "fieldPath",
                  near_path AS "nearPath", source
             FROM (${select(`CROSS JOIN LATERAL (SELECT e.${far}, e.${far}_column, e.${far}_path) AS f`, `NOT ${isEntry}`)}
                   UNION ALL
                   ${select(`JOIN lineage_edges f ON (f.${near}, f.${near}_column) = (e.${far}, '')`, isEntry)}) AS edges
            ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
            ORDER BY position, ${keys.join(', ')} LIMIT ${bind(page.count)}::int`,
          params,
          { deadline: actor.deadline },
        ),
      );
    },

    /** Returns the next nodes that something is downstream of. */
    nextNodes(actor: Actor, after: EdgeNode | null, count: number): Promise<EdgeNode[]> {
      return limited(actor, () =>
        read<EdgeNode>(
          `SELECT DISTINCT upstream AS urn, upstream_column AS "column" FROM lineage_edges
            WHERE (upstream, upstream_column) > ($1::text, $2::text) ORDER BY 1, 2 LIMIT $3::int`,
          [after?.urn ?? firstUrn, after?.column ?? '', count],
          { deadline: actor.deadline },
        ),
      );
    },

    /** Returns the paths with which the edges of each node write it. */
    async paths(
      actor: Actor,
      nodes: readonly EdgeNode[],
      direction: Direction,
    ): Promise<readonly (readonly string[])[]> {
      const [near] = toSides(direction);
      const rows = await limited(actor, () =>
        read<{ node: number; path: string }>(
          `SELECT DISTINCT (n.position - 1)::int AS node, coalesce(e.${near}_path, e.${near}_column) AS path
             FROM ${numberedKeyRows('$1::text[]', '$2::text[]')} AS n(urn, column_path, position)
             JOIN lineage_edges e ON (e.${near}, e.${near}_column) = (n.urn, n.column_path)`,
          columns(nodes, 'urn', 'column'),
          { deadline: actor.deadline },
        ),
      );
      const found = nodes.map((): string[] => []);
      for (const { node, path } of rows) found[node]!.push(path);
      return found;
    },
  };
}

/** Before all URNs, and after the nodes of entries. */
const firstUrn = 'urn:';

const toValues = ({ relationship, urn, column, fieldPath, nearPath, source }: EdgeKey) => [
  ...[relationship, urn, column, fieldPath, nearPath, source],
];
