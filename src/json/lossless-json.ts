/**
 * A number of a JSON text that JavaScript would spell differently: above 2^53, with an exponent or with trailing zeros.
 * All other numbers are JavaScript's.
 */
export class LosslessNumber {
  constructor(readonly literal: string) {}

  /** A text that no document contains, which `stringifyLossless` replaces. */
  toJSON(): string {
    return `\0${this.literal}`;
  }

  valueOf(): number {
    return Number(this.literal);
  }
}

export const stringifyLossless = (value: unknown): string =>
  JSON.stringify(value).replace(/"\\u0000([^"]+)"/g, (_, literal: string) => literal);

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);

/** Sets an own member. A plain assignment to "__proto__" would set the prototype. */
export function setMember(object: Json, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}

/** Levels of nesting that a document may have. The stacks of PostgreSQL's parser and of recursive code are bounded. */
export const maxDepth = 100;

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return levels < 0;
  return levels <= 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
