import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';

export interface Column<Row> {
  readonly head: string;
  /** `less` is left out on a phone. The head of `actions` is for screen readers only. */
  readonly kind?: 'number' | 'less' | 'actions' | undefined;
  /** On a phone, the width of the card. */
  readonly isFull?: boolean;
  /** Of the style sheet, such as `mid-gone` for a column that only wide windows have. */
  readonly class?: string;
  /** Whether its head is for screen readers only. */
  readonly isHeadHidden?: boolean;
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
  /** Beside those of its columns, such as `tokens`. */
  class?: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string | number;
}

const classes = { number: 'num', less: 'gone', actions: 'act' } as const;
const columnClass = ({ kind, isFull, class: name }: Pick<Column<never>, 'kind' | 'isFull' | 'class'>) =>
  [kind && classes[kind], isFull && 'full', name].filter(Boolean).join(' ') || undefined;

/**
 * Rows in a frame. On a phone each row is a card. The roles are given because a browser forgets those of rows and cells
 * that the style sheet does not show as a table.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, class: name, ...ordered } = props;
  return (
    <div class="frame">
      <table class={name ? `cards ${name}` : 'cards'} role="table" aria-label={label}>
        <thead>
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.head} {...column} current={ordered} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.head} scope="row" role="rowheader" class="lead">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.head}
                    role="cell"
                    class={columnClass(column)}
                    data-label={column.kind === 'actions' || column.isHeadHidden ? undefined : column.head}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = Omit<Column<never>, 'cell'> & { current: Ordered };

function Head({ order, current, ...column }: HeadProps) {
  const { head, kind, isHeadHidden = kind === 'actions' } = column;
  const attributes = { scope: 'col', role: 'columnheader', class: columnClass(column) } as const;
  if (order === undefined)
    return <th {...attributes}>{isHeadHidden ? <span class="hidden">{head}</span> : head}</th>;
  const isOrdered = current.order?.replace('-', '') === order;
  const isDescending = isOrdered && current.order !== order;
  // Names begin with the first, numbers with the largest.
  const next = isOrdered ? !isDescending : kind === 'number';
  return (
    <th {...attributes} aria-sort={isOrdered ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="sort" onClick={() => current.onOrder?.(next ? `-${order}` : order)}>
        {head}
        {isOrdered && <Icon name={isDescending ? 'down' : 'up'} />}
      </button>
    </th>
  );
}
