import type { Actor } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import { createMatch, type Match } from './match-sql.js';
import { checkPosition, createOrder } from './order.js';
import { Params } from './params.js';
import { maxRanked } from './ranked-store.js';
import type { SearchRequest } from './request.js';
import type { Position } from './scroll-id.js';
import type { TagsOfWords } from './words-store.js';

/** An entity that matches. */
export interface Found extends Position {
  readonly score: number | null;
}

const usualSizes: ReadonlySet<number> = new Set([10, 20, 50, 100]);

/** A request, and what its pages depend on. */
export interface Wanted {
  readonly request: SearchRequest;
  readonly tags: TagsOfWords;
  /** The last match that is ranked; null: all matches are. */
  readonly lastRanked: string | null;
}

export type ResultsStore = ReturnType<typeof resultsStore>;

export function resultsStore({ read }: Pick<Database, 'read'>, ranked = maxRanked) {
  /** @param rest of the statement, by the names `urn`, `score` and `keys` */
  const run = <Row>(actor: Actor, { plan }: Match, sql: string, params: Params) =>
    read<Row>(sql, params.values, { deadline: actor.deadline, ...plan });

  /** Reads matches in the order of the request; with `lastRanked`, only those that are ranked. */
  function orderedPage(
    actor: Actor,
    { request, tags, lastRanked }: Wanted,
    { start, count }: Page,
    after: Position | null,
  ): Promise<Found[]> {
    const params = new Params();
    const match = createMatch(request, tags, params, true);
    const order = createOrder(request.sort, match, params);
    const where = [
      `(${match.where})`,
      ...(lastRanked === null ? [] : [`${match.urn} <= ${params.add(lastRanked, 'text')}`]),
      ...(after === null ? [] : [order.after(after)]),
    ].join(' AND ');
    // Each size is a separate statement, which would stay prepared. A plan for any values sorts all that follows a page.
    const isUsual = start === 0 && after === null && usualSizes.has(count);
    const plan = isUsual ? match.plan : { customPlan: true, unprepared: true };
    // The limit is a literal, because only a plan that knows it reads no more than the page where an index has the order.
    return run<Found>(
      actor,
      { ...match, plan },
      `SELECT ${match.urn} AS urn, ${match.score ?? 'NULL::real'} AS score, ${order.keys} AS keys
         FROM ${match.from} WHERE ${where} ORDER BY ${order.by} LIMIT ${count} OFFSET ${start}`,
      params,
    );
  }

  /** Reads matches after a URN, in the order of URNs. */
  function unrankedPage(
    actor: Actor,
    { request, tags }: Wanted,
    { start, count }: Page,
    after: string,
  ): Promise<Found[]> {
    const params = new Params();
    const match = createMatch(request, tags, params);
    return run<Found>(
      actor,
      match,
      `SELECT ${match.urn} AS urn, 0::real AS score, '{}'::text[] AS keys FROM ${match.from}
        WHERE ${match.where} AND ${match.urn} > ${params.add(after, 'text')}
        ORDER BY ${match.urn} LIMIT ${count} OFFSET ${start}`,
      params,
    );
  }

  /** Returns a page: the matches that are ranked, best first, and then the others by their URNs. */
  return async function readPage(
    actor: Actor,
    wanted: Wanted,
    page: Page,
    after: Position | null,
  ): Promise<Found[]> {
    const { lastRanked } = wanted;
    if (lastRanked === null) return orderedPage(actor, wanted, page, after);
    if (after !== null && isBefore(lastRanked, after.urn)) {
      checkPosition(after, [], true);
      return unrankedPage(actor, wanted, page, after.urn);
    }
    const { start, count } = page;
    const best = start < ranked ? await orderedPage(actor, wanted, page, after) : [];
    const rest = { start: Math.max(0, start - ranked), count: count - best.length };
    return rest.count === 0 ? best : [...best, ...(await unrankedPage(actor, wanted, rest, lastRanked))];
  };
}

/** In the order of the database: that of the bytes. */
const isBefore = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
