import type { Database } from '../db/database.js';
import type { TagRow } from './tag-view.js';
import type { Properties } from './views.js';

export interface EntityRow {
  readonly urn: string;
  readonly type: string;
  /** Null if the aspect globalTags was never written. */
  readonly tags: readonly TagRow[] | null;
}

interface EntityTagRow extends Omit<TagRow, 'urn'> {
  readonly urn: string;
  readonly type: string;
  readonly tagged: boolean;
  readonly tagUrn: string | null;
}

const byUrn = <Row extends { urn: string }>(rows: Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.urn, row]));

export type CatalogStore = ReturnType<typeof catalogStore>;

/** Batched reads, one statement each. */
export function catalogStore({ read: query }: Database) {
  return {
    /** One row for each tag: aggregating them to JSON would cost the server more than the repetition. */
    async entities(urns: readonly string[]) {
      const rows = await query<EntityTagRow>(
        `SELECT e.urn, e.type, a.urn IS NOT NULL AS tagged,
                t.urn AS "tagUrn", t.name, t.description, t.color_hex AS "colorHex"
           FROM entities e
           LEFT JOIN aspects a ON a.urn = e.urn AND a.name = 'globalTags'
           LEFT JOIN (global_tags g JOIN tags t ON t.urn = g.tag_urn) ON g.resource_urn = a.urn AND g.field_path = ''
          WHERE e.urn = ANY($1::text[]) ORDER BY g.position`,
        [urns],
      );
      const entities = new Map<string, EntityRow & { tags: TagRow[] | null }>();
      for (const { urn, type, tagged, tagUrn, name, description, colorHex } of rows) {
        const entity = entities.get(urn) ?? { urn, type, tags: tagged ? [] : null };
        entities.set(urn, entity);
        if (tagUrn !== null) entity.tags?.push({ urn: tagUrn, name, description, colorHex });
      }
      return entities as ReadonlyMap<string, EntityRow>;
    },

    /** The containers of entities. */
    async parents(urns: readonly string[]) {
      return byUrn(
        await query<{ urn: string; parent: string }>(
          `SELECT urn, body->>'container' AS parent FROM aspects WHERE urn = ANY($1::text[]) AND name = 'container'`,
          [urns],
        ),
      );
    },

    async tags(urns: readonly string[]) {
      return byUrn(
        await query<TagRow>(
          `SELECT urn, name, description, color_hex AS "colorHex" FROM tags WHERE urn = ANY($1::text[])`,
          [urns],
        ),
      );
    },

    async properties(urns: readonly string[]) {
      return byUrn(
        await query<Properties & { urn: string }>(
          `SELECT urn, body->>'name' AS name, body->>'description' AS description FROM aspects
            WHERE urn = ANY($1::text[]) AND name IN ('datasetProperties', 'containerProperties')`,
          [urns],
        ),
      );
    },
  };
}
