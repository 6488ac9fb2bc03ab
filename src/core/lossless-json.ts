/**
 * JSON whose numbers keep every digit and their spelling, which JavaScript's would lose above 2^53, in decimals and
 * in exponents. What JavaScript spells the same stays a number.
 */
export class ExactNumber {
  constructor(readonly literal: string) {}

  /** A text that no document can hold, for `stringifyExact` to find. */
  toJSON(): string {
    return `\0${this.literal}`;
  }

  valueOf(): number {
    return Number(this.literal);
  }
}

/** A string, or a number, of a JSON text. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** It has no number, and nothing that could be the character: there is nothing to look at one by one. */
const isOrdinary = (text: string) => !/(?:^|[:,[\s])-?\d/.test(text) && !text.includes('\\u0000');

/** @throws SyntaxError for what is not JSON, and for the character U+0000, which PostgreSQL can't keep */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isOrdinary(text)) return value;
  let exact = false;
  const marked = text.replace(token, (found) => {
    if (found.startsWith('"')) {
      if (found.includes('\\u0000') && (JSON.parse(found) as string).includes('\0')) {
        throw new SyntaxError('the character U+0000 is not allowed');
      }
      return found;
    }
    if (String(Number(found)) === found) return found;
    exact = true;
    return `"\\u0000${found}"`;
  });
  if (!exact) return value;
  return JSON.parse(marked, (_, part) =>
    typeof part === 'string' && part.startsWith('\0') ? new ExactNumber(part.slice(1)) : part,
  );
}

export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value).replace(/"\\u0000([^"]+)"/g, (_, literal: string) => literal);

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** PostgreSQL's JSON parser and our own recursions have a bounded stack. */
export const maxDepth = 100;

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return levels < 0;
  return levels <= 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
