const surrogate = /[\ud800-\udfff]/;

/**
 * Sorts texts by their bytes in UTF-8, like PostgreSQL's `COLLATE "C"`. JavaScript compares UTF-16 code units, which
 * sorts characters beyond the Basic Multilingual Plane before some others.
 */
export function inByteOrder(texts: Iterable<string>): string[] {
  const sorted = [...texts];
  if (!sorted.some((text) => surrogate.test(text))) return sorted.sort();
  return sorted
    .map((text) => ({ text, bytes: Buffer.from(text) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ text }) => text);
}
