import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { createMatch, type Match } from './match-sql.js';
import { Params } from './params.js';
import { scoredWords } from './query-sql.js';
import { parseQuery } from './query-text.js';
import type { SearchRequest } from './request.js';
import type { TotalStore } from './total-store.js';
import { searchedTypes } from './types.js';
import type { TagsOfWords } from './words-store.js';

/** Matches that are ordered by their score: the first ones in the order of URNs. */
export const maxRanked = 10_000;

/** The warning of a page whose matches are not all ordered by their score. */
export const notAllRanked =
  'more than 10,000 entities match: the first 10,000 by URN are ordered by their score, and the others follow by URN';

/**
 * Entities that are read in the order of URNs to find the last ranked match. Where too few of them match, the URNs of
 * all matches are sorted.
 */
const maxWalked = 30_000;

export type RankedStore = ReturnType<typeof rankedStore>;

/**
 * Finds which matches of a request with words are ranked. The database's estimate of the number of matches is not used:
 * of two common words that are never together, it expects many, and would read all entities in the order of URNs.
 */
export function rankedStore(
  { read }: Pick<Database, 'read'>,
  total: TotalStore,
  limits = { ranked: maxRanked, walked: maxWalked },
) {
  /** Returns the last ranked match among the entities that are walked; null when too few of them match. */
  async function walk(actor: Actor, request: SearchRequest, tags: TagsOfWords): Promise<string | null> {
    const [type] = [...searchedTypes(request.types)].sort();
    const first = `urn:li:${type}:`;
    const [end] = await read<Urn>(
      `SELECT urn FROM search_documents WHERE urn >= $1 ORDER BY urn OFFSET ${limits.walked} LIMIT 1`,
      [first],
      { deadline: actor.deadline },
    );
    const params = new Params();
    const range = [['>=', first] as const, ...(end ? [['<=', end.urn] as const] : [])];
    const match = createMatch(request, tags, params);
    const bounds = range.map(([operator, urn]) => `${match.urn} ${operator} ${params.add(urn, 'text')}`);
    const where = [match.where, ...bounds].join(' AND ');
    return findLast(actor, selectUrns({ ...match, where }), params);
  }

  async function findLast(actor: Actor, urns: string, params: Params): Promise<string | null> {
    const [last] = await read<Urn>(
      `${urns} ORDER BY urn OFFSET ${limits.ranked - 1} LIMIT 1`,
      params.values,
      {
        deadline: actor.deadline,
        customPlan: true,
        unprepared: true,
      },
    );
    return last?.urn ?? null;
  }

  /** Returns the last match that is ranked; null: all matches are. */
  return async function findLastRanked(
    actor: Actor,
    request: SearchRequest,
    tags: TagsOfWords,
  ): Promise<string | null> {
    // Criteria sort all matches together.
    if (request.sort.length > 0) return null;
    const query = parseQuery(request.query);
    if (query === null || scoredWords(query) === null) return null;
    if ((await total.atMost(limits.ranked + 1, actor, request, tags)) <= limits.ranked) return null;
    const walked = await walk(actor, request, tags);
    if (walked !== null) return walked;
    const params = new Params();
    // OFFSET 0: planned as for all matches, so that not all entities are read in the order of URNs.
    const all = `${selectUrns(createMatch(request, tags, params))} OFFSET 0`;
    return findLast(actor, `SELECT urn FROM (${all}) AS m`, params);
  };
}

interface Urn {
  readonly urn: string;
}

const selectUrns = ({ urn, from, where }: Match) => `SELECT ${urn} AS urn FROM ${from} WHERE ${where}`;
