const surrogate = /[\ud800-\udfff]/;

/**
 * Texts in the order of their bytes in UTF-8, which is PostgreSQL's `COLLATE "C"`. JavaScript compares UTF-16, which
 * has characters beyond the Basic Multilingual Plane before some of those within.
 */
export function inByteOrder(texts: Iterable<string>): string[] {
  const sorted = [...texts];
  if (!sorted.some((text) => surrogate.test(text))) return sorted.sort();
  return sorted
    .map((text) => ({ text, bytes: Buffer.from(text) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ text }) => text);
}
