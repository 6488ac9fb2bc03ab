import { badRequest } from '../core/errors.js';
import type { Query, QueryOptions } from '../db/query.js';
import { asName } from './field-sql.js';
import { maxTerms } from './query-limits.js';
import type { QueryNode } from './query-node.js';
import type { Term } from './query-term.js';
import { parseQuery } from './query-text.js';
import { toLike } from './value-test.js';
import { toTokens } from './words.js';

/** Tags that a word finds what they are on by. */
export const maxTagsOfWord = 1_000;

/** The tags that the terms of a query find, by `toKey`. */
export type TagsOfWords = ReadonlyMap<string, readonly string[]>;

/**
 * Returns a term in PostgreSQL's language of words; null when it has no words. A word with camel case is found as its
 * parts, and written without.
 */
export function wordsQuery({ form, text, prefix }: Term, weight = ''): string | null {
  if (form === 'pattern') return null;
  const words = toTokens(text);
  if (words.length === 0) return null;
  const forms = new Set([
    phrase(words, prefix, weight),
    phrase(toTokens(text.toLowerCase()), prefix, weight),
  ]);
  // Columns are also found by their whole names (word-vector.ts).
  if (form === 'word' && words.length > 1) forms.add(phrase([words.join('').slice(0, 100)], prefix, weight));
  return `(${[...forms].join(' | ')})`;
}

function phrase(words: readonly string[], prefix: boolean, weight: string): string {
  if (words.length > maxTerms)
    throw badRequest(`a part of the query has ${words.length} words; at most ${maxTerms} are allowed`);
  return words
    .map((word, index) => {
      const marks = `${prefix && index === words.length - 1 ? '*' : ''}${weight}`;
      return marks === '' ? `'${word}'` : `'${word}':${marks}`;
    })
    .join(' <-> ');
}

/** Returns all terms of a query. */
export function collectTerms(node: QueryNode | null): Term[] {
  if (node === null) return [];
  if (node.kind === 'term') return [node];
  return node.kind === 'not' ? collectTerms(node.of) : node.of.flatMap(collectTerms);
}

const ofTags = (term: Term) => term.field?.sources.some(({ kind }) => kind === 'tags') ?? false;

/** Null for a term that finds nothing by tags. */
export function toKey(term: Term): string | null {
  if (term.field === null) return wordsQuery(term);
  return ofTags(term) && term.form !== 'urn' ? `names ${toLike(toPattern(term))}` : null;
}

/** Returns what a value is like as a whole: the texts between its `*`. */
export const toPattern = ({ parts, prefix }: Term): string[] => [
  ...parts.map(asName),
  ...(prefix ? [''] : []),
];

/**
 * Returns the tags that the terms of a query find, at most 1,000 for each: by a word of the tag's document, and by its id
 * or name for `tags:x`.
 *
 * @throws BAD_REQUEST when the query is not valid
 */
export async function tagsForWords(
  read: Query,
  query: string,
  options: QueryOptions = {},
): Promise<TagsOfWords> {
  const keyed = new Map(collectTerms(parseQuery(query)).map((term) => [toKey(term), term]));
  const words: string[] = [];
  const names: [key: string, like: string][] = [];
  for (const [key, term] of keyed) {
    if (key !== null && term.field === null) words.push(key);
    else if (key !== null) names.push([key, toLike(toPattern(term))]);
  }
  if (words.length === 0 && names.length === 0) return new Map();
  const rows = await read<{ key: string; tags: string[] }>(
    `SELECT q.key, ARRAY(SELECT d.urn FROM search_documents d
                          WHERE d.type = 'tag' AND d.words @@ q.key::tsquery
                          ORDER BY d.urn LIMIT ${maxTagsOfWord}) AS tags
       FROM unnest($1::text[]) AS q(key)
     UNION ALL
     SELECT q.key, ARRAY(SELECT d.urn FROM search_documents d
                          WHERE d.type = 'tag' AND d.urn >= 'urn:li:tag:' AND d.urn < 'urn:li:tag;'
                            AND EXISTS (SELECT FROM unnest(string_to_array(d.names, E'\\n')) AS x(name)
                                         WHERE x.name LIKE q.pattern)
                          ORDER BY d.urn LIMIT ${maxTagsOfWord})
       FROM unnest($2::text[], $3::text[]) AS q(key, pattern)`,
    [words, names.map(([key]) => key), names.map(([, like]) => like)],
    { ...options, customPlan: true },
  );
  return new Map(rows.map(({ key, tags }) => [key, tags]));
}
