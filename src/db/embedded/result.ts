import pg from 'pg';
import type {
  BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages';
import { textParser } from '../query.js';
import { encodeTexts } from '../text-array.js';

export interface Result<Row> {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: Row[];
  /** Rows of an INSERT, UPDATE, DELETE or MERGE; otherwise 0. */
  readonly affectedRows: number;
}

export interface ResultOptions {
  readonly rowMode?: 'array' | 'object';
  /** Parsers by type OID, instead of `textParser`. */
  readonly parsers?: Readonly<Record<number, (text: string) => unknown>>;
}

export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** node-postgres' types leave it out. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils;

/** Returns parameters in the form in which node-postgres sends them. */
export const values = (params: readonly unknown[]) => ({
  values: encodeTexts(params),
  valueMapper: prepareValue,
});

const listFields = (answer: readonly BackendMessage[]) =>
  (answer.find(({ name }) => name === 'rowDescription') as RowDescriptionMessage | undefined)?.fields ?? [];

/** Returns the columns of a response with their parsers. */
export const readColumns = (
  answer: readonly BackendMessage[],
  parsers: ResultOptions['parsers'] = {},
): readonly Column[] =>
  listFields(answer).map(({ name, dataTypeID }) => ({
    name,
    parse: parsers[dataTypeID] ?? textParser(dataTypeID),
  }));

export function readResult<Row>(
  answer: readonly BackendMessage[],
  { rowMode = 'object', parsers }: ResultOptions,
): Result<Row> {
  const columns = readColumns(answer, parsers);
  const complete = answer.find(({ name }) => name === 'commandComplete') as
    | CommandCompleteMessage
    | undefined;
  const [, count] = /^(?:INSERT|UPDATE|DELETE|MERGE) .*?(\d+)$/.exec(complete?.text ?? '') ?? [];
  const rows = rowMode === 'array' ? toArrays(answer, columns) : toRows(answer, columns);
  return { fields: listFields(answer), rows: rows as Row[], affectedRows: Number(count ?? 0) };
}

export function toRows(answer: readonly BackendMessage[], columns: readonly Column[]) {
  const rows: Record<string, unknown>[] = [];
  for (const message of answer) {
    if (message.name !== 'dataRow') continue;
    const { fields } = message as DataRowMessage;
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, parse }, index) => {
      row[name] = fields[index] === null ? null : parse(fields[index]);
    });
    rows.push(row);
  }
  return rows;
}

const toArrays = (answer: readonly BackendMessage[], columns: readonly Column[]) =>
  toRows(
    answer,
    columns.map(({ parse }, index) => ({ name: String(index), parse })),
  ).map((row) => columns.map((_, index) => row[index]));
