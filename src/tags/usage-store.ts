import type { Requester } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';
import { isListed } from '../visibility/secrets-sql.js';
import { isDeclaredTag } from './places-sql.js';
import type { TagPlace, TagUsage } from './tag-view.js';

const sumFields = (...fields: string[]) =>
  `coalesce(sum(c.count) FILTER (WHERE c.field IN (${fields.map((field) => `'${field}'`).join()})), 0)::bigint`;

/** SQL: the counts of `TagUsage` of tags. What searches never find is not counted. @param where a condition for `c.key` */
export const usageOfTags = (where = 'true') => `
  SELECT c.value AS tag, ${sumFields('entityTags')} AS entities, ${sumFields('columns')} AS columns
    FROM current_counts c
   WHERE c.field IN ('entityTags', 'columns') AND NOT c.removed AND ${isListed('c.type')} AND ${where}
   GROUP BY c.value`;

/** SQL: the numbers of places that have tags, also of soft-deleted entities: those that a deletion clears, and the others. */
const placesOfTags = (where: string) => `
  SELECT ${sumFields('entityTags', 'editedColumns')} AS attached, ${sumFields('declaredColumns')} AS declared
    FROM current_counts c
   WHERE c.field IN ('entityTags', 'editedColumns', 'declaredColumns') AND ${isListed('c.type')} AND ${where}`;

/** SQL: the version 2 paths with the tag $1 whose simple path is `path`, and whether they are edited or declared. */
const version2Paths = (urn: string, path: string) => `
  SELECT bool_or(edited) AS edited, bool_or(NOT edited) AS declared
    FROM (SELECT e.field_path, true AS edited FROM editable_schema_fields e
           WHERE e.dataset_urn = ${urn} AND e.simple_path = ${path} AND e.field_path <> ${path}
             AND EXISTS (SELECT FROM current_global_tags t
                          WHERE (t.resource_urn, t.field_path, t.tag_urn) = (e.dataset_urn, e.field_path, $1))
          UNION ALL
          SELECT s.field_path, false FROM schema_fields s
           WHERE s.dataset_urn = ${urn} AND s.simple_path = ${path} AND s.field_path <> ${path}
             AND EXISTS (SELECT FROM json_array_elements(s.body->'globalTags'->'tags') t WHERE t->>'tag' = $1)) v
   GROUP BY field_path`;

/**
 * SQL: whether a place of the tag $1 is the same column as another place of its kind, which has its only version 2 path.
 * The function `tag_counts` counts both as one.
 */
const isUnderVersion2 = (kind: 'edited' | 'declared', urn: string, path: string): string => `
  ${path} <> '' AND NOT starts_with(${path}, '[version=2.0]')
  AND (SELECT count(*) = 1 AND bool_and(${kind}) FROM (${version2Paths(urn, path)}) v)`;

const attachedTo = `current_global_tags g WHERE tag_urn = $1 AND ${isListed("split_part(resource_urn, ':', 3)")}
  AND NOT (${isUnderVersion2('edited', 'g.resource_urn', 'g.field_path')})`;
/** Nothing that searches never find has a schema. */
const declaredIn = `entity_references r WHERE target = $1 AND ${isDeclaredTag} AND NOT (${isUnderVersion2('declared', 'r.source', 'r.field_path')})`;

export type TagUsageStore = ReturnType<typeof tagUsageStore>;

export function tagUsageStore({ read, limited }: Pick<Database, 'read' | 'limited'>) {
  return {
    /** Batched; undefined for a tag that nothing has. */
    usage: createBatchLoader(
      async (tags: string[]) => {
        const rows = await read<TagUsage & { tag: string }>(usageOfTags('c.key = ANY($1::text[])'), [tags]);
        return new Map(rows.map(({ tag, ...usage }) => [tag, usage]));
      },
      { name: 'tag_usage' },
    ),

    /** A page in the order of the entities, their columns, and edited before declared. Soft-deleted entities are in it. */
    places(
      tag: string,
      { start, count }: Page,
      limit: Limit | null,
      requester: Requester,
    ): Promise<TagPlace[]> {
      const { deadline } = requester;
      const params: unknown[] = [tag, start, count];
      const [andEdited, andDeclared] = ['resource_urn', 'source'].map((urn) =>
        andVisible(limit, urn, params),
      );
      return limited(requester, () =>
        read(
          `SELECT urn AS "entityUrn", CASE WHEN declared THEN path ELSE nullif(path, '') END AS "fieldPath", declared
           FROM ((SELECT DISTINCT resource_urn AS urn, field_path AS path, false AS declared FROM ${attachedTo}${andEdited}
                   ORDER BY resource_urn, field_path LIMIT $2::int + $3::int)
                 UNION ALL
                 (SELECT DISTINCT source, field_path, true FROM ${declaredIn}${andDeclared}
                   ORDER BY source, field_path LIMIT $2::int + $3::int)) places
          ORDER BY urn, path, declared OFFSET $2::int LIMIT $3::int`,
          params,
          { deadline },
        ),
      );
    },

    /** A page of the places on some entities, in the same order. */
    placesOn(
      tag: string,
      urns: readonly string[],
      { start, count }: Page,
      requester: Requester,
    ): Promise<TagPlace[]> {
      const { deadline } = requester;
      return limited(requester, () =>
        read(
          `SELECT urn AS "entityUrn", CASE WHEN declared THEN path ELSE nullif(path, '') END AS "fieldPath", declared
           FROM (SELECT DISTINCT resource_urn AS urn, field_path AS path, false AS declared FROM ${attachedTo}
                    AND resource_urn = ANY($2::text[])
                 UNION ALL
                 SELECT DISTINCT source, field_path, true FROM ${declaredIn} AND source = ANY($2::text[])) places
          ORDER BY urn, path, declared OFFSET $3::int LIMIT $4::int`,
          [tag, urns, start, count],
          { deadline },
        ),
      );
    },

    /** The number of places: those that a deletion of the tag clears, and those in ingested schemas. */
    async countPlaces(tag: string, requester: Requester): Promise<{ attached: number; declared: number }> {
      const { deadline } = requester;
      const [row] = await limited(requester, () =>
        read<{ attached: number; declared: number }>(placesOfTags('c.key = $1'), [tag], { deadline }),
      );
      return row!;
    },
  };
}
