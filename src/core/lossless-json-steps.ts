import { ExactNumber, isDeeper, type Json, maxDepth, stringifyExact } from './lossless-json.js';
import { isLarge, type Steps } from './steps.js';

/** Texts up to this length are read in one step. */
export const longText = 65_536;

/** What `readingExact` throws for a text that is nested more than `maxDepth` levels deep. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON's strings have none
const ordinary = /[^"\\\u0000-\u001f]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const [quote, comma, colon, backslash, brace, bracket] = [0x22, 0x2c, 0x3a, 0x5c, 0x7b, 0x5b];
/** From an opening bracket or brace to the one that closes it. */
const closing = 2;

/**
 * What `parseExact` gives, in steps, for a text of any length.
 *
 * @throws SyntaxError, TooDeep
 */
export function* readingExact(text: string): Steps<unknown> {
  const open: (Json | unknown[])[] = [];
  const names: string[] = [];
  let at = 0;

  function fail(): never {
    throw new SyntaxError(
      at < text.length ? `Unexpected token at position ${at}` : 'Unexpected end of JSON input',
    );
  }
  function skip(): number {
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    return code;
  }
  function string(): string {
    const start = at;
    let escaped = false;
    for (at += 1; ; at += 2) {
      ordinary.lastIndex = at;
      ordinary.test(text);
      at = ordinary.lastIndex;
      if (text.charCodeAt(at) !== backslash) break;
      escaped = true;
    }
    if (text.charCodeAt(at) !== quote) fail();
    at += 1;
    if (!escaped) return text.slice(start + 1, at - 1);
    const value = JSON.parse(text.slice(start, at)) as string;
    if (value.includes('\0')) throw new SyntaxError('the character U+0000 is not allowed');
    return value;
  }
  function name(): string {
    if (skip() !== quote) fail();
    const found = string();
    if (skip() !== colon) fail();
    at += 1;
    return found;
  }
  function scalar(): unknown {
    number.lastIndex = at;
    const [found] = number.exec(text) ?? [];
    if (found !== undefined) {
      at += found.length;
      return String(Number(found)) === found ? Number(found) : new ExactNumber(found);
    }
    for (const [spelling, value] of literals) {
      if (!text.startsWith(spelling, at)) continue;
      at += spelling.length;
      return value;
    }
    return fail();
  }

  for (let count = 1; ; count += 1) {
    if (count % 500 === 0) yield;
    let value: unknown;
    const code = skip();
    if (code === brace || code === bracket) {
      if (open.length === maxDepth) throw new TooDeep();
      const container = code === brace ? {} : [];
      at += 1;
      if (skip() !== code + closing) {
        open.push(container);
        if (code === brace) names.push(name());
        continue;
      }
      at += 1;
      value = container;
    } else value = code === quote ? string() : scalar();

    // The value is whole, and with it, it may be, what it stands in.
    for (;;) {
      const parent = open.at(-1);
      if (parent === undefined) {
        skip();
        return at < text.length ? fail() : value;
      }
      const isArray = Array.isArray(parent);
      if (isArray) parent.push(value);
      else setMember(parent, names.pop()!, value);
      const next = skip();
      if (next === comma) {
        at += 1;
        if (!isArray) names.push(name());
        break;
      }
      if (next !== (isArray ? bracket : brace) + closing) fail();
      at += 1;
      value = open.pop();
    }
  }
}

/** An assignment to "__proto__" would not be a member. */
export function setMember(object: Json, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}

/** Elements that are small are written as many at a time. */
const elementsMax = 100;

/** What `stringifyExact` gives, in steps, for a value of any size. */
export function* stringifyingExact(value: unknown): Steps<string> {
  const parts: string[] = [];
  yield* write(value, parts);
  return parts.join('');
}

function* write(value: unknown, parts: string[]): Steps<void> {
  yield;
  if (!isLarge(value)) {
    parts.push(stringifyExact(value));
    return;
  }
  const isArray = Array.isArray(value);
  let separator = isArray ? '[' : '{';
  const start = (text: string) => {
    parts.push(separator, text);
    separator = ',';
  };
  if (isArray) {
    for (let from = 0; from < value.length; ) {
      let to = from;
      while (to < value.length && to - from < elementsMax && !isLarge(value[to])) to += 1;
      if (to > from) start(stringifyExact(value.slice(from, to)).slice(1, -1));
      else {
        start('');
        yield* write(value[to++], parts);
      }
      from = to;
      yield;
    }
  } else {
    for (const [name, member] of Object.entries(value as Json)) {
      start(`${JSON.stringify(name)}:`);
      yield* write(member, parts);
    }
  }
  parts.push(isArray ? ']' : '}');
}

/** What `isDeeper` gives, in steps. */
export function* measuringDepth(value: unknown, levels: number): Steps<boolean> {
  yield;
  if (levels <= 0 || !isLarge(value)) return isDeeper(value, levels);
  for (const child of Array.isArray(value) ? value : Object.values(value as Json)) {
    if (yield* measuringDepth(child, levels - 1)) return true;
  }
  return false;
}
