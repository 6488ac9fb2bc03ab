/** Texts that are longer are sent in PostgreSQL's binary form. */
const longText = 1_000;
/** The type of the elements, in PostgreSQL's catalog. */
const textOid = 25;

/**
 * Returns parameters in which each array with a long text is in PostgreSQL's binary form. The text form of an array has
 * a backslash before each quote and backslash, and adding millions of them blocks the event loop for seconds.
 *
 * @param params an array with a text of more than 1,000 characters must be a `text[]`
 */
export const encodeLongTexts = (params: readonly unknown[]): unknown[] =>
  params.map((value) => (hasLongText(value) ? binary(value) : value));

const hasLongText = (value: unknown): value is readonly (string | null | undefined)[] =>
  Array.isArray(value) && value.some((element) => typeof element === 'string' && element.length > longText);

function binary(texts: readonly (string | null | undefined)[]): Buffer {
  // -1 stands for null.
  const lengths = texts.map((text) => (typeof text === 'string' ? Buffer.byteLength(text) : -1));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 20));
  let at = 0;
  const writeInt = (value: number) => {
    at = bytes.writeInt32BE(value, at);
  };
  const [dimensions, hasNulls, firstIndex] = [1, lengths.includes(-1) ? 1 : 0, 1];
  for (const value of [dimensions, hasNulls, textOid, texts.length, firstIndex]) writeInt(value);
  for (const [index, length] of lengths.entries()) {
    writeInt(length);
    if (length > 0) at += bytes.write(texts[index]!, at);
  }
  return bytes;
}
