import { tokensOf } from '../core/words.js';
import { fieldCondition, namesCondition, storedEqual } from './field-store.js';
import type { Field } from './fields.js';
import type { Params } from './params.js';
import type { QueryNode, Term } from './query-text.js';
import type { ValueTest } from './value-test.js';
import { keyOf, patternOf, type TagsOfWords, wordsQuery } from './words-store.js';

/**
 * A part of a query: words, or what has one of these tags; or other conditions. SQL is made when it is known where it
 * stands: alone, conditions begin with an index; below NOT or OR they test each document.
 */
type Part =
  | { readonly kind: 'words'; readonly words: string; readonly tags: readonly string[] }
  | { readonly kind: 'sql'; readonly alone: () => string; readonly nested: () => string };

const sql = (nested: () => string, alone = nested): Part => ({ kind: 'sql', alone, nested });

/** Returns the condition that a document matches a query. */
export function queryCondition(node: QueryNode, tags: TagsOfWords, params: Params): string {
  return alone(partOf(node, tags, params), params);
}

/** Returns the words that a query looks for in PostgreSQL's language, as alternatives; null when there are none. */
export function scoredWords(node: QueryNode): string | null {
  const words = [...new Set(positiveWords(node))];
  return words.length === 0 ? null : words.join(' | ');
}

function positiveWords(node: QueryNode): string[] {
  if (node.kind === 'not') return [];
  if (node.kind !== 'term') return node.of.flatMap(positiveWords);
  if (node.form === 'urn' || node.field?.weight === null) return [];
  const found = wordsQuery(node, node.field?.weight ?? '');
  return found === null ? [] : [found];
}

function partOf(node: QueryNode, tags: TagsOfWords, params: Params): Part {
  if (node.kind === 'term') return termPart(node, tags, params);
  if (node.kind === 'not') return negated(partOf(node.of, tags, params), params);
  const parts = node.of.map((each) => partOf(each, tags, params));
  return node.kind === 'and' ? conjunction(parts, params) : disjunction(parts, params);
}

function negated(part: Part, params: Params): Part {
  if (part.kind === 'words' && part.tags.length === 0) return { ...part, words: `!(${part.words})` };
  return sql(() => `NOT ${nested(part, params)}`);
}

/** Words that find no tags are one look-up in the index. */
function conjunction(parts: readonly Part[], params: Params): Part {
  const isPlain = (part: Part) => part.kind === 'words' && part.tags.length === 0;
  const words = parts.flatMap((part) => (part.kind === 'words' && isPlain(part) ? [part.words] : []));
  const together: Part[] = words.length === 0 ? [] : [{ kind: 'words', words: joined(words, '&'), tags: [] }];
  const all = [...together, ...parts.filter((part) => !isPlain(part))];
  if (all.length === 1) return all[0]!;
  if (all.length === 0) return sql(() => 'true');
  return sql(
    () => `(${all.map((part) => nested(part, params)).join(' AND ')})`,
    () => `(${all.map((part) => alone(part, params)).join(' AND ')})`,
  );
}

function disjunction(parts: readonly Part[], params: Params): Part {
  const ofWords = parts.flatMap((part) => (part.kind === 'words' ? [part] : []));
  const together: Part = {
    kind: 'words',
    words: joined(
      ofWords.map(({ words }) => words),
      '|',
    ),
    tags: [...new Set(ofWords.flatMap(({ tags }) => tags))],
  };
  if (ofWords.length === parts.length) return together;
  const all = [...(ofWords.length === 0 ? [] : [together]), ...parts.filter(({ kind }) => kind !== 'words')];
  return sql(() => `(${all.map((part) => nested(part, params)).join(' OR ')})`);
}

const joined = (words: readonly string[], operator: '&' | '|') =>
  words.length === 1 ? words[0]! : `(${words.join(` ${operator} `)})`;

