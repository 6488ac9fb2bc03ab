import type { Database } from '../../src/db/database.js';
import { createMatch } from '../../src/search/match-sql.js';
import { Params } from '../../src/search/params.js';
import type { Rule, SearchRequest } from '../../src/search/request.js';
import { tagsForWords } from '../../src/search/words-store.js';

/** Returns a request for everything of the default types, with changes. */
export const searchRequest = (changes: Partial<SearchRequest> = {}): SearchRequest => ({
  types: null,
  query: '*',
  filter: [],
  includeSoftDeleted: false,
  sort: [],
  ...changes,
});

/** Returns a rule EQUAL, with changes. */
export const rule = (field: string, values: readonly string[], changes: Partial<Rule> = {}): Rule => ({
  field,
  values,
  condition: 'EQUAL',
  negated: false,
  ...changes,
});

/** Returns the SELECT of what a request matches, best first, and its parameters. */
export async function matchQuery(db: Database, request: SearchRequest): Promise<[string, unknown[]]> {
  const params = new Params();
  const tags = await tagsForWords(db.read, request.query);
  const { from, where, urn, score } = createMatch(request, tags, params, true);
  const order = score === null ? urn : `${score} DESC, ${urn}`;
  return [`SELECT ${urn} AS urn FROM ${from} WHERE ${where} ORDER BY ${order}`, params.values];
}

/** Returns the URNs of what a request matches, best first. */
export async function matches(db: Database, changes: Partial<SearchRequest>): Promise<string[]> {
  const [sql, params] = await matchQuery(db, searchRequest(changes));
  return (await db.read<{ urn: string }>(sql, params, { unprepared: true })).map(({ urn }) => urn);
}
