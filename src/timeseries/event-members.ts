// Events are stored as clients send them, so any member can be missing or of another type, which reads as null.

export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** Returns a whole number within ±2^53, which JSON carries without a loss. */
export const wholeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

export const numberOf = (value: unknown): number | null =>
  Number.isFinite(value) ? (value as number) : null;

/** Returns the elements that `read` can read. */
export const listOf = <T>(value: unknown, read: (element: unknown) => T | null): readonly T[] | null =>
  Array.isArray(value) ? value.map(read).filter((element) => element !== null) : null;

export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | null =>
  (values as readonly unknown[]).includes(value) ? (value as T) : null;
