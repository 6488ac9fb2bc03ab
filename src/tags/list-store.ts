import type { Requester } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';
import { restorableTags } from './restore-store.js';
import type { TagRow } from './tag-view.js';
import { usageOfTags } from './usage-store.js';

export const tagOrders = ['NAME', 'ENTITIES', 'COLUMNS', 'USAGE'] as const;
export type TagOrder = (typeof tagOrders)[number];

export interface TagSearch extends Page {
  /** A part of the name or of the id, in lower case; empty: all. */
  readonly text: string;
  /** Beginnings of words that the search document has, all of them; none: only the text decides. */
  readonly words: readonly string[];
  /** Whether the tags are on nothing; null: all. */
  readonly unused: boolean | null;
  /** Whether columns have the tags; null: all. */
  readonly onColumns: boolean | null;
  /** Whether the tags have a description; null: all. */
  readonly described: boolean | null;
  /** Whether deleted tags are listed, and no others. */
  readonly deleted: boolean;
  readonly order: TagOrder;
  readonly descending: boolean;
  readonly limit: Limit | null;
}

const sortKeys = {
  NAME: 'sort_name',
  ENTITIES: 'entities',
  COLUMNS: 'columns',
  USAGE: 'entities + columns',
} as const;

/** `urn:li:tag:` has this many characters before the id. */
const idFrom = 12;

const ownNames = `folded(concat_ws(E'\\n', t.name, substr(t.urn, ${idFrom})))`;

export type TagListStore = ReturnType<typeof tagListStore>;

/** @param days for which deleted tags are stored */
export function tagListStore({ read, limited }: Pick<Database, 'read' | 'limited'>, days: number) {
  return {
    /**
     * Returns a page of tags, including tags without properties, and their total. Tags with equal counts are sorted by
     * name. For a tag without a search document, its own name and id are used instead of the document's names.
     *
     * @throws TooLarge
     */
    async list(
      { text, words, unused, onColumns, described, deleted, order, descending, limit, ...page }: TagSearch,
      requester: Requester,
    ): Promise<{ total: number; tags: readonly TagRow[] }> {
      // Only a list that depends on the counts reads all of them.
      const counted = order !== 'NAME' || unused !== null || onColumns !== null;
      const tags = deleted ? restorableTags(days) : 'tags';
      const { start, count } = page;
      const params: unknown[] =
        text === '' ? [start, count] : [start, count, text, words.map((word) => `'${word}':*`).join(' & ')];
      const conditions = [
        ...(limit ? [`true${andVisible(limit, 't.urn', params)}`] : []),
        ...(text === ''
          ? []
          : [`(strpos(coalesce(d.names, ${ownNames}), $3) > 0 OR d.words @@ $4::tsquery)`]),
        ...(unused === null ? [] : [`coalesce(u.entities + u.columns, 0) ${unused ? '=' : '>'} 0`]),
        ...(onColumns === null ? [] : [`coalesce(u.columns, 0) ${onColumns ? '>' : '='} 0`]),
        ...(described === null ? [] : [`coalesce(t.description, '') ${described ? '<>' : '='} ''`]),
      ];
      const sort = `${sortKeys[order]} ${descending ? 'DESC' : 'ASC'}`;
      const { deadline } = requester;
      const rows = await limited(requester, () =>
        read<TagRow & { total: number; urn: string | null }>(
          `WITH found AS MATERIALIZED (
           SELECT t.urn, sort_text(coalesce(t.name, substr(t.urn, ${idFrom}))) COLLATE "C" AS sort_name
                  ${counted ? ', coalesce(u.entities, 0) AS entities, coalesce(u.columns, 0) AS columns' : ''}
             FROM ${tags} t ${counted ? `LEFT JOIN (${usageOfTags()}) u ON u.tag = t.urn` : ''}
                  ${text === '' ? '' : 'LEFT JOIN search_documents d ON d.urn = t.urn'}
            ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}),
         page AS MATERIALIZED (
           SELECT urn, row_number() OVER (ORDER BY ${sort}, sort_name, urn) AS place FROM found
            ORDER BY ${sort}, sort_name, urn OFFSET $1::int LIMIT $2::int)
         SELECT (SELECT count(*) FROM found) AS total, t.urn, t.name, t.description, t.color_hex AS "colorHex"
                ${deleted ? ', t.deleted_at AS "deletedAt"' : ''}
           FROM (SELECT) AS always LEFT JOIN (page JOIN ${tags} t USING (urn)) ON true ORDER BY page.place`,
          params,
          { deadline, unprepared: true },
        ),
      );
      // An empty page is one row without a tag.
      return { total: rows[0]!.total, tags: rows.filter(({ urn }) => urn !== null) };
    },
  };
}
