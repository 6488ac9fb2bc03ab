import type { Actor } from '../core/actor.js';
import { CatalogError } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { warn } from '../core/warn.js';
import { runInTurns } from '../scheduling/steps.js';
import { maxTerms, maxTextLength } from './query-limits.js';
import type { QueryNode } from './query-node.js';
import type { Term } from './query-term.js';
import { isStructured, parseQuery } from './query-text.js';
import type { SearchRequest } from './request.js';
import { findSimilar, similarPatterns } from './similar-words.js';
import { toTokens } from './words.js';

/** A query that finds entities in place of one that finds none. */
export interface Relaxed {
  /** In the language of `/q`. */
  readonly query: string;
  /** Words of the given query that no entity has, and no name has a similar one. */
  readonly ignored: readonly string[];
  readonly corrections: readonly Correction[];
  /** How many of the words each result has at least, corrected or not. */
  readonly required: number;
  /** The number of words of the given query. */
  readonly words: number;
}

export interface Correction {
  readonly word: string;
  /** Words of names that one letter tells from it. Results have one of them. */
  readonly similar: readonly string[];
}

/** A query with more words is taken as it is. Each word is looked up. */
const maxWords = 8;
/** Words that stand in for one that is not found. */
const maxSimilar = 3;

interface Deps {
  /** Whether anything matches a request. */
  matches(actor: Actor, request: SearchRequest): Promise<boolean>;
  /** Returns names that are like one of these patterns, of what matches a request. */
  readNames(actor: Actor, request: SearchRequest, patterns: readonly string[]): Promise<readonly string[]>;
}

/**
 * Returns the query that is nearest to one that finds nothing: with words of names that are one letter apart in place of
 * words that are not found, and with as many of the words as can be had together, at least half of them. Phrases,
 * patterns and URNs stay. Types, filters and what the caller may see stay as well.
 *
 * @returns null when something matches the request, nothing is near, or the query is in the language of `/q`
 */
export function forgiving({ matches, readNames }: Deps) {
  async function findForms(actor: Actor, request: SearchRequest, word: string) {
    const patterns = similarPatterns(word);
    if (patterns.length === 0) return [];
    const names = await readNames(actor, { ...request, query: '*' }, patterns);
    return runInTurns(findSimilar(word, names, maxSimilar));
  }

  async function relax(actor: Actor, request: SearchRequest): Promise<Relaxed | null> {
    const plain = readPlain(request.query);
    if (plain === null || (await matches(actor, request))) return null;
    const { words, kept } = plain;
    const forms: (readonly string[])[] = [];
    const ignored: string[] = [];
    const corrections: Correction[] = [];
    for (const word of words) {
      const query = toQuery(kept, [[word]], 1);
      if (query === null) return null;
      if (words.length > 1 && (await matches(actor, { ...request, query }))) forms.push([word]);
      else {
        const similar = await findForms(actor, request, word);
        if (similar.length === 0) ignored.push(word);
        else {
          forms.push(similar);
          corrections.push({ word, similar });
        }
      }
    }
    for (let required = forms.length; required > 0 && required * 2 >= words.length; required -= 1) {
      const query = toQuery(kept, forms, required);
      if (query !== null && (await matches(actor, { ...request, query })))
        return { query, ignored, corrections, required, words: words.length };
    }
    return null;
  }

  return async (actor: Actor, request: SearchRequest): Promise<Relaxed | null> => {
    try {
      const relaxed = await relax(actor, request);
      if (relaxed) warn(actor, describe(relaxed));
      return relaxed;
    } catch (error) {
      if (!(error instanceof CatalogError && error.type === 'SERVICE_UNAVAILABLE')) throw error;
      warn(actor, 'nothing matches the query; looking for similar words took too long');
      return null;
    }
  };
}

/** Returns what the results have of the query, for people. */
function describe({ ignored, corrections, required, words }: Relaxed): string {
  const parts = [
    ...corrections.map(
      ({ word, similar }) => `have ${similar.map(quoted).join(' or ')} in place of ${quoted(word)}`,
    ),
    ...(ignored.length === 0 ? [] : [`lack ${ignored.map(quoted).join(' and ')}`]),
    ...(required === words - ignored.length ? [] : [`have at least ${required} of its ${words} words`]),
  ];
  return `the query as it is finds nothing; the results ${parts.join(', ') || 'have its words apart'}`;
}

/** Returns the words of a query, each once, and what else it asks for; null when it is to be taken as it is. */
function readPlain(
  text: string,
): { readonly words: readonly string[]; readonly kept: readonly string[] } | null {
  const node = isStructured(text) ? null : parseQuery(text);
  const terms = node?.kind === 'and' ? node.of : node === null ? [] : [node];
  if (!terms.every(isTerm)) return null;
  const words = new Set(terms.filter(isWord).flatMap(({ text }) => toTokens(text)));
  if (words.size === 0 || words.size > maxWords) return null;
  return { words: [...words], kept: terms.filter((each) => !isWord(each)).map(toText) };
}

const isTerm = (node: QueryNode): node is Term => node.kind === 'term';
/** Quotes make a word one to be met as it is. */
const isWord = ({ form, prefix }: Term) => form === 'word' && prefix;

/** Returns a query for as many of the words; null when it would be too long for a query. @param forms of each word */
function toQuery(
  kept: readonly string[],
  forms: readonly (readonly string[])[],
  required: number,
): string | null {
  const chosen = subsets(forms, required);
  if (kept.length + chosen.flat(2).length > maxTerms) return null;
  const toWords = (each: readonly string[]) => joinAlternatives(each.map((word) => `${word}*`));
  const choices = chosen.map((each) => each.map(toWords).join(' AND '));
  const query = `/q ${[...kept, joinAlternatives(choices)].join(' AND ')}`;
  return query.length > maxTextLength ? null : query;
}

function joinAlternatives(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  return others.length === 0 ? first : `(${texts.map((text) => `(${text})`).join(' OR ')})`;
}

/** Returns all choices of as many items, in their order. */
function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/** Returns a term that is not a word, as it is written after `/q`. */
function toText({ form, parts }: Term): string {
  if (form === 'pattern') return parts.map((part) => part.replace(/[^\p{L}\p{N}\p{M}]/gu, '\\$&')).join('*');
  return `"${parts[0]!.replace(/["\\]/g, '\\$&')}"`;
}
