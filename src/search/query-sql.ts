import { namesCondition, storedEqual } from './field-sql.js';
import { fieldTerm } from './field-term-sql.js';
import { findField } from './fields.js';
import type { Params } from './params.js';
import type { QueryNode } from './query-node.js';
import type { Term } from './query-term.js';
import { type TagsOfWords, toKey, toPattern, wordsQuery } from './words-store.js';

/**
 * A part of a query: words, or entities with one of these tags; or other conditions. The SQL depends on the position:
 * alone, conditions begin with an index; below NOT or OR, they test each document.
 */
type Part = Words | { readonly kind: 'sql'; readonly alone: () => string; readonly nested: () => string };

interface Words {
  readonly kind: 'words';
  readonly words: string;
  readonly tags: readonly string[];
}

const isPlain = (part: Part): part is Words => part.kind === 'words' && part.tags.length === 0;

const sql = (nested: () => string, alone = nested): Part => ({ kind: 'sql', alone, nested });

/** The documents among which a query finds others, as `d`, and the condition of it; none when these are all. */
export interface QueryMatch {
  readonly from: string;
  readonly condition: string | null;
}

/** Parts with tags that are looked up in every combination; others are conditions. */
const maxCombined = 2;

/**
 * Returns SQL of the matches of a query. Documents with a word and entities with a tag with this word are each found by
 * an index, in two selects without common rows: the database overestimates the number of documents with a prefix too
 * much to join them by their URNs.
 */
export function queryMatch(node: QueryNode, tags: TagsOfWords, params: Params): QueryMatch {
  const of = node.kind === 'and' ? node.of : [node];
  const parts = of.map((each) => createPart(each, tags, params));
  const combined = parts
    .filter((part) => part.kind === 'words' && part.tags.length > 0)
    .slice(0, maxCombined);
  const others = parts.filter((part) => !combined.includes(part));
  if (combined.length === 0)
    return { from: 'search_documents d', condition: alone(conjunction(others, params), params) };
  const plain = others.flatMap((part) => (isPlain(part) ? [part.words] : []));
  const rest = others.filter((part) => !isPlain(part));
  const selects = combinations(combined as Words[]).map((chosen) => {
    const query = [...plain, ...chosen.map(({ part, byTag }) => (byTag ? `!(${part.words})` : part.words))];
    const tests = chosen.flatMap(({ part, byTag }) => (byTag ? [taggedIn(part.tags, params)] : []));
    return `SELECT w.* FROM search_documents w WHERE ${[`w.words @@ ${words(joined(query, '&'), params)}`, ...tests].join(' AND ')}`;
  });
  return {
    from: `(${selects.join(' UNION ALL ')}) d`,
    condition: rest.length === 0 ? null : alone(conjunction(rest, params), params),
  };
}

interface Choice {
  readonly part: Words;
  readonly byTag: boolean;
}

const combinations = (parts: readonly Words[]): Choice[][] =>
  parts.reduce<Choice[][]>(
    (rows, part) => [false, true].flatMap((byTag) => rows.map((row) => [...row, { part, byTag }])),
    [[]],
  );

const taggedIn = (tags: readonly string[], params: Params) =>
  `w.urn IN (SELECT t.entity_urn FROM current_tagged_entities t WHERE t.tag_urn = ANY(${params.add(tags, 'text[]')}))`;

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
  // Ranking a phrase compares all places of its words with each other.
  return found === null ? [] : [found.replaceAll(' <-> ', ' | ')];
}

function createPart(node: QueryNode, tags: TagsOfWords, params: Params): Part {
  if (node.kind === 'term') return termPart(node, tags, params);
  if (node.kind === 'not') return negated(createPart(node.of, tags, params), params);
  const parts = node.of.map((each) => createPart(each, tags, params));
  return node.kind === 'and' ? conjunction(parts, params) : disjunction(parts, params);
}

function negated(part: Part, params: Params): Part {
  if (isPlain(part)) return { ...part, words: `!(${part.words})` };
  return sql(() => `NOT ${nested(part, params)}`);
}

/** Words that find no tags are one look-up in the index. */
function conjunction(parts: readonly Part[], params: Params): Part {
  const words = parts.flatMap((part) => (isPlain(part) ? [part.words] : []));
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

const alone = (part: Part, params: Params) => (part.kind === 'sql' ? part.alone() : nested(part, params));

function nested(part: Part, params: Params): string {
  if (part.kind === 'sql') return part.nested();
  const found = `d.words @@ ${words(part.words, params)}`;
  return part.tags.length === 0 ? `(${found})` : `(${found} OR ${tagged(part.tags, params)})`;
}

const words = (text: string, params: Params) => `${params.add(text, 'text')}::tsquery`;

const tagged = (tags: readonly string[], params: Params) =>
  `EXISTS (SELECT FROM current_tagged_entities t WHERE t.entity_urn = d.urn AND t.tag_urn = ANY(${params.add(tags, 'text[]')}))`;

function termPart(term: Term, tags: TagsOfWords, params: Params): Part {
  if (term.field !== null) return sql(() => fieldTerm(term, term.field!, tags, params));
  if (term.form === 'urn') return urnPart(term.text, params);
  if (term.form === 'pattern' && term.text.startsWith('urn:'))
    return sql(() => fieldTerm(term, findField('urn'), tags, params));
  if (term.form === 'pattern') return sql(() => namesCondition(toPattern(term), params));
  const found = wordsQuery(term);
  if (found === null) return sql(() => namesCondition(['', term.text, ''], params));
  return { kind: 'words', words: found, tags: tags.get(toKey(term)!) ?? [] };
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
      UNION SELECT t.entity_urn FROM current_tagged_entities t WHERE t.tag_urn = ${params.add(urn, 'text')})`,
  );
