import { badRequest } from '../core/errors.js';
import type { Query } from '../db/query.js';
import type { Params } from './params.js';
import type { Rule, SearchRequest } from './request.js';
import { searchedTypes } from './types.js';

/** The SQL of what a request matches. */
export interface Match {
  /** Has `d`, the document, which can be null when `p`, a pair of a tag and an entity, is there, too. */
  readonly from: string;
  readonly where: string;
  /** The entity's URN. */
  readonly urn: string;
  /** Of type real. Null: all matches have the same score. */
  readonly score: string | null;
}

/** The tags that words of a query find, by the key of the word. */
export type TagsOfWords = ReadonlyMap<string, readonly string[]>;

/** Returns the tags that the words of a query find, at most 1,000 for each word. */
export async function tagsForWords(_read: Query, _query: string): Promise<TagsOfWords> {
  return new Map();
}

/** @throws BAD_REQUEST when the request is not valid */
export function matchOf(request: SearchRequest, _tags: TagsOfWords, params: Params): Match {
  const query = request.query.trim();
  if (query !== '' && query !== '*') throw badRequest('words are not searched yet');
  const namesRemoved = request.filter.some((rules) => rules.some(({ field }) => field === 'removed'));
  const hidesRemoved = !request.includeSoftDeleted && !namesRemoved;
  const [rule, ...others] = request.filter.flat();
  const types = params.add(searchedTypes(request.types), 'text[]');
  if (rule && others.length === 0 && rule.field === 'tags' && !rule.negated && rule.values.length === 1) {
    const tests = [`p.tag_urn = ${params.add(rule.values[0], 'text')}`, `p.type = ANY(${types})`];
    if (hidesRemoved) tests.push('NOT p.removed');
    return {
      from: 'tagged_entities p LEFT JOIN search_documents d ON d.urn = p.entity_urn',
      where: tests.join(' AND '),
      urn: 'p.entity_urn',
      score: null,
    };
  }
  const tests = [`d.type = ANY(${types})`];
  if (hidesRemoved) tests.push('NOT d.removed');
  const alternatives = request.filter.map((rules) =>
    rules.length === 0 ? 'true' : rules.map((each) => equal(each, params)).join(' AND '),
  );
  if (alternatives.length > 0) tests.push(`(${alternatives.map((text) => `(${text})`).join(' OR ')})`);
  return { from: 'search_documents d', where: tests.join(' AND '), urn: 'd.urn', score: null };
}

function equal({ field, values, negated }: Rule, params: Params): string {
  const objects = values.map((value) => JSON.stringify({ [field]: [value] }));
  const test = `d.fields @> ANY(${params.add(objects, 'text[]')}::jsonb[])`;
  return negated ? `NOT ${test}` : test;
}
