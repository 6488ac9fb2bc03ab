import type { ComponentChildren } from 'preact';
import { TableFrame } from './table-frame.js';

export interface Column<Row> {
  readonly head: string;
  /** `less` is left out on a phone. The head of `actions` is for screen readers only. */
  readonly kind?: 'number' | 'less' | 'actions';
  /** The value of `order` in the address that sorts the rows by this column. */
  readonly order?: string;
  cell(row: Row): ComponentChildren;
}

interface Ordered {
  /** The column that orders the rows; a "-" before it: descending. */
  order?: string;
  onOrder?(order: string): void;
}

interface TableProps<Row> extends Ordered {
  /** The name of the table, as in "Users". */
  label: string;
  caption?: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string | number;
  /** Whether long tables scroll within their frame. */
  isShort?: boolean;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, caption, columns, rows, rowKey, isShort = false, ...ordered } = props;
  return (
    <TableFrame label={label} isShort={isShort}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} {...column} current={ordered} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ head, kind, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} class={kind}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

type HeadProps = Pick<Column<never>, 'head' | 'kind' | 'order'> & { current: Ordered };

function Head({ head, kind, order, current }: HeadProps) {
  if (order === undefined)
    return (
      <th scope="col" class={kind}>
        {kind === 'actions' ? <span class="hidden">{head}</span> : head}
      </th>
    );
  const isOrdered = current.order?.replace('-', '') === order;
  const isDescending = isOrdered && current.order !== order;
  // Names begin with the first, numbers with the largest.
  const next = isOrdered ? !isDescending : kind === 'number';
  return (
    <th scope="col" class={kind} aria-sort={isOrdered ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="plain sort" onClick={() => current.onOrder?.(next ? `-${order}` : order)}>
        {head} <span aria-hidden="true">{isOrdered ? (isDescending ? '↓' : '↑') : '↕'}</span>
      </button>
    </th>
  );
}
