import { andVisible } from '../visibility/limit-sql.js';
import {
  document,
  fieldCondition,
  pairCondition,
  type Subject,
  storedEqual,
  typesCondition,
} from './field-sql.js';
import { containers } from './fields.js';
import { type CheckedFilter, type CheckedRule, checkFilter } from './filter.js';
import { containedIn, hierarchyCondition } from './hierarchy-sql.js';
import type { Params } from './params.js';
import type { QueryNode } from './query-node.js';
import { queryMatch, scoredWords } from './query-sql.js';
import { parseQuery } from './query-text.js';
import type { SearchRequest } from './request.js';
import { searchedTypes } from './types.js';
import type { ValueTest } from './value-test.js';
import { collectTerms, type TagsOfWords } from './words-store.js';

/** The SQL of what a request matches. */
export interface Match {
  /** Has `d`, the document, which is null while documents are filled, and `p`, a pair of a tag and an entity. */
  readonly from: string;
  readonly where: string;
  /** The entity's URN. */
  readonly urn: string;
  /** Of type real. Null: all matches have the same score, or no score is requested. */
  readonly score: string | null;
  /** How its statements are planned: for the values, unless the best plan is the same for all of them. */
  readonly plan: { readonly customPlan: boolean; readonly unprepared: boolean };
}

const pair: Subject = { urn: 'p.entity_urn', type: 'p.type', removed: 'p.removed' };

/**
 * @param scored whether the score is used: a statement has no parameters that it does not use
 * @throws BAD_REQUEST when the request is not valid
 */
export function createMatch(
  request: SearchRequest,
  tags: TagsOfWords,
  params: Params,
  scored = false,
): Match {
  const query = parseQuery(request.query);
  const filter = checkFilter(request.filter);
  const isOfPairs = query === null && !request.among && isOneTag(filter);
  const subject = isOfPairs ? pair : document;
  const tests = [typesCondition(searchedTypes(request.types), params, subject)];
  if (!request.includeSoftDeleted && !namesRemoved(request, query)) tests.push(`NOT ${subject.removed}`);
  const queried = query && queryMatch(query, tags, params);
  if (queried?.condition) tests.push(queried.condition);
  if (filter !== null) tests.push(...filterConditions(filter, params, subject));
  const range = platformRange(request.types, filter, params, subject);
  if (range !== null) tests.push(range);
  if (request.among) tests.push(`${subject.urn} = ANY(${params.add(request.among, 'text[]')})`);
  const words = query && scoredWords(query);
  return {
    plan: isOfPairs && !request.limit ? planOfPairs(request) : plannedForValues,
    from: isOfPairs
      ? 'current_tagged_entities p LEFT JOIN search_documents d ON d.urn = p.entity_urn'
      : (queried?.from ?? 'search_documents d'),
    where: tests.join(' AND ') + andVisible(request.limit, subject.urn, params.values),
    urn: subject.urn,
    score: scored && words ? `ts_rank(d.words, ${params.add(words, 'text')}::tsquery)` : null,
  };
}

/** A request for what has one tag, and nothing else, of a caller who may see everything. */
export interface OneTag {
  readonly tag: string;
  readonly types: readonly string[];
  readonly includeSoftDeleted: boolean;
}

/** Returns null for other requests. @throws BAD_REQUEST when the request is not valid */
export function findOneTag(request: SearchRequest): OneTag | null {
  const { query, filter, sort, types, includeSoftDeleted, limit, among } = request;
  if (limit || among || sort.length > 0 || filter.length !== 1 || filter[0]!.length !== 1) return null;
  if (parseQuery(query) !== null) return null;
  const rule = checkFilter(filter)![0]![0]!;
  if (rule.field.name !== 'tags' || !isTagRule(rule)) return null;
  return { tag: rule.test.values[0]!, types: searchedTypes(types), includeSoftDeleted };
}

const plannedForValues = { customPlan: true, unprepared: true };

/** A statement is prepared only if requests can give its text few forms, because it stays on the connection. */
const planOfPairs = ({ filter, sort }: SearchRequest): Match['plan'] =>
  filter.length === 1 && filter[0]!.length === 1 && sort.length === 0
    ? { unprepared: false, customPlan: false }
    : plannedForValues;

/** A rule about `removed` determines whether soft-deleted entities are found. */
const namesRemoved = ({ filter }: SearchRequest, query: QueryNode | null): boolean =>
  filter.some((rules) => rules.some(({ field }) => /^removed(\.|$)/.test(field))) ||
  collectTerms(query).some(({ field }) => field?.name === 'removed');

const findKind = ({ field }: CheckedRule) => (field.sources.length === 1 ? field.sources[0]!.kind : null);

