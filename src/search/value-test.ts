/** A test of a field's value. Several values or patterns are alternatives. */
export type ValueTest =
  | { readonly kind: 'exists' }
  | { readonly kind: 'equal'; readonly values: readonly string[] }
  /** In any case. A pattern is the texts between its `*`, which stand for any characters. */
  | { readonly kind: 'pattern'; readonly patterns: readonly (readonly string[])[] }
  /** Only numbers match. */
  | { readonly kind: 'range'; readonly operator: '>' | '>=' | '<' | '<='; readonly value: string };

/** The numbers that ranges compare, as `valueCondition` does. */
export const number = /^-?[0-9]{1,100}([.][0-9]{1,100})?$/;

/** Returns the pattern of PostgreSQL's LIKE. */
export const toLike = (pattern: readonly string[]): string =>
  pattern.map((text) => text.replace(/[\\%_]/g, '\\$&')).join('%');

/** Whether one of the values that a field can have passes. */
export function passes(test: ValueTest, text: string): boolean {
  if (test.kind === 'exists') return true;
  if (test.kind === 'equal') return test.values.includes(text);
  return test.kind === 'pattern' && test.patterns.some((pattern) => fits(pattern, text.toLowerCase()));
}

function fits(pattern: readonly string[], text: string): boolean {
  const parts = pattern.map((part) => part.toLowerCase());
  if (parts.length === 1) return parts[0] === text;
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
