/** A table of texts for a terminal. */
export interface Table {
  /** The names of the columns. A column without a name is decoration. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns that are aligned to the right. */
  readonly isNumber: readonly boolean[];
  /** Returns the texts of the first column for a width; default: they are cut. */
  readonly fitFirst?: (width: number) => readonly string[];
}

/** Spaces between two columns. */
const gap = 2;
/** Columns are not cut below this width. A table of more columns than fit is wrapped by the terminal. */
const minWidth = 8;

/**
 * Returns the lines of a table.
 *
 * @param width of the terminal, in characters: the texts of the widest columns are cut until the table fits; null: nothing is cut
 */
export async function tableLines(
  whole: Table,
  width: number | null,
  bold: (text: string) => string,
): Promise<string[]> {
  const { names, rows, isNumber, widths } = fitted(whole, width);
  const { default: Library } = await import('cli-table3');
  const table = new Library({
    head: names.map((name, index) => bold(cut(name, widths[index]!))),
    colAligns: isNumber.map((yes) => (yes ? 'right' : 'left')),
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': gap },
    chars: borderless,
  });
  const isCut = rows.some(([first = '']) => displayWidth(first) > widths[0]!);
  const firsts = isCut ? whole.fitFirst?.(widths[0]!) : undefined;
  for (const [number, row] of rows.entries())
    table.push(row.map((text, index) => cut(index === 0 && firsts ? firsts[number]! : text, widths[index]!)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

const borderless = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => ['', '-mid', '-left', '-right'].map((part) => `${side}${part}`))
    .concat('middle')
    .map((name) => [name, '']),
);

/** Returns a table with the widths of its columns. The widest columns get the same width; decoration is left out first. */
function fitted(table: Table, width: number | null): Table & { readonly widths: readonly number[] } {
  const { names, rows } = table;
  const widths = names.map((name, index) =>
    Math.max(displayWidth(name), ...rows.map((row) => displayWidth(row[index]!))),
  );
  const total = (most: number) =>
    widths.reduce((sum, one) => sum + Math.min(one, most), gap * (widths.length - 1));
  let most = Math.max(0, ...widths);
  if (width === null || total(most) <= width) return { ...table, widths };
  const decoration = names.indexOf('');
  if (decoration >= 0) return fitted(withoutColumn(table, decoration), width);
  most = Math.min(most, width);
  while (most > minWidth && total(most) > width) most -= 1;
  return { ...table, widths: widths.map((one) => Math.min(one, most)) };
}

function withoutColumn({ names, rows, isNumber }: Table, column: number): Table {
  const without = <T>(all: readonly T[]) => all.filter((_, index) => index !== column);
  return { names: without(names), rows: rows.map(without), isNumber: without(isNumber) };
}

const graphemes = new Intl.Segmenter();
const split = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Characters of East Asian scripts and pictures, which take two columns of a terminal. */
const isWide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}/u;
const isAscii = /^[\x20-\x7e]*$/;

const graphemeWidth = (grapheme: string): number => (isWide.test(grapheme) ? 2 : 1);
export const displayWidth = (text: string): number =>
  isAscii.test(text) ? text.length : split(text).reduce((sum, one) => sum + graphemeWidth(one), 0);

/** Returns a text that is not wider than a width: its beginning and its end. */
export function shortenMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const all = split(text);
  const end = takeFitting([...all].reverse(), Math.floor((width - 1) / 2))
    .reverse()
    .join('');
  const start = takeFitting(all, width - 1 - displayWidth(end)).join('');
  return `${start}…${end}`;
}

/** Returns the first graphemes that fit into a width. */
function takeFitting(graphemes: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let free = width;
  for (const one of graphemes) {
    free -= graphemeWidth(one);
    if (free < 0) break;
    taken.push(one);
  }
  return taken;
}

/** Returns a text that is not wider than a column. URNs differ at their ends, so a URN loses its beginning. */
function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const isUrn = text.startsWith('urn:li:');
  const fitting = takeFitting(isUrn ? split(text).reverse() : split(text), width - 1);
  return isUrn ? `…${fitting.reverse().join('')}` : `${fitting.join('').trimEnd()}…`;
}
