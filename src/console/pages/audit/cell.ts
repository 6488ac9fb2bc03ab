/** Returns a field of CSV. A spreadsheet takes what begins like a formula for one, so such a text gets an apostrophe. */
export function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
