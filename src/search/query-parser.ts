import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { type Field, fieldNamed, unknownField } from './fields.js';
import { maxNesting, maxTerms } from './query-limits.js';
import { all, type QueryNode, tooManyTerms } from './query-node.js';
import { splitParts, type Term, term, value } from './query-term.js';
import { expectedInstead } from './typed-value.js';

const space = /[\s+]*/y;
const and = /(?:AND(?=[\s()"]|$)|&&)/y;
const or = /(?:OR(?=[\s()"]|$)|\|\|)/y;
const not = /(?:NOT(?=[\s()"]|$)|[-!])/y;
const fieldName = /(?!urn:li:)([A-Za-z_][\w.]*):\s*/y;
const wordText = /(?:\\.|[^\s"()+\\])+/y;
const phraseText = /"((?:\\.|[^"\\])*)"/y;
/** Quotes that people type or paste instead of `"`. */
const otherQuote = /^[\p{Quotation_Mark}`´]/u;
/** Lucene's similar texts and weights. */
const modifier = /(?<!\\)(?:~\d*|\^\d[\d.]*)$/;
const urnStart = /urn\\?:li\\?:/y;

/** Reads the text after `/q`. */
export class QueryParser {
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
      if (this.#sees(/[~^]\d/y)) throw this.#modified();
      const text = phrase[1]!.replace(/\\(.)/g, '$1');
      if (field !== null && text.trim() === '') throw this.#wrong('the value is empty');
      return this.#value([text], field, start);
    }
    if (field !== null && /[[{<>]/.test(this.#text[start]!))
      throw this.#wrong('ranges are possible only in a filter, with GREATER_THAN or LESS_THAN');
    const word = this.#sees(urnStart) ? this.#urn() : this.#take(wordText)?.[0];
    if (!word) throw this.#wrong('"\\" has no character after it');
    if (/^\*+$/.test(word)) return field === null ? null : term('pattern', ['', ''], field);
    if (field !== null && otherQuote.test(word))
      throw this.#noValue(word, field, `double quotes around it, or "\\" before ${word[0]}`, start);
    if (field !== null && modifier.test(word)) throw this.#modified();
    return this.#value(splitParts(word), field, start);
  }

  #modified() {
    return this.#wrong(
      'similar texts (~) and weights (^) are not supported; "\\" before the character makes it ordinary',
    );
  }

  /**
   * A value that would match nothing, and whose negation would match everything, is refused in both cases, because a
   * deletion may use the query.
   */
  #value(parts: readonly string[], field: Field | null, start: number): Term {
    const expected = field && expectedInstead(field, parts);
    if (expected) throw this.#noValue(parts.join('*'), field!, expected, start);
    return value(parts, field);
  }

  #noValue(given: string, { name }: Field, expected: string, start: number) {
    this.#at = start;
    return this.#wrong(`${quoted(given)} is not a value of ${name}; expected ${expected}`);
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
    return badRequest(`the query ${quoted(this.#text)} is invalid at character ${character}: ${what}`);
  }
}

/** `NOT *`: an `and` of nothing holds always. */
const everything: QueryNode = { kind: 'and', of: [] };
