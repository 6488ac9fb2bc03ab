// Events are stored as clients send them, so any member can be missing or of another type, which reads as null.

import { LosslessNumber } from '../json/lossless-json.js';

export type Members = Readonly<Record<string, unknown>>;

export const toMembers = (value: unknown): Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};

export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value instanceof LosslessNumber ? String(value) : null;
}

/** A number that JavaScript would spell otherwise is an object. */
const plain = (value: unknown) => (value instanceof LosslessNumber ? Number(value) : value);

/** Returns a whole number within ±2^53, which JSON carries without a loss. */
export function readWhole(value: unknown): number | null {
  const number = plain(value);
  return Number.isSafeInteger(number) ? (number as number) : null;
}

export function readNumber(value: unknown): number | null {
  const number = plain(value);
  return Number.isFinite(number) ? (number as number) : null;
}

/** Returns the elements that `read` can read. */
export const readList = <T>(value: unknown, read: (element: unknown) => T | null): readonly T[] | null =>
  Array.isArray(value) ? value.map(read).filter((element) => element !== null) : null;

export const readWord = <T extends string>(values: readonly T[], value: unknown): T | null =>
  (values as readonly unknown[]).includes(value) ? (value as T) : null;
