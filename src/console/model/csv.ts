/**
 * Where a spreadsheet can begin a cell: at the beginning, after white space, which it may trim, after a quote, and after
 * what it may take for a separator. Then the characters that begin a formula, wide forms included.
 */
const formula = /(^|[\s\p{Cc}\p{Cf},;|"'])(?=[=+\-@＝＋－＠])/gu;
/** Quoted, so that the separators of other settings stay in the cell. */
const special = /[\s\p{Cc},;|"']/u;

/** Returns a field of CSV (RFC 4180). An apostrophe precedes what a spreadsheet could take for a formula. */
export function cell(value: string | number): string {
  if (typeof value === 'number') return `${value}`;
  const text = value.replace(formula, "$1'").replace(/^(?=[\t\r\n])/, "'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV (RFC 4180). */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => cells.map(cell).join(',')).join('\r\n');
