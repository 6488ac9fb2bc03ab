import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Query } from '../db/query.js';
import type { Visibility } from '../visibility/visibility.js';
import { listExecutionRequests, type RequestPosition } from './execution-request-store.js';

interface Deps {
  readonly db: Pick<Database, 'query' | 'limited'>;
  readonly visibility: Visibility;
  readonly pageSizeMax: number;
}

/** Newer than every request. */
const first: RequestPosition = { requestedAt: Number.MAX_SAFE_INTEGER, urn: '' };

/**
 * Returns the URNs of requests to execute an ingestion, newest first. A position stays valid when requests before it are
 * deleted. Every active user may read them.
 *
 * @param scrollId of the page before
 * @returns `scrollId` null on the last page
 * @throws BAD_REQUEST
 */
export const executionRequests =
  ({ db, visibility, pageSizeMax }: Deps) =>
  async (actor: Actor, count: number | undefined, scrollId: string | undefined) => {
    const { count: size } = checkPage(0, count, pageSizeMax);
    const after = scrollId === undefined ? first : parsePosition(scrollId);
    const { deadline } = actor;
    const query: Query = (sql, params) => db.query(sql, params, { deadline });
    const limit = visibility.limit(actor);
    const found = await db.limited(actor, () => listExecutionRequests(query, after, size + 1, limit));
    const page = found.slice(0, size);
    const last = page.at(-1);
    return {
      urns: page.map(({ urn }) => urn),
      scrollId: found.length > size && last ? `${last.requestedAt} ${last.urn}` : null,
    };
  };

function parsePosition(scrollId: string): RequestPosition {
  const [, time, urn] = /^(\d{1,15}) ([^\0]{1,512})$/s.exec(scrollId) ?? [];
  if (time === undefined || urn === undefined) {
    throw badRequest(`scrollId is ${quoted(scrollId)}; expected the scrollId of the previous page`);
  }
  return { requestedAt: Number(time), urn };
}