type TagRule = CheckedRule & { readonly test: Extract<ValueTest, { kind: 'equal' }> };

const isTagRule = (rule: CheckedRule): rule is TagRule =>
  findKind(rule) === 'tags' && rule.test.kind === 'equal' && rule.test.values.length === 1 && !rule.negated;

/** Whether a filter is a rule about one tag, with other rules only about columns of the pairs. */
function isOneTag(filter: CheckedFilter): boolean {
  if (filter?.length !== 1) return false;
  const others = filter[0]!.filter((rule) => !isTagRule(rule));
  return (
    others.length === filter[0]!.length - 1 &&
    others.every((rule) => ['type', 'removed', 'urn'].includes(findKind(rule)!))
  );
}

/** Rules that all alternatives have stand alone, so that their indexes are used. */
function filterConditions(filter: NonNullable<CheckedFilter>, params: Params, subject: Subject): string[] {
  const keyed = filter.map((rules) => new Map(rules.map((rule) => [JSON.stringify(rule), rule])));
  const common = [...keyed[0]!].filter(([key]) => keyed.every((rules) => rules.has(key)));
  const alternatives = keyed.map((rules) => {
    const others = new Map(rules);
    for (const [key] of common) others.delete(key);
    return [...others.values()];
  });
  const conditions = common.map(([, rule]) => ruleCondition(rule, params, subject, true));
  if (alternatives.some((rules) => rules.length === 0)) return conditions;
  const merged = mergedRule(alternatives);
  if (merged) return [...conditions, ruleCondition(merged, params, subject, true)];
  const texts = alternatives.map((rules) =>
    rules.map((rule) => ruleCondition(rule, params, subject, false)).join(' AND '),
  );
  return [...conditions, `(${texts.map((text) => `(${text})`).join(' OR ')})`];
}

/** Returns one rule for alternatives that are equal values of one field; null for others. */
function mergedRule(alternatives: readonly (readonly CheckedRule[])[]): CheckedRule | null {
  const values = new Set<string>();
  const first = alternatives[0]![0]!;
  for (const [rule, ...others] of alternatives) {
    const { field, test, negated, direction, within } = rule!;
    const isEqual = test.kind === 'equal' && !negated && direction === null && within.length === 0;
    if (others.length > 0 || !isEqual || field !== first.field) return null;
    for (const value of test.values) values.add(value);
  }
  return { ...first, test: { kind: 'equal', values: [...values] }, valueCount: values.size };
}

/**
 * Returns the condition that datasets are of the platform that all alternatives name; null without one. The condition
 * follows from the rules. A page in the order of URNs, which begin with the platform, then becomes a lookup in their
 * index.
 */
function platformRange(
  types: readonly string[] | null,
  filter: CheckedFilter,
  params: Params,
  { urn }: Subject,
): string | null {
  if (types?.length !== 1 || types[0] !== 'dataset') return null;
  const isPlatform = ({ field, test, negated }: CheckedRule) =>
    field.name === 'platform' && test.kind === 'equal' && test.values.length === 1 && !negated;
  const platforms = new Set(
    filter?.map((rules) => {
      const test = rules.find(isPlatform)?.test;
      return test?.kind === 'equal' ? test.values[0] : undefined;
    }),
  );
  const [platform] = platforms;
  if (platforms.size !== 1 || platform === undefined) return null;
  const [from, to] = [',', '-'].map((end) => params.add(`urn:li:dataset:(${platform}${end}`, 'text'));
  return `(${urn} >= ${from} AND ${urn} < ${to})`;
}

function ruleCondition(rule: CheckedRule, params: Params, subject: Subject, isAlone: boolean): string {
  const { field, test, negated, direction, within } = rule;
  if (subject === pair && isTagRule(rule)) return pairCondition(field, test, params);
  if (within.length > 0) {
    if (negated) return `NOT ${insideCondition(rule, params)}`;
    return isAlone && within.length === rule.valueCount
      ? inside(within, params)
      : insideCondition(rule, params);
  }
  const condition =
    direction !== null && test.kind === 'equal'
      ? hierarchyCondition(field.hierarchy!, direction, test.values, params)
      : fieldCondition(field, test, params, subject);
  return negated ? `NOT ${condition}` : condition;
}

/** The entities in containers, by reference or by their stored path. */
const inside = (within: readonly string[], params: Params) => `d.urn IN (
  ${containedIn(within, params)}
  UNION SELECT d.urn FROM search_documents d WHERE ${storedEqual(['browsePathV2'], within, params)})`;

const insideCondition = ({ field, test, within }: CheckedRule, params: Params) =>
  `(${hierarchyCondition(containers, 'down', within, params)} OR ${fieldCondition(field, test, params)})`;
