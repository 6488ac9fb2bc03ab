import type { EdgeStamps } from '../aspects/references/stamps.js';
import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { columns, keyRows, numberedKeyRows } from '../db/unnest.js';
import { type Direction, toSides } from './direction.js';
import type { WalkNode, WalkStart } from './walk.js';

export type FactStore = ReturnType<typeof factStore>;

/** Reads what answers tell of nodes and of edges. */
export function factStore({ read, limited }: Pick<Database, 'read' | 'limited'>) {
  return {
    /** Returns those of some entities that exist, by URN. */
    async existing(
      actor: Actor,
      urns: readonly string[],
      { includeSoftDeleted }: { readonly includeSoftDeleted: boolean },
    ): Promise<ReadonlySet<string>> {
      const { deadline } = actor;
      const rows = await limited(actor, () =>
        read<{ urn: string }>(
          `SELECT e.urn FROM entities e WHERE e.urn = ANY($1::text[])
              AND ($2::boolean OR NOT EXISTS (SELECT FROM aspects s WHERE s.urn = e.urn AND s.name = 'status'
                                                 AND s.body->>'removed' = 'true')) ORDER BY e.urn`,
          [urns, includeSoftDeleted],
          { deadline },
        ),
      );
      return new Set(rows.map(({ urn }) => urn));
    },

    /** Returns those of some entities that are soft-deleted. */
    async softDeleted(actor: Actor, urns: readonly string[]): Promise<ReadonlySet<string>> {
      const { deadline } = actor;
      const rows = await limited(actor, () =>
        read<{ urn: string }>(
          `SELECT s.urn FROM ${keyRows('$1::text[]')} AS n(urn)
             JOIN aspects s ON s.urn = n.urn AND s.name = 'status' WHERE s.body->>'removed' = 'true'`,
          [urns],
          { deadline },
        ),
      );
      return new Set(rows.map(({ urn }) => urn));
    },

    /** Returns those of some columns that the schemas of their datasets have, by their indexes. */
    async inSchemas(actor: Actor, nodes: readonly WalkNode[]): Promise<ReadonlySet<number>> {
      const { deadline } = actor;
      const rows = await limited(actor, () =>
        read<{ index: number }>(
          `SELECT DISTINCT (n.position - 1)::int AS index
             FROM ${numberedKeyRows('$1::text[]', '$2::text[]', '$3::text[]')} AS n(urn, column_path, field_path, position)
             JOIN schema_fields f ON f.dataset_urn = n.urn
              AND (f.field_path = n.field_path OR f.simple_path = n.column_path)`,
          columns(nodes, 'urn', 'column', 'fieldPath'),
          { deadline },
        ),
      );
      return new Set(rows.map(({ index }) => index));
    },

    /** Returns the stamps of the edges between a node and others, by the indexes of these. */
    async stamps(
      actor: Actor,
      start: WalkStart,
      nodes: readonly WalkNode[],
      direction: Direction,
    ): Promise<ReadonlyMap<number, EdgeStamps>> {
      const [near, far] = toSides(direction);
      const rows = await limited(actor, () =>
        read<{ index: number; stamps: EdgeStamps }>(
          `SELECT DISTINCT ON (n.position) (n.position - 1)::int AS index, e.stamps
             FROM ${numberedKeyRows('$1::text[]', '$2::text[]', '$3::text[]')} AS n(urn, column_path, relationship, position)
             JOIN lineage_edges e ON e.${far} = n.urn AND e.${far}_column = n.column_path
              AND e.relationship = n.relationship AND e.${near} = $4 AND e.${near}_column = $5
            WHERE e.stamps IS NOT NULL ORDER BY n.position, e.source, e.aspect, e.position`,
          [...columns(nodes, 'urn', 'column', 'relationship'), start.urn, start.column],
          { deadline: actor.deadline },
        ),
      );
      return new Map(rows.map(({ index, stamps }) => [index, stamps]));
    },
  };
}
