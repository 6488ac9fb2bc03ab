/**
 * Compares texts by their bytes in UTF-8, like PostgreSQL's `COLLATE "C"`. JavaScript compares UTF-16 code units, which
 * sorts characters beyond the Basic Multilingual Plane before some others.
 */
export function compareBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** Surrogates come after all other code units. */
const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

export const inByteOrder = (texts: Iterable<string>): string[] => [...texts].sort(compareBytes);
