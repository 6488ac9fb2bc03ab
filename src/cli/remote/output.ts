import type { Dependencies } from '../dependencies.js';
import { tableLines } from './table.js';
import { drawTree, type TreeNode, treeLines } from './tree.js';

export type Cell = string | number | boolean | null | undefined | readonly string[];
/** The columns of a table, or the fields of a record, with how each is made from an item. */
export type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

/** How a command prints its result. */
export interface OutputOptions {
  readonly json?: boolean;
  /** The columns of a table, in this order; default: all. */
  readonly columns?: readonly string[];
  /** Whether a table may be wider than the terminal. */
  readonly wide?: boolean;
}

export interface Output {
  /** Whether people read the output: a terminal, and not JSON. */
  readonly isTerminal: boolean;
  readonly isJson: boolean;
  /** Prints a table on a terminal, lines with tabs in a pipe, and the items themselves as JSON. */
  list<T>(items: readonly T[], columns: Columns<T>): Promise<void>;
  /**
   * Prints trees for a terminal as a table: its first column has the branches with the first cell of each item.
   *
   * @param roots at least one
   */
  tree<T>(roots: readonly TreeNode<T>[], columns: Columns<T>): Promise<void>;
  /** Prints one item of a list without an end: a line with tabs, or JSON on one line. */
  row<T>(item: T, columns: Columns<T>): void;
  /** Prints one item, a line for each field. */
  one<T>(item: T, fields: Columns<T>): void;
  /** Prints a sentence on a terminal, the text alone in a pipe, and the value as JSON. */
  done(sentence: string, text: string, value: object): void;
  /** Prints the text alone, on a terminal too, and the value as JSON. */
  text(text: string, value: object): void;
  /** Prints the value as JSON, on a terminal too. */
  json(value: object): void;
}

// Characters that could move the cursor, colour the terminal or reorder the text of a line.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns a text of the service for one line of a terminal. */
export const plain = (text: string): string => text.replace(controls, ' ');

const toText = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '';
  return plain(Array.isArray(cell) ? cell.join(', ') : String(cell));
};

// Those of them that JSON leaves as they are.
const unescaped = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Whether a text in double quotes differs from its `escaped` form. */
export const wantsEscapes = (text: string): boolean => text.search(unescaped) >= 0;

/** Returns JSON, or YAML that has such characters only in double quotes, without characters that a terminal would obey. */
export const escaped = (text: string): string =>
  text.replace(unescaped, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the exact value, without characters that a terminal would obey. */
const toJson = (value: unknown): string => escaped(JSON.stringify(value, null, 2));

/** Returns a time in UTC, to the second. */
export const formatTime = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns the columns with these names, which the option has checked. */
const chosen = <T>(columns: Columns<T>, names: readonly string[] | undefined): Columns<T> =>
  names === undefined ? columns : Object.fromEntries(names.map((name) => [name, columns[name]!]));

export function output({ print, session }: Dependencies, options: OutputOptions): Output {
  const { json: asJson = false, wide = false, columns: names } = options;
  const { isTerminal, hasColours, width } = session;
  const bold = (text: string) => (hasColours ? `\u001b[1m${text}\u001b[22m` : text);
  const toLine = (cells: readonly Cell[]) => cells.map(toText).join('\t');

  return {
    isTerminal: isTerminal && !asJson,
    isJson: asJson,

    async list(items, all) {
      if (asJson) return print(toJson(items));
      const columns = chosen(all, names);
      const cells = items.map((item) => Object.values(columns).map((column) => column(item)));
      if (!isTerminal) {
        for (const row of cells) print(toLine(row));
        return;
      }
      if (items.length === 0) return print('There are none.');
      const table = {
        names: Object.keys(columns),
        rows: cells.map((row) => row.map(toText)),
        isNumber: Object.keys(columns).map((_, index) =>
          cells.every((row) => typeof row[index] === 'number'),
        ),
      };
      for (const line of await tableLines(table, wide ? null : width, bold)) print(line);
    },

    async tree(roots, columns) {
      const lines = treeLines(roots).map(({ item, isLast }) => {
        const [text = '', ...cells] = Object.values(columns).map((column) => toText(column(item)));
        return { item: text, isLast, cells };
      });
      const texts = drawTree(lines, null);
      const table = {
        names: Object.keys(columns),
        rows: lines.map(({ cells }, index) => [texts[index]!, ...cells]),
        isNumber: Object.keys(columns).map(() => false),
        fitFirst: (free: number) => drawTree(lines, free),
      };
      for (const line of await tableLines(table, wide ? null : width, bold)) print(line);
    },

    row(item, all) {
      if (asJson) return print(escaped(JSON.stringify(item)));
      print(toLine(Object.values(chosen(all, names)).map((column) => column(item))));
    },

    one(item, fields) {
      if (asJson) return print(toJson(item));
      const longest = Math.max(...Object.keys(fields).map((name) => name.length)) + 2;
      for (const [name, field] of Object.entries(fields)) {
        const text = toText(field(item));
        print(isTerminal ? `${bold(name.padEnd(longest))}${text}`.trimEnd() : `${name}\t${text}`);
      }
    },

    done(sentence, text, value) {
      print(asJson ? toJson(value) : isTerminal ? plain(sentence) : text);
    },

    text: (text, value) => print(asJson ? toJson(value) : text),

    json: (value) => print(toJson(value)),
  };
}
