import type { Requester } from '../core/actor.js';
import { TooLarge } from '../core/too-large.js';
import { limitPerActor } from '../db/actor-limit.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import { findOneTag, type OneTag } from './match-sql.js';
import type { SearchRequest } from './request.js';
import type { Found } from './results-store.js';

/** Entities on the largest page that is shared: larger ones cost more, and take their caller's share. */
export const maxShared = 20;
/** Pairs that are read for one page. */
export const maxRead = 40;
/**
 * Pages of one statement, which therefore reads at most 2,000 pairs: a few ms. One actor has no more of them in all
 * statements that run or wait, so another actor's page waits for one statement of them, however many there are.
 */
export const maxPages = 50;

interface Page extends OneTag {
  readonly size: number;
}

interface Row {
  /** The index of the page. */
  readonly page: number;
  readonly urn: string;
  /** Whether it is the last pair that was read: what follows is not known. */
  readonly isLastRead: boolean;
}

/**
 * The filter is applied to the pairs that were read, and keeps the last pair even if it does not match. Tags and URNs
 * are compared and ordered as rows, because only the index of both supports this: with the tag alone, PostgreSQL may
 * choose the index of the URNs, and read the pairs of all tags.
 */
const sql = `
  SELECT q.page::int AS page, f.urn, f.number = ${maxRead} AS "isLastRead"
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::int[]) WITH ORDINALITY
           AS q(tag, "from", "to", types, with_removed, size, page)
   CROSS JOIN LATERAL (
     SELECT r.urn, r.number
       FROM (SELECT p.tag_urn AS tag, p.entity_urn AS urn, p.type, p.removed,
                    row_number() OVER (ORDER BY p.tag_urn, p.entity_urn) AS number
               FROM current_tagged_entities p
              WHERE (p.tag_urn, p.entity_urn) >= (q.tag, q."from") AND (p.tag_urn, p.entity_urn) < (q.tag, q."to")
              ORDER BY p.tag_urn, p.entity_urn LIMIT ${maxRead}) r
      WHERE r.number = ${maxRead} OR (r.type = ANY(string_to_array(q.types, ',')) AND (q.with_removed OR NOT r.removed))
      ORDER BY r.tag, r.urn LIMIT q.size) f`;

/**
 * Returns a function that reads the first page of what has one tag, in one statement with those of other requests. What
 * a page costs is bounded and little, so it does not wait for its caller's share of the connections: all pages together
 * use two connections.
 *
 * The function returns undefined when the request is of another kind, or when `maxRead` pairs do not decide what is on
 * the page.
 */
export function tagPages({ read }: Pick<Database, 'read'>) {
  const load = createBatchLoader<Page, Found[]>(
    async (pages) => {
      const rows = await read<Row>(sql, toParams(pages)).catch((error: unknown) => {
        if (error instanceof TooLarge) return null;
        throw error;
      });
      const found = new Map<Page, Found[]>(rows === null ? [] : pages.map((page) => [page, []]));
      for (const { page: number, urn, isLastRead } of rows ?? []) {
        const page = pages[number - 1]!;
        if (isLastRead) found.delete(page);
        else found.get(page)!.push({ urn, score: null, keys: [] });
      }
      return found;
    },
    { maxKeys: maxPages, name: 'tag_pages' },
  );

  const limited = limitPerActor(maxPages);

  return async (requester: Requester, request: SearchRequest, size: number): Promise<Found[] | undefined> => {
    const tag = size <= maxShared ? findOneTag(request) : null;
    return tag === null ? undefined : limited(requester, () => load({ ...tag, size }));
  };
}

function toParams(pages: readonly Page[]): unknown[] {
  const ranges = pages.map(({ types }) => (types.length === 1 ? `urn:li:${types[0]}` : 'urn:li'));
  return [
    pages.map(({ tag }) => tag),
    ranges.map((range) => `${range}:`),
    ranges.map((range) => `${range};`),
    pages.map(({ types }) => types.join()),
    pages.map(({ includeSoftDeleted }) => includeSoftDeleted),
    pages.map(({ size }) => size),
  ];
}
