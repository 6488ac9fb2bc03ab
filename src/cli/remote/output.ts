import type { Dependencies } from '../dependencies.js';

export type Cell = string | number | boolean | null | undefined | readonly string[];
/** The columns of a table, or the fields of a record, with how each is made from an item. */
export type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

export interface Output {
  readonly isTerminal: boolean;
  /** Prints a table on a terminal, lines with tabs in a pipe, and the items themselves as JSON. */
  list<T>(items: readonly T[], columns: Columns<T>): Promise<void>;
  /** Prints one item, a line for each field. */
  one<T>(item: T, fields: Columns<T>): void;
  /** Prints a sentence on a terminal, the text alone in a pipe, and the value as JSON. */
  done(sentence: string, text: string, value: object): void;
  /** Prints the text alone, on a terminal too, and the value as JSON. */
  text(text: string, value: object): void;
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

export function output({ print, session }: Dependencies, asJson: boolean): Output {
  const { isTerminal, hasColours } = session;
  const bold = (text: string) => (hasColours ? `\u001b[1m${text}\u001b[22m` : text);

  return {
    isTerminal: isTerminal && !asJson,

    async list(items, columns) {
      if (asJson) return print(toJson(items));
      const names = Object.keys(columns);
      const cells = items.map((item) => Object.values(columns).map((column) => column(item)));
      if (!isTerminal) {
        for (const row of cells) print(row.map(toText).join('\t'));
        return;
      }
      if (items.length === 0) return print('There are none.');
      const { default: Table } = await import('cli-table3');
      const isNumber = names.map((_, index) => cells.every((row) => typeof row[index] === 'number'));
      const table = new Table({
        head: names.map(bold),
        colAligns: isNumber.map((yes) => (yes ? 'right' : 'left')),
        style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
        chars: borderless,
      });
      for (const row of cells) table.push(row.map(toText));
      for (const line of table.toString().split('\n')) print(line.trimEnd());
    },

    one(item, fields) {
      if (asJson) return print(toJson(item));
      const width = Math.max(...Object.keys(fields).map((name) => name.length)) + 2;
      for (const [name, field] of Object.entries(fields)) {
        const text = toText(field(item));
        print(isTerminal ? `${bold(name.padEnd(width))}${text}`.trimEnd() : `${name}\t${text}`);
      }
    },

    done(sentence, text, value) {
      print(asJson ? toJson(value) : isTerminal ? plain(sentence) : text);
    },

    text: (text, value) => print(asJson ? toJson(value) : text),
  };
}

const borderless = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => ['', '-mid', '-left', '-right'].map((part) => `${side}${part}`))
    .concat('middle')
    .map((name) => [name, '']),
);
