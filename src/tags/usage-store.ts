import type { Requester } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import type { TagPlace, TagUsage } from './tag-view.js';
import { isFindable, isUnderVersion2, placesOfTags, usageOfTags } from './usage-sql.js';

const attachedTo = `current_global_tags g WHERE tag_urn = $1 AND ${isFindable("split_part(resource_urn, ':', 3)")}
  AND NOT (${isUnderVersion2('edited', 'g.resource_urn', 'g.field_path')})`;
/** Nothing that searches never find has a schema. */
const declaredIn = `entity_references r WHERE target = $1 AND relationship = 'SchemaFieldTaggedWith' AND aspect = 'schemaMetadata'
  AND field_path <> '' AND NOT (${isUnderVersion2('declared', 'r.source', 'r.field_path')})`;

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
    places(tag: string, { start, count }: Page, requester: Requester): Promise<TagPlace[]> {
      const { deadline } = requester;
      return limited(requester, () =>
        read(
          `SELECT urn AS "entityUrn", CASE WHEN declared THEN path ELSE nullif(path, '') END AS "fieldPath", declared
           FROM ((SELECT DISTINCT resource_urn AS urn, field_path AS path, false AS declared FROM ${attachedTo}
                   ORDER BY resource_urn, field_path LIMIT $2::int + $3::int)
                 UNION ALL
                 (SELECT DISTINCT source, field_path, true FROM ${declaredIn}
                   ORDER BY source, field_path LIMIT $2::int + $3::int)) places
          ORDER BY urn, path, declared OFFSET $2::int LIMIT $3::int`,
          [tag, start, count],
          { deadline },
        ),
      );
    },

    /** The first places on some entities, in the same order. */
    placesOn(tag: string, urns: readonly string[], count: number, requester: Requester): Promise<TagPlace[]> {
      const { deadline } = requester;
      return limited(requester, () =>
        read(
          `SELECT urn AS "entityUrn", CASE WHEN declared THEN path ELSE nullif(path, '') END AS "fieldPath", declared
           FROM (SELECT DISTINCT resource_urn AS urn, field_path AS path, false AS declared FROM ${attachedTo}
                    AND resource_urn = ANY($2::text[])
                 UNION ALL
                 SELECT DISTINCT source, field_path, true FROM ${declaredIn} AND source = ANY($2::text[])) places
          ORDER BY urn, path, declared LIMIT $3::int`,
          [tag, urns, count],
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
