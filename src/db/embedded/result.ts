import pg from 'pg';
import type {
  BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages';
import { textParser } from '../text-parser.js';

export interface Result<Row> {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: Row[];
  /** Of an INSERT, UPDATE, DELETE or MERGE. */
  readonly affectedRows: number;
}

export interface ResultOptions {
  readonly rowMode?: 'array' | 'object';
  /** By the type's object identifier, instead of those that node-postgres has. */
  readonly parsers?: Readonly<Record<number, (text: string) => unknown>>;
}

export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** Its types don't tell. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils;

/** Parameters as node-postgres sends them. */
export const values = (params: readonly unknown[]) => ({ values: [...params], valueMapper: prepareValue });

const fieldsOf = (answer: readonly BackendMessage[]) =>
  (answer.find(({ name }) => name === 'rowDescription') as RowDescriptionMessage | undefined)?.fields ?? [];

/** As node-postgres reads them, but for parsers of one's own. */
export const columnsOf = (
  answer: readonly BackendMessage[],
  parsers: ResultOptions['parsers'] = {},
): readonly Column[] =>
  fieldsOf(answer).map(({ name, dataTypeID }) => ({
    name,
    parse: parsers[dataTypeID] ?? textParser(dataTypeID),
  }));

export function readResult<Row>(
  answer: readonly BackendMessage[],
  { rowMode = 'object', parsers }: ResultOptions,
): Result<Row> {
  const columns = columnsOf(answer, parsers);
  const complete = answer.find(({ name }) => name === 'commandComplete') as
    | CommandCompleteMessage
    | undefined;
  const [, count] = /^(?:INSERT|UPDATE|DELETE|MERGE) .*?(\d+)$/.exec(complete?.text ?? '') ?? [];
  const rows = rowMode === 'array' ? arraysOf(answer, columns) : rowsOf(answer, columns);
  return { fields: fieldsOf(answer), rows: rows as Row[], affectedRows: Number(count ?? 0) };
}

export function rowsOf(answer: readonly BackendMessage[], columns: readonly Column[]) {
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

const arraysOf = (answer: readonly BackendMessage[], columns: readonly Column[]) =>
  rowsOf(
    answer,
    columns.map(({ parse }, index) => ({ name: String(index), parse })),
  ).map((row) => columns.map((_, index) => row[index]));
