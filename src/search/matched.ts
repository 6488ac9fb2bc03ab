import { decodedPart } from '../aspects/key-aspect.js';
import { asName } from './field-sql.js';
import { fieldNamed, textFields } from './fields.js';
import type { QueryNode } from './query-node.js';
import type { Term } from './query-term.js';
import { parseQuery } from './query-text.js';
import type { Filter } from './request.js';
import { passes } from './value-test.js';
import { splitWords, toTokens } from './words.js';
import { type TagsOfWords, toKey, toPattern } from './words-store.js';

/** Why an entity is found: a value of one of its fields. */
export interface MatchedField {
  /** DataHub's name of the field. */
  readonly name: string;
  readonly value: string;
  /** The value, if it is the URN of an entity. */
  readonly urn: string | null;
}

/** Returns what the query asks to be there: its terms, without those that must not match. */
export const positiveTerms = (query: string): Term[] => withoutNegations(parseQuery(query));

function withoutNegations(node: QueryNode | null): Term[] {
  if (node === null || node.kind === 'not') return [];
  return node.kind === 'term' ? [node] : node.of.flatMap(withoutNegations);
}

/** Returns the tags that rules ask for, or that words of the query find. */
export function wantedTags(filter: Filter, terms: readonly Term[], tags: TagsOfWords): string[] {
  const isOfTags = (name: string) => fieldNamed(name)?.sources.some(({ kind }) => kind === 'tags') ?? false;
  const rules = filter.flat().filter(({ field, negated }) => !negated && isOfTags(field));
  return [
    ...new Set([
      ...rules.flatMap(({ condition, values }) => (['EQUAL', 'IN'].includes(condition) ? values : [])),
      ...terms.flatMap((term) => tags.get(toKey(term) ?? '') ?? []),
      ...terms.flatMap(({ form, text }) => (form === 'urn' && text.startsWith('urn:li:tag:') ? [text] : [])),
    ]),
  ];
}

/** Texts of documents, in which terms are sought. */
export const searchedFields: readonly string[] = [...textFields.keys()].filter(
  (name) => name !== 'fieldPaths',
);

/** A term, with what is the same for all values. */
export interface Sought {
  readonly term: Term;
  /** Lower case: every value that the term matches has it. */
  readonly needed: string;
  readonly phrases: readonly (readonly string[])[];
}

/** Returns the terms that are sought in texts. */
export const toSought = (terms: readonly Term[]): Sought[] =>
  terms.flatMap((term) => {
    const needed = term.form === 'urn' ? null : neededText(term);
    return needed === null ? [] : [{ term, needed, phrases: toPhrases(term) }];
  });

/** Whether a value of a field is what one of the terms looks for. */
export function isMatchedBy(sought: readonly Sought[], name: string, value: string): boolean {
  const text = value.toLowerCase();
  let places: Places | undefined;
  return sought.some(({ term, needed, phrases }) => {
    if (!text.includes(needed)) return false;
    if (term.field !== null && !isOfField(term, name)) return false;
    if (term.form === 'pattern')
      return (
        (textFields.get(name) === 'A' || term.field !== null) &&
        passes({ kind: 'pattern', patterns: [toPattern(term)] }, asName(value))
      );
    places ??= findPlaces(name === 'id' ? decodedPart(value) : value);
    return phrases.some((phrase) => areIn(places!, phrase, term.prefix));
  });
}

const isOfField = ({ field }: Term, name: string) =>
  field!.sources.some(
    (source) =>
      (source.kind === 'stored' && source.name === name) ||
      (source.kind === 'columns' && name === 'fieldPaths'),
  );

const toPhrases = ({ text }: Term) => [text, text.toLowerCase()].map(toTokens);

/** Whether the words of a term follow each other in a text, as those of documents do. */
export function hasPhrase(value: string, term: Term): boolean {
  const places = findPlaces(value);
  return toPhrases(term).some((phrase) => areIn(places, phrase, term.prefix));
}

/** The words of a text at each position: at that of its first part a word is also found as a whole. */
type Places = readonly (readonly string[])[];

const findPlaces = (text: string): Places =>
  [...splitWords(text)].flatMap(({ parts, whole }) =>
    parts.map((part, index) => (index === 0 ? [part, whole] : [part])),
  );

function areIn(places: Places, words: readonly string[], prefix: boolean): boolean {
  if (words.length === 0) return false;
  const isLast = (index: number) => index === words.length - 1;
  const fits = (word: string, index: number, place: readonly string[] = []) =>
    place.some((found) => (prefix && isLast(index) ? found.startsWith(word) : found === word));
  return places.some((_, start) => words.every((word, index) => fits(word, index, places[start + index])));
}

/** Returns a text that every value has that a term matches, in lower case; null when there is none. */
export function neededText(term: Term): string | null {
  const texts = term.form === 'pattern' ? toPattern(term) : toTokens(term.text.toLowerCase());
  return texts.reduce<string | null>((best, text) => (text.length > (best?.length ?? 0) ? text : best), null);
}
