import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { quoted } from '../core/urn.js';
import { type Field, fieldNamed, unknownField } from './fields.js';
import { maxNesting, maxTerms, maxTextLength } from './query-limits.js';
import { partsOf, type Term, term, urnOf, value } from './query-term.js';
import { expectedInstead } from './typed-value.js';

export type QueryNode =
  | Term
  | { readonly kind: 'and' | 'or'; readonly of: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly of: QueryNode };

/**
 * Returns what the text of a query asks for; null: everything.
 *
 * @throws BAD_REQUEST when the text is too long or not a query
 */
export function parseQuery(text: string): QueryNode | null {
  if (text.length > maxTextLength)
    throw badRequest(`the query has ${text.length} characters; at most ${maxTextLength} are allowed`);
  const reason = invalidTextReason(text);
  if (reason !== null) throw badRequest(`the query ${reason}`);
  const structured = /^\s*\/q(?=\s|$)/.exec(text);
  return structured ? new Parser(text, structured[0].length).parse() : parsePlain(text);
}

const plainPart = /"([^"]*)(?:"|$)|[^\s"]+/g;
const hasWords = (text: string) => /[\p{L}\p{N}\p{M}]/u.test(text);

/** All words must match, as prefixes. A text that is a URN as a whole is also one, with its spaces, quotes and `*`. */
function parsePlain(text: string): QueryNode | null {
  const terms: Term[] = [];
  for (const [part, phrase] of text.matchAll(plainPart)) {
    if (phrase !== undefined) {
      if (phrase.trim() !== '') terms.push(value([phrase]));
    } else if (!/^\*+$/.test(part)) {
      terms.push(value(part.split('*'), null, true));
    }
  }
  if (terms.length > maxTerms) throw tooManyTerms();
  // Signs between words say nothing; alone they are part of a name.
  const said = terms.filter((each) => hasWords(each.text));
  const parts = said.length > 0 ? said : terms.map(({ parts }) => term('pattern', ['', ...parts, '']));
  const whole = urnOf(text.trim());
  const isOneUrn = whole !== null && (parts.length > 1 || parts[0]!.form !== 'urn');
  return isOneUrn ? { kind: 'or', of: [term('urn', [whole]), all(parts)!] } : all(parts);
}

const all = (of: readonly QueryNode[]): QueryNode | null =>
  of.length > 1 ? { kind: 'and', of } : (of[0] ?? null);

const tooManyTerms = () => badRequest(`the query has more than ${maxTerms} words and patterns`);

