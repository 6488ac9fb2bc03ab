import { finish, type Steps } from '../scheduling/steps.js';
import { quoted } from '../urn/grammar.js';
import { type Json, LosslessNumber, maxDepth, setMember } from './lossless-json.js';

/** A text is nested more than `maxDepth` levels deep. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/** An object of a JSON text has two members of one name. `JSON.parse` keeps the last of them, and loses the others. */
export class DuplicateMember extends Error {
  override readonly name = 'DuplicateMember';

  /** @param path the names and indices that lead to the member; names are shortened in the message */
  constructor(path: readonly (string | number)[]) {
    super(`has the member "${path.map(shown).join('.')}" twice`);
  }
}

/** A name as in an error message, without quotes. */
const shown = (key: string | number): string =>
  typeof key === 'number' ? String(key) : quoted(key).replace(/^"|"(?=…?$)/g, '');

/**
 * Parses what is stored. Of two members of one name, which earlier builds have stored, the last is kept.
 *
 * @throws SyntaxError when the text is not JSON or contains U+0000, which PostgreSQL cannot store
 * @throws TooDeep
 */
export const parseInSteps = (text: string): Steps<unknown> => parse(text, { nul: true });

/** Parses what clients send. @throws SyntaxError, TooDeep, DuplicateMember */
export const parseInputInSteps = (text: string): Steps<unknown> =>
  parse(text, { nul: true, duplicates: true });

/** Checks what clients send and `JSON.parse` has read. @throws TooDeep, DuplicateMember */
export const checkDuplicatesInSteps = (text: string): Steps<unknown> => parse(text, { duplicates: true });

/** `parseInSteps` without interruption. */
export const parseLossless = (text: string): unknown => finish(parseInSteps(text));

// biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON string contains none
const ordinary = /[^"\\\u0000-\u001f]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals = Object.entries({ true: true, false: false, null: null });
const [quote, comma, colon, backslash, brace, bracket] = [0x22, 0x2c, 0x3a, 0x5c, 0x7b, 0x5b];
/** The code of a closing bracket or brace minus the code of its opening one. */
const closing = 2;

/** @param names of the members that are being read, one of each open object */
function toPath(open: readonly (Json | unknown[])[], names: readonly string[]): (string | number)[] {
  const left = names.values();
  return open.map((part) => (Array.isArray(part) ? part.length : left.next().value!));
}

/** Returns the text of a JSON string without its quotes; null when an escape is not valid. */
function unescaped(inside: string): string | null {
  try {
    return JSON.parse(`"${inside}"`);
  } catch {
    return null;
  }
}

/** Characters between two steps. */
const stepLength = 65_536;

function syntaxError(text: string, at: number): SyntaxError {
  // Its message is better, and it takes little time for a short text.
  if (text.length <= stepLength) JSON.parse(text);
  return new SyntaxError(
    at < text.length ? `Unexpected token at position ${at}` : 'Unexpected end of JSON input',
  );
}

/**
 * Parses iteratively, and yields after every 500 values and every 65,536 characters. `JSON.parse` takes a third of the
 * time, but blocks the event loop, and loses digits of numbers and members of one name.
 */
function* parse(text: string, refused: { nul?: true; duplicates?: true }): Steps<unknown> {
  const open: (Json | unknown[])[] = [];
  const names: string[] = [];
  let at = 0;

  function fail(): never {
    throw syntaxError(text, at);
  }
  function skip(): number {
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    return code;
  }
  /** Reads to the end of the string, or of a piece of it that does not end within an escape. */
  function piece(): string {
    const from = at;
    for (;;) {
      ordinary.lastIndex = at;
      ordinary.test(text);
      at = ordinary.lastIndex;
      const next = text.charCodeAt(at);
      if (next === quote) break;
      if (next !== backslash) fail();
      at += text[at + 1] === 'u' ? 6 : 2;
      if (at - from >= stepLength) break;
    }
    const inside = text.slice(from, at);
    if (!inside.includes('\\')) return inside;
    const value = unescaped(inside) ?? fail();
    if (refused.nul && value.includes('\0')) throw new SyntaxError('the character U+0000 is not allowed');
    return value;
  }
  /** Returns null before a string that has several pieces. */
  function shortString(): string | null {
    if (skip() !== quote) fail();
    const start = at++;
    const value = piece();
    if (text.charCodeAt(at) === quote) {
      at += 1;
      return value;
    }
    at = start;
    return null;
  }
  function* longString(): Steps<string> {
    const pieces: string[] = [];
    at += 1;
    do {
      pieces.push(piece());
      yield;
    } while (text.charCodeAt(at) !== quote);
    at += 1;
    return pieces.join('');
  }
  function addName(name: string): void {
    if (skip() !== colon) fail();
    at += 1;
    names.push(name);
    if (refused.duplicates && Object.hasOwn(open.at(-1)!, name))
      throw new DuplicateMember(toPath(open, names));
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

  for (let [count, next] = [1, stepLength]; ; count += 1) {
    if (count % 500 === 0 || at > next) {
      next = at + stepLength;
      yield;
    }
    let value: unknown;
    const code = skip();
    if (code === brace || code === bracket) {
      if (open.length === maxDepth) throw new TooDeep();
      const container = code === brace ? {} : [];
      at += 1;
      if (skip() !== code + closing) {
        open.push(container);
        if (code === brace) addName(shortString() ?? (yield* longString()));
        continue;
      }
      at += 1;
      value = container;
    } else value = code === quote ? (shortString() ?? (yield* longString())) : scalar();

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
        if (!isArray) addName(shortString() ?? (yield* longString()));
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
