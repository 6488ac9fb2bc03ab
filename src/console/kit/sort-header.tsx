import type { ComponentChildren } from 'preact';

interface SortHeaderProps {
  /** `ascending` or `descending` when the list is in the order of this column. */
  order: 'ascending' | 'descending' | undefined;
  class?: string;
  onSort(): void;
  children: ComponentChildren;
}

/** The head of a column, which orders the list. */
export function SortHeader({ order, class: name = '', onSort, children }: SortHeaderProps) {
  return (
    <th scope="col" class={name} aria-sort={order ?? 'none'}>
      <button type="button" class="plain sort" onClick={onSort}>
        {children}{' '}
        <span aria-hidden="true">{order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}
