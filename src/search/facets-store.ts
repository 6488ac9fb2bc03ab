import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import type { Database } from '../db/database.js';
import type { ValueCount } from './counts/counted-value.js';
import type { CountsStore } from './counts/counts-store.js';
import { keptFacets } from './counts/kept-facets.js';
import { type Facet, type FacetRequest, separator, toDisplayName } from './facet.js';
import {
  inDocument,
  type Key,
  type KeyedLevel,
  type Level,
  recordSql,
  toLevel,
  valuesOfDocument,
} from './facet-level-sql.js';
import { createMatch, type Match } from './match-sql.js';
import { Params } from './params.js';
import type { SearchRequest } from './request.js';
import type { TagsOfWords } from './words-store.js';

interface Count extends ValueCount {
  /** The index of the facet in the statement. */
  readonly facet: number;
}

interface Wanted {
  readonly facet: FacetRequest;
  readonly levels: readonly Level[];
}

export type FacetsStore = ReturnType<typeof facetsStore>;

/**
 * Counts the values of fields. A count is the number of entities that the same request finds with a rule for the value,
 * so tags and terms of columns count too.
 */
export function facetsStore({ read }: Pick<Database, 'read'>, store: CountsStore) {
  /** Counts values of the matches of one request, in as few statements as there can be. */
  async function readCounts(
    actor: Actor,
    request: SearchRequest,
    tags: TagsOfWords,
    facets: readonly FacetRequest[],
    maxValues: number,
  ): Promise<Map<FacetRequest, ValueCount[]>> {
    const counts = await keptFacets(store, request, facets, maxValues, actor.deadline);
    async function run(of: readonly FacetRequest[], sql: string, params: Params) {
      const rows = await read<Count>(sql, params.values, { deadline: actor.deadline, customPlan: true });
      for (const [index, facet] of of.entries())
        counts.set(
          facet,
          rows.filter((row) => row.facet === index),
        );
    }
    function matched(
      of: readonly FacetRequest[],
      statement: (match: Match, wanted: readonly Wanted[]) => string,
    ) {
      const params = new Params();
      const match = createMatch(request, tags, params);
      const wanted = of.map((facet) => ({ facet, levels: toLevels(facet, match, params)! }));
      return run(of, statement(match, wanted), params);
    }
    const keyed: FacetRequest[] = [];
    for (const facet of facets) {
      if (counts.has(facet)) continue;
      const levels = toLevels(facet, anyMatch, new Params());
      if (levels === null) continue;
      if (levels.every(({ kind }) => kind === 'keyed')) keyed.push(facet);
      else await matched([facet], (match, [wanted]) => rowsSql(match, wanted!, maxValues));
    }
    if (keyed.length > 0) await matched(keyed, (match, wanted) => keyedSql(match, wanted, maxValues));
    return counts;
  }

  return {
    async facets(
      actor: Actor,
      request: SearchRequest,
      tags: TagsOfWords,
      facets: readonly FacetRequest[],
      maxValues: number,
    ): Promise<Facet[]> {
      // A rule about `removed` also finds what is soft-deleted.
      const [ofRemoved, others] = [facets.filter(isOfRemoved), facets.filter((facet) => !isOfRemoved(facet))];
      const counts = new Map([
        ...(await readCounts(actor, request, tags, others, maxValues)),
        ...(await readCounts(actor, { ...request, includeSoftDeleted: true }, tags, ofRemoved, maxValues)),
      ]);
      return facets.map((facet) => ({
        field: facet.name,
        displayName: toDisplayName(facet),
        aggregations: (counts.get(facet) ?? []).map(({ value, count }) => ({
          value,
          count,
          displayName: null,
          urn: value.startsWith('urn:li:') && facet.fields.length === 1 ? value : null,
        })),
      }));
    },
  };
}

const anyMatch: Match = {
  from: '',
  where: '',
  urn: '',
  score: null,
  plan: { customPlan: true, unprepared: true },
};

const isOfRemoved = ({ fields }: FacetRequest) => fields.some(({ name }) => name === 'removed');

/** Returns null when one of the fields has no values. */
function toLevels({ fields }: FacetRequest, { urn }: Match, params: Params): Level[] | null {
  const levels = fields.map((field) => toLevel(field, urn, params)).filter((level) => level !== null);
  return levels.length === fields.length ? levels : null;
}

const best = (maxValues: number) => `ORDER BY count DESC, value LIMIT ${maxValues}`;

