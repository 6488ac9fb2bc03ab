import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { createMatch, type Match } from './match-sql.js';
import { Params } from './params.js';
import type { SearchRequest } from './request.js';
import type { TagsOfWords } from './words-store.js';

export type TotalStore = ReturnType<typeof totalStore>;

/** Counts the matches of a request. */
export function totalStore({ read }: Pick<Database, 'read'>) {
  /** @param toSql returns a statement for the matches */
  async function run<Row>(
    actor: Actor,
    request: SearchRequest,
    tags: TagsOfWords,
    toSql: (matches: string) => string,
    plan?: Match['plan'],
  ): Promise<Row> {
    const params = new Params();
    const match = createMatch(request, tags, params);
    const [row] = await read<Row>(toSql(`FROM ${match.from} WHERE ${match.where}`), params.values, {
      deadline: actor.deadline,
      ...(plan ?? match.plan),
    });
    return row!;
  }

  const planned = { customPlan: true, unprepared: true };

  return {
    async all(actor: Actor, request: SearchRequest, tags: TagsOfWords): Promise<number> {
      const toSql = (matches: string) => `SELECT count(*) AS total ${matches}`;
      return (await run<{ total: number }>(actor, request, tags, toSql)).total;
    },

    /** Returns the number of matches, or `max` if there are more. Reads no more matches than that. */
    async atMost(max: number, actor: Actor, request: SearchRequest, tags: TagsOfWords): Promise<number> {
      // MATERIALIZED: planned as for all matches. For some of them, PostgreSQL would choose to read all documents.
      const toSql = (matches: string) => `WITH m AS MATERIALIZED (SELECT ${matches})
        SELECT count(*) AS total FROM (SELECT FROM m LIMIT ${max}) AS l`;
      return (await run<{ total: number }>(actor, request, tags, toSql, planned)).total;
    },

    /** Returns the number of matches that the database expects. Reads none of them. */
    async estimate(actor: Actor, request: SearchRequest, tags: TagsOfWords): Promise<number> {
      const toSql = (matches: string) => `EXPLAIN (FORMAT JSON) SELECT ${matches}`;
      const explained = await run<Explained>(actor, request, tags, toSql, planned);
      return explained['QUERY PLAN'][0].Plan['Plan Rows'];
    },
  };
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }];
}
