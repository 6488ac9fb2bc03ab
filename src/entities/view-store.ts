import type { Database } from '../db/database.js';
import type { TagRow } from '../tags/tag-view.js';
import type { Deprecation } from './views.js';

export interface EntityRow {
  readonly urn: string;
  readonly type: string;
  /** By their URNs. Null if the aspect globalTags was never written. */
  readonly tags: ReadonlyMap<string, TagRow> | null;
}

interface EntityTagRow extends Omit<TagRow, 'urn'> {
  readonly urn: string;
  readonly type: string;
  readonly tagged: boolean;
  readonly tagUrn: string | null;
}

/** The run id of what clients write without one. */
const noRunId = 'no-run-id-provided';

const byUrn = <Row extends { urn: string }>(rows: Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.urn, row]));

export type ViewStore = ReturnType<typeof viewStore>;

/** Batched reads, one statement each. */
export function viewStore({ read: query }: Database) {
  return {
    /** One row for each tag: aggregating them to JSON would cost the server more than the repetition. */
    async entities(urns: readonly string[]) {
      const rows = await query<EntityTagRow>(
        `SELECT e.urn, e.type, a.urn IS NOT NULL AS tagged,
                t.urn AS "tagUrn", t.name, t.description, t.color_hex AS "colorHex"
           FROM entities e
           LEFT JOIN aspects a ON a.urn = e.urn AND a.name = 'globalTags'
           LEFT JOIN (current_global_tags g JOIN tags t ON t.urn = g.tag_urn) ON g.resource_urn = a.urn AND g.field_path = ''
          WHERE e.urn = ANY($1::text[]) ORDER BY g.position`,
        [urns],
      );
      const entities = new Map<string, EntityRow & { tags: Map<string, TagRow> | null }>();
      for (const { urn, type, tagged, tagUrn, name, description, colorHex } of rows) {
        let entity = entities.get(urn);
        if (!entity) {
          entity = { urn, type, tags: tagged ? new Map() : null };
          entities.set(urn, entity);
        }
        // An entity has a tag once for each source of its attribution.
        if (tagUrn === null || entity.tags?.has(tagUrn)) continue;
        entity.tags?.set(tagUrn, { urn: tagUrn, name, description, colorHex });
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

    /** Returns the existing entities among these. */
    async existing(urns: readonly string[]) {
      const rows = await query<{ urn: string }>('SELECT urn FROM entities WHERE urn = ANY($1::text[])', [
        urns,
      ]);
      return new Map(rows.map(({ urn }) => [urn, true]));
    },

    /** The deprecations of entities that say whether the entity is deprecated. */
    async deprecations(urns: readonly string[]) {
      return byUrn(
        await query<Deprecation & { urn: string }>(
          `SELECT urn, deprecated, note FROM deprecations WHERE urn = ANY($1::text[]) AND deprecated IS NOT NULL`,
          [urns],
        ),
      );
    },

    /** When ingestion last wrote an aspect of the entities, in ms since the epoch. Other writes have no run id. */
    async lastIngested(urns: readonly string[]) {
      const rows = await query<{ urn: string; time: number }>(
        `SELECT urn, max((system_metadata->>'lastObserved')::bigint) AS time FROM aspects
          WHERE urn = ANY($1::text[]) AND coalesce(system_metadata->>'runId', '${noRunId}') <> '${noRunId}'
            AND CASE WHEN json_typeof(system_metadata->'lastObserved') = 'number'
                     THEN system_metadata->>'lastObserved' ~ '^[0-9]{1,15}$' END
          GROUP BY urn`,
        [urns],
      );
      return new Map(rows.map(({ urn, time }) => [urn, time]));
    },
  };
}