/** The value of a facet: those of its levels. */
const joinedValue = (levels: readonly unknown[]) =>
  `(${levels.map((_, level) => `v${level}.value`).join(` || '${separator}' || `)}) COLLATE "C"`;

/** A facet with rows beside the documents: they are joined. */
function rowsSql({ from, where, urn }: Match, { levels }: Wanted, maxValues: number): string {
  const joined = levels.map((level, index) => {
    // A facet of two fields counts every pair of their values.
    const bound = levels.length > 1 ? ` LIMIT ${maxPaired}` : '';
    return `CROSS JOIN LATERAL (SELECT * FROM (${valuesOfDocument(level, urn)}) AS x${bound}) AS v${index}(value)`;
  });
  const repeats = levels.some((level) => level.kind === 'rows' && level.repeats);
  // A row's physical location represents the entity: it is smaller than the URN. Rows of a subquery or a view have none.
  const entity = from === 'search_documents d' ? 'd.ctid' : urn;
  return `SELECT 0 AS facet, value, count(*) AS count
     FROM (SELECT ${repeats ? `DISTINCT ${entity}, ` : ''}${joinedValue(levels)} AS value
             FROM ${from} ${joined.join(' ')} WHERE ${where}) c
    GROUP BY value ${best(maxValues)}`;
}

/** Values of each field of one entity that a facet of two fields counts. */
const maxPaired = 100;

/** PostgreSQL's limit of GROUPING. */
const maxKeys = 31;

/**
 * All other facets, in one pass: the matches are grouped by the parts of the documents that decide the values, and the
 * values are taken from the groups, which are far fewer.
 */
function keyedSql({ from, where }: Match, wanted: readonly Wanted[], maxValues: number): string {
  const keys = [...new Set(wanted.flatMap(({ levels }) => listKeys(levels).map(inDocument)))];
  if (keys.length > maxKeys)
    throw badRequest(`the facets have ${keys.length} fields; request at most ${maxKeys} at a time`);
  const findPlace = (key: Key) => keys.indexOf(inDocument(key));
  const columnName = (key: Key) => `k${findPlace(key)}`;
  const all = wanted.flatMap(({ levels }) => listKeys(levels));
  const stored = [...new Set(all.flatMap((key) => ('stored' in key ? [key.stored] : [])))];
  const columns = new Map(all.map((key) => [columnName(key), 'sql' in key ? key.sql : `f."${key.stored}"`]));
  const sets = wanted.map(({ levels }) =>
    [...new Set(listKeys(levels).map(findPlace))].sort((a, b) => a - b),
  );
  /** A bit for each key that is not in the set. */
  const toMask = (set: readonly number[]) =>
    keys.reduce((mask, _, place) => mask + (set.includes(place) ? 0 : 2 ** (keys.length - 1 - place)), 0);
  const distinct = new Map(sets.map((set) => [toMask(set), set]));
  const record = stored.length === 0 ? '' : `CROSS JOIN LATERAL ${recordSql(stored)}`;
  const groups = `SELECT grouping(${keys.map((_, at) => `k${at}`)}) AS mask, ${keys.map((_, at) => `k${at}`)}, count(*) AS n
     FROM (SELECT ${[...columns].map(([name, sql]) => `${sql} AS ${name}`)} FROM ${from} ${record} WHERE ${where}) m
    GROUP BY GROUPING SETS (${[...distinct.values()].map((set) => `(${set.map((at) => `k${at}`)})`)})`;
  const counts = wanted.map(({ levels }, facet) => {
    const values = levels.map(
      (level, index) =>
        `CROSS JOIN LATERAL (SELECT * FROM (${(level as KeyedLevel).values(listKeys([level]).map(columnName))}) AS x${
          levels.length > 1 ? ` LIMIT ${maxPaired}` : ''
        }) AS v${index}(value)`,
    );
    return `(SELECT ${facet} AS facet, ${joinedValue(levels)} AS value, sum(n)::bigint AS count FROM g ${values.join(' ')}
      WHERE mask = ${toMask(sets[facet]!)} GROUP BY 2 ${best(maxValues)})`;
  });
  return `WITH g AS MATERIALIZED (${groups}) ${counts.join(' UNION ALL ')}`;
}

const listKeys = (levels: readonly Level[]): readonly Key[] =>
  levels.flatMap((level) => (level.kind === 'keyed' ? level.keys : []));
