import {
  isDeeper,
  type Json,
  LosslessNumber,
  maxDepth,
  nulNotAllowed,
  parseLossless,
  setMember,
} from './lossless-json.js';
import type { Steps } from './steps.js';

/** Longer texts, in characters, are parsed in many steps. */
const longText = 65_536;

/** A text is nested more than `maxDepth` levels deep. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/**
 * `parseLossless` in steps, for a text of any length.
 *
 * @throws SyntaxError, TooDeep
 */
export function* parseInSteps(text: string): Steps<unknown> {
  if (text.length > longText) return yield* parseLong(text);
  const value = parseLossless(text);
  if (isDeeper(value, maxDepth)) throw new TooDeep();
  return value;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON string contains none
const ordinary = /[^"\\\u0000-\u001f]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const [quote, comma, colon, backslash, brace, bracket] = [0x22, 0x2c, 0x3a, 0x5c, 0x7b, 0x5b];
/** The code of a closing bracket or brace minus the code of its opening one. */
const closing = 2;

/** Parses iteratively, and yields after every 500 values. */
function* parseLong(text: string): Steps<unknown> {
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
    if (value.includes('\0')) throw nulNotAllowed();
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
      return String(Number(found)) === found ? Number(found) : new LosslessNumber(found);
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

    // The value is complete. It may complete the containers around it.
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
      open.pop();
      // An array that grows by `push` has room for 17 elements at least, which a copy gives back.
      value = isArray && parent.length < 17 ? parent.slice() : parent;
    }
  }
}
