import type { Actor } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import { createMatch, type Match } from './match-sql.js';
import { createOrder } from './order.js';
import { Params } from './params.js';
import type { SearchRequest } from './request.js';
import type { Position } from './scroll-id.js';
import type { TagsOfWords } from './words-store.js';

/** An entity that matches. */
export interface Found extends Position {
  readonly score: number | null;
}

const usualSizes: ReadonlySet<number> = new Set([10, 20, 50, 100]);

export type ResultsStore = ReturnType<typeof resultsStore>;

export function resultsStore({ read }: Pick<Database, 'read'>) {
  /** @param rest of the statement, by the names `urn`, `score` and `keys` */
  const run = <Row>(actor: Actor, { plan }: Match, sql: string, params: Params) =>
    read<Row>(sql, params.values, { deadline: actor.deadline, ...plan });

  /** The limit is a literal, because only a plan that knows it reads no more than the page where an index has the order. */
  function page(
    actor: Actor,
    request: SearchRequest,
    tags: TagsOfWords,
    { start, count }: Page,
    after: Position | null,
  ): Promise<Found[]> {
    const params = new Params();
    const match = createMatch(request, tags, params, true);
    const order = createOrder(request.sort, match, params);
    const where = after === null ? match.where : `(${match.where}) AND ${order.after(after)}`;
    // Each size is a separate statement, which would stay prepared. A plan for any values sorts all that follows a page.
    const isUsual = start === 0 && after === null && usualSizes.has(count);
    const plan = isUsual ? match.plan : { customPlan: true, unprepared: true };
    return run<Found>(
      actor,
      { ...match, plan },
      `SELECT ${match.urn} AS urn, ${match.score ?? 'NULL::real'} AS score, ${order.keys} AS keys
         FROM ${match.from} WHERE ${where} ORDER BY ${order.by} LIMIT ${count} OFFSET ${start}`,
      params,
    );
  }

  return {
    page,

    async count(actor: Actor, request: SearchRequest, tags: TagsOfWords): Promise<number> {
      const params = new Params();
      const match = createMatch(request, tags, params);
      const [row] = await run<{ total: number }>(
        actor,
        match,
        `SELECT count(*) AS total FROM ${match.from} WHERE ${match.where}`,
        params,
      );
      return row!.total;
    },
  };
}
