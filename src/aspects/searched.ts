import { beginning } from '../core/text.js';
import type { Json } from '../json/lossless-json.js';

/** A: names; B: descriptions; C: custom properties; D: columns. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** The sources of a document's words; each is written without reading the others. */
export type Source = 'key' | 'property' | 'edited' | 'column' | 'edited_column';

/** The contribution of one aspect, or of the URN, to a document. */
export interface Contribution {
  readonly source: Source | null;
  /** DataHub's names of fields. Null removes a field. */
  readonly fields: Readonly<Record<string, readonly string[] | null>>;
  readonly names: readonly string[];
  /** Texts with the weights of their words. */
  readonly texts: Iterable<readonly [text: string, weight: Weight]>;
}

/** Characters of a value that filters see, and values of a field. */
const maxLength = 10_000;
const maxValues = 5_000;

/** Returns a text that fields keep; numbers and booleans as texts, nothing for other values. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return beginning(value, maxLength);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null && 'literal' in value ? String(value.literal) : null;
}

/** Returns the texts of a field; null for none. */
export function readTexts(values: unknown): string[] | null {
  if (!Array.isArray(values)) return null;
  const texts = new Set<string>();
  for (const value of values.slice(0, maxValues)) {
    const text = readText(value);
    if (text !== null) texts.add(text);
  }
  return texts.size === 0 ? null : [...texts];
}

/** Returns the text of a field with one value; null for none. */
export function one(value: unknown): string[] | null {
  const text = readText(value);
  return text === null ? null : [text];
}

/** Returns the values of a member of each object of a list. */
export const each = (list: unknown, member: string): unknown[] =>
  Array.isArray(list) ? list.slice(0, maxValues).map((element) => (Object(element) as Json)[member]) : [];
