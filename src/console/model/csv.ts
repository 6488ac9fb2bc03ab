/** Characters that begin a formula, wide forms included. */
const formula = /[=+\-@＝＋－＠]/gu;
/** What a spreadsheet may take for the beginning of a cell: a separator, a quote, the end of a line. */
const separator = /[\p{Cc},;|"']/u;
/** What it may trim at the beginning of a cell. */
const blank = /[\s\p{Cf}]/u;
/** Quoted, so that the separators of other settings stay in the cell. */
const special = /[\s\p{Cc},;|"']/u;

/** Returns a field of CSV (RFC 4180). An apostrophe precedes what a spreadsheet could take for a formula. */
export function cell(value: string | number): string {
  if (typeof value === 'number') return `${value}`;
  const text = value
    .replace(formula, (sign, at: number) => (beginsCell(value, at) ? `'${sign}` : sign))
    .replace(/^(?=[\t\r\n])/, "'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function beginsCell(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    if (separator.test(text[before]!)) return true;
    if (!blank.test(text[before]!)) return false;
  }
  return true;
}

/** Returns a table as CSV (RFC 4180). */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => cells.map(cell).join(',')).join('\r\n');