const space = /[\s+]*/y;
const and = /(?:AND(?=[\s()"]|$)|&&)/y;
const or = /(?:OR(?=[\s()"]|$)|\|\|)/y;
const not = /(?:NOT(?=[\s()"]|$)|[-!])/y;
const fieldName = /(?!urn:li:)([A-Za-z_][\w.]*):\s*/y;
const wordText = /(?:\\.|[^\s"()+\\])+/y;
const phraseText = /"((?:\\.|[^"\\])*)"/y;
/** Quotes that people type or paste in place of `"`. */
const otherQuote = /^[\p{Quotation_Mark}`´]/u;
const urnStart = /urn\\?:li\\?:/y;

/** Reads the text after `/q`. */
class Parser {
  readonly #text: string;
  #at: number;
  #terms = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  parse(): QueryNode | null {
    this.#take(space);
    if (/^\**\s*$/.test(this.#text.slice(this.#at))) return null;
    const node = this.#or(null, 0);
    if (this.#at < this.#text.length) throw this.#wrong('")" has no "(" before it');
    return node;
  }

  #or(field: Field | null, depth: number): QueryNode | null {
    if (depth > maxNesting) throw this.#wrong(`more than ${maxNesting} levels of parentheses`);
    const alternatives: (QueryNode | null)[] = [this.#and(field, depth)];
    while (this.#take(or)) alternatives.push(this.#and(field, depth));
    // `*` matches everything, and then so does the whole.
    if (alternatives.includes(null)) return null;
    return alternatives.length > 1
      ? { kind: 'or', of: alternatives as QueryNode[] }
      : (alternatives[0] as QueryNode);
  }

  #and(field: Field | null, depth: number): QueryNode | null {
    const parts: QueryNode[] = [];
    let count = 0;
    for (;;) {
      this.#take(space);
      if (count > 0 && this.#take(and)) this.#take(space);
      else if (count > 0 && (this.#ends() || this.#sees(or))) return all(parts);
      const part = this.#unary(field, depth);
      if (part !== null) parts.push(part);
      count += 1;
    }
  }

  #unary(field: Field | null, depth: number): QueryNode | null {
    let negations = 0;
    while (this.#take(not)) {
      negations += 1;
      this.#take(space);
    }
    const node = this.#primary(field, depth);
    return negations % 2 === 0 ? node : { kind: 'not', of: node ?? everything };
  }

  #primary(field: Field | null, depth: number): QueryNode | null {
    if (this.#ends() || this.#sees(or) || this.#sees(and)) throw this.#wrong('a word is missing');
    if (this.#text[this.#at] === '(') {
      this.#at += 1;
      const node = this.#or(field, depth + 1);
      this.#take(space);
      if (this.#text[this.#at] !== ')') throw this.#wrong('")" is missing');
      this.#at += 1;
      return node;
    }
    const named = field === null ? this.#take(fieldName) : null;
    if (named) return this.#primary(this.#field(named), depth);
    return this.#term(field);
  }

  #field([text, given = '']: RegExpExecArray): Field {
    const found = fieldNamed(given === 'tag' ? 'tags' : given);
    if (found) return found;
    this.#at -= text.length;
    throw this.#wrong(unknownField(given));
  }

  #term(field: Field | null): QueryNode | null {
    this.#terms += 1;
    if (this.#terms > maxTerms) throw tooManyTerms();
    const start = this.#at;
    if (this.#text[start] === '"') {
      const phrase = this.#take(phraseText);
      if (!phrase) throw this.#wrong('the quote is not closed');
      const text = phrase[1]!.replace(/\\(.)/g, '$1');
      if (field !== null && text.trim() === '') throw this.#wrong('the value is empty');
      return this.#value([text], field, start);
    }
    if (field !== null && /[[{<>]/.test(this.#text[start]!))
      throw this.#wrong('ranges are rules of a filter, with GREATER_THAN or LESS_THAN');
    const word = this.#sees(urnStart) ? this.#urn() : this.#take(wordText)?.[0];
    if (!word) throw this.#wrong('"\\" has no character after it');
    if (/^\*+$/.test(word)) return field === null ? null : term('pattern', ['', ''], field);
    if (field !== null && otherQuote.test(word))
      throw this.#noValue(word, field, `double quotes around it, or "\\" before ${word[0]}`, start);
    return this.#value(partsOf(word), field, start);
  }

  /** What would find nothing, and its negation everything, is refused in both: a deletion may be by a query. */
  #value(parts: readonly string[], field: Field | null, start: number): Term {
    const expected = field && expectedInstead(field, parts);
    if (expected) throw this.#noValue(parts.join('*'), field!, expected, start);
    return value(parts, field);
  }

  #noValue(given: string, { name }: Field, expected: string, start: number) {
    this.#at = start;
    return this.#wrong(`${quoted(given)} is no value of ${name}; expected ${expected}`);
  }

  /** A URN may have pairs of parentheses. */
  #urn(): string {
    const start = this.#at;
    let open = 0;
    for (; this.#at < this.#text.length && !/[\s"]/.test(this.#text[this.#at]!); this.#at += 1) {
      if (this.#text[this.#at] === '\\') this.#at += 1;
      else if (this.#text[this.#at] === '(') open += 1;
      else if (this.#text[this.#at] === ')' && --open < 0) break;
    }
    return this.#text.slice(start, this.#at);
  }

  #ends(): boolean {
    return this.#at >= this.#text.length || this.#text[this.#at] === ')';
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  #wrong(what: string) {
    const character = [...this.#text.slice(0, this.#at)].length + 1;
    return badRequest(`the query ${quoted(this.#text)} is wrong at character ${character}: ${what}`);
  }
}

/** `NOT *`: an `and` of nothing holds always. */
const everything: QueryNode = { kind: 'and', of: [] };
