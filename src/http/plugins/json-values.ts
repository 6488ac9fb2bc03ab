/**
 * The most JSON values, arrays and objects among them, that a body may have. Parsing blocks the event loop, for a second
 * with some millions of values. The largest batch has tens of values a proposal: its aspects are texts.
 */
export const valuesMax = 500_000;

const [quote, backslash, comma, bracket, brace] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0));

/** Whether a JSON text, well-formed or not, has more than `valuesMax` values. Each follows one of `,`, `[` and `{`. */
export function hasTooManyValues(text: Buffer): boolean {
  if (text.length <= valuesMax) return false;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (byte === quote) index = endOfString(text, index);
    else if (byte === comma || byte === bracket || byte === brace) {
      count += 1;
      if (count > valuesMax) return true;
    }
  }
  return false;
}

/** Returns the index at which the string that begins at `start` ends. */
function endOfString(text: Buffer, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const byte = text[index];
    if (byte === quote) return index;
    if (byte === backslash) index += 1;
  }
  return text.length;
}