function alone(part: Part, params: Params): string {
  if (part.kind === 'sql') return part.alone();
  if (part.tags.length === 0) return nested(part, params);
  return `d.urn IN (
    SELECT w.urn FROM search_documents w WHERE w.words @@ ${words(part.words, params)}
    UNION SELECT t.entity_urn FROM tagged_entities t WHERE t.tag_urn = ANY(${params.add(part.tags, 'text[]')}))`;
}

function nested(part: Part, params: Params): string {
  if (part.kind === 'sql') return part.nested();
  const found = `d.words @@ ${words(part.words, params)}`;
  return part.tags.length === 0 ? `(${found})` : `(${found} OR ${tagged(part.tags, params)})`;
}

const words = (text: string, params: Params) => `${params.add(text, 'text')}::tsquery`;

const tagged = (tags: readonly string[], params: Params) =>
  `EXISTS (SELECT FROM tagged_entities t WHERE t.entity_urn = d.urn AND t.tag_urn = ANY(${params.add(tags, 'text[]')}))`;

function termPart(term: Term, tags: TagsOfWords, params: Params): Part {
  if (term.field !== null) return sql(() => fieldTerm(term, term.field!, tags, params));
  if (term.form === 'urn') return urnPart(term.text, params);
  if (term.form === 'pattern') return sql(() => namesCondition(patternOf(term), params));
  const found = wordsQuery(term);
  if (found === null) return sql(() => namesCondition(['', term.text, ''], params));
  return { kind: 'words', words: found, tags: tags.get(keyOf(term)!) ?? [] };
}

const urnFields = ['owners', 'domains', 'glossaryTerms', 'container', 'platform', 'platformInstance'];

/** The entity itself, and what refers to it. */
const urnPart = (urn: string, params: Params): Part =>
  sql(
    () =>
      `(d.urn = ${params.add(urn, 'text')} OR ${storedEqual(urnFields, [urn], params)} OR ${tagged([urn], params)})`,
    () => `d.urn IN (
      SELECT ${params.add(urn, 'text')}
      UNION SELECT d.urn FROM search_documents d WHERE ${storedEqual(urnFields, [urn], params)}
      UNION SELECT t.entity_urn FROM tagged_entities t WHERE t.tag_urn = ${params.add(urn, 'text')})`,
  );

/** Returns the condition of `field:value`. */
function fieldTerm(term: Term, field: Field, tags: TagsOfWords, params: Params): string {
  const test = (each: ValueTest) => fieldCondition(field, each, params);
  const pattern = patternOf(term);
  if (pattern.length > 1 && pattern.every((text) => text === '')) return test({ kind: 'exists' });
  const key = keyOf(term);
  if (key !== null) {
    const own = pattern.length === 1 ? [`urn:li:tag:${term.text}`] : [];
    return test({ kind: 'equal', values: [...new Set([...(tags.get(key) ?? []), ...own])] });
  }
  if (field.weight !== null && term.form !== 'pattern') {
    const found = wordsQuery(term, field.weight);
    const tokens = tokensOf(term.text);
    if (found !== null) {
      // The weight stands for several fields. Other letters than those of ASCII have no case in some locales.
      const weighted = `d.words @@ ${words(found, params)}`;
      if (!tokens.every((token) => /^[ -~]*$/.test(token))) return `(${weighted})`;
      return `(${weighted} AND ${test({ kind: 'pattern', patterns: [['', ...tokens, '']] })})`;
    }
    return test({ kind: 'pattern', patterns: [['', term.text, '']] });
  }
  if (pattern.length > 1) return test({ kind: 'pattern', patterns: [pattern] });
  if (field.sources.some(({ kind }) => kind === 'type' || kind === 'removed' || kind === 'has'))
    return test({ kind: 'pattern', patterns: [[term.text]] });
  const { text } = term;
  const spellings = [text, text.toLowerCase(), text.toUpperCase()];
  const urns = field.urnTypes.flatMap((type) => spellings.map((each) => `urn:li:${type}:${each}`));
  return test({ kind: 'equal', values: [...new Set([...spellings, ...urns])] });
}
