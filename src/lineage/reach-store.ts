import { inSchema } from '../columns/edits-sql.js';
import type { Actor } from '../core/actor.js';
import type { Place } from '../core/column-urn.js';
import { lineageTypes } from '../datahub/lineage.js';
import type { Database } from '../db/database.js';
import { columns, numberedKeyRows } from '../db/unnest.js';
import { changeTable, isShown } from '../history/insert-sql.js';
import { placesOfTag } from '../tags/places-sql.js';
import { isOfCurrentTag } from '../tags/removed-store.js';
import { andVisible } from '../visibility/limit-sql.js';
import type { Visibility } from '../visibility/visibility.js';
import type { WalkNode } from './walk.js';

/** What is known of a node that the flow of a tag reaches. */
export interface ReachedFacts {
  /** The index of the node. */
  readonly index: number;
  /** The path as the schema has it; empty for the entity itself. */
  readonly fieldPath: string;
  readonly carriesTag: boolean;
  /** Whether a column of the entity has the tag. */
  readonly hasTaggedColumn: boolean;
  /** Whether a person has removed the tag. */
  readonly isRemoved: boolean;
}

export type ReachStore = ReturnType<typeof reachStore>;

/** Reads the places of a tag among the nodes of lineage. */
export function reachStore(
  { read, limited }: Pick<Database, 'read' | 'limited'>,
  { limit, sees }: Visibility,
) {
  return {
    /** Whether a tag exists that a caller may see. */
    async hasTag(actor: Actor, tag: string): Promise<boolean> {
      if (!(await sees(actor, tag))) return false;
      const { deadline } = actor;
      return (await read('SELECT FROM tags WHERE urn = $1', [tag], { deadline })).length > 0;
    },

    /** Returns the first places of a tag that can be in lineage, by entity and path. */
    tagged(actor: Actor, tag: string, count: number): Promise<Place[]> {
      const params: unknown[] = [tag, [...lineageTypes], count];
      const isSeen = andVisible(limit(actor), 'p.urn', params);
      return limited(actor, () =>
        read<Place>(
          `SELECT DISTINCT p.urn, p.path AS "fieldPath" FROM (${placesOfTag('true', 'true')}) p
            WHERE split_part(p.urn, ':', 3) = ANY($2::text[]) AND NOT ${isSoftDeleted('p.urn')}${isSeen}
            ORDER BY 1, 2 LIMIT $3::int`,
          params,
          { deadline: actor.deadline },
        ),
      );
    },

    /** Returns what is known of those nodes that can have the tag: existing entities, and columns of their schemas. */
    facts(actor: Actor, tag: string, nodes: readonly WalkNode[]): Promise<ReachedFacts[]> {
      const given = numberedKeyRows('$2::text[]', '$3::text[]', '$4::text[]');
      return limited(actor, () =>
        read<ReachedFacts>(
          `WITH nodes AS MATERIALIZED (
             SELECT n.urn, ${pathInSchema('n')} AS path, n.position
               FROM (SELECT g.dataset_urn AS urn, g.* FROM ${given} AS g(dataset_urn, simple_path, field_path, position)) n
               JOIN entities e ON e.urn = n.urn WHERE NOT ${isSoftDeleted('n.urn')}
           ), tagged AS MATERIALIZED (
             SELECT DISTINCT p.urn, ${pathInSchema('p')} AS path
               FROM (${comparable(placesOfTag('resource_urn = ANY($2::text[])', 'source = ANY($2::text[])'))}) p
           ), removed AS MATERIALIZED (
             SELECT DISTINCT p.urn, ${pathInSchema('p')} AS path FROM (${comparable(
               `SELECT resource_urn AS urn, field_path AS path FROM removed_associations r
                 WHERE tag_urn = $1 AND resource_urn = ANY($2::text[]) AND ${isOfCurrentTag} AND NOT ${isTakenBack}`,
             )}) p
           )
           SELECT (n.position - 1)::int AS index, n.path AS "fieldPath",
                  (n.urn, n.path) IN (SELECT * FROM tagged) AS "carriesTag",
                  n.path = '' AND n.urn IN (SELECT urn FROM tagged WHERE path <> '') AS "hasTaggedColumn",
                  (n.urn, n.path) IN (SELECT * FROM removed) AS "isRemoved"
             FROM nodes n WHERE n.path IS NOT NULL ORDER BY n.position`,
          [tag, ...columns(nodes, 'urn', 'column', 'fieldPath')],
          { deadline: actor.deadline },
        ),
      );
    },

    /** Returns who last removed a tag from some places, by their indexes, as far as the history has it. */
    async removers(
      actor: Actor,
      tag: string,
      places: readonly Place[],
    ): Promise<ReadonlyMap<number, string>> {
      if (places.length === 0) return new Map();
      const rows = await limited(actor, () =>
        read<{ index: number; actorUrn: string }>(
          `SELECT (n.position - 1)::int AS index, c.actor_urn AS "actorUrn"
             FROM ${numberedKeyRows('$2::text[]', '$3::text[]')} AS n(urn, path, position)
            CROSS JOIN LATERAL (
              SELECT actor_urn FROM ${changeTable}
               WHERE entity_urn = n.urn AND simple_path(field_path) = simple_path(n.path) AND category = 'TAG'
                 AND operation = 'REMOVE' AND modifier = $1 AND ${isShown}
               ORDER BY time DESC, id DESC LIMIT 1) c`,
          [tag, ...columns(places, 'urn', 'fieldPath')],
          { deadline: actor.deadline },
        ),
      );
      return new Map(rows.map(({ index, actorUrn }) => [index, actorUrn]));
    },
  };
}

/** SQL: whether the removal `r` was the undo of the addition: the place is as if the tag had never been there. */
const isTakenBack = `EXISTS (
  SELECT FROM ${changeTable} c
    JOIN ${changeTable} added ON added.entity_urn = r.resource_urn AND added.undone_by = c.change_set
     AND (added.category, added.operation, added.modifier) = ('TAG', 'ADD', r.tag_urn)
   WHERE (c.time, c.id) = (
     SELECT time, id FROM ${changeTable}
      WHERE entity_urn = r.resource_urn AND field_path = r.field_path AND category = 'TAG' AND operation = 'REMOVE'
        AND modifier = r.tag_urn
      ORDER BY time DESC, id DESC LIMIT 1))`;

const isSoftDeleted = (urn: string) =>
  `EXISTS (SELECT FROM aspects s WHERE s.urn = ${urn} AND s.name = 'status' AND s.body->>'removed' = 'true')`;

/** SQL: places with what `pathInSchema` compares. */
const comparable = (places: string) =>
  `SELECT urn, urn AS dataset_urn, path AS field_path, simple_path(path) AS simple_path FROM (${places}) c`;

/** SQL: the path in the schema of the column that a place means; empty for an entity, null if the schema does not have it. */
const pathInSchema = (place: string) =>
  `CASE ${place}.field_path WHEN '' THEN '' ELSE ${inSchema(place)} END`;
