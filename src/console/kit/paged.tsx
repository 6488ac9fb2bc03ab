import type { ComponentChildren } from 'preact';
import type { Query } from '../api/use-query.js';
import { Loaded } from './loaded.js';
import { Pager } from './pager.js';

export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Of all pages. */
  readonly total: number;
}

interface PagedProps<Data, Row> {
  query: Query<Data>;
  /** The name of the list, as in "Users". */
  label: string;
  read(data: Data): Rows<Row>;
  start: number;
  count: number;
  onStart(start: number, isReplacing: boolean): void;
  empty: ComponentChildren;
  children(rows: readonly Row[]): ComponentChildren;
}

/** The page of a list that a query has loaded, with the way to the others. */
export function Paged<Data, Row>(props: PagedProps<Data, Row>) {
  const { query, label, read, empty, children, ...page } = props;
  return (
    <Loaded query={query} label={label} isEmpty={(data) => read(data).total === 0} empty={empty}>
      {(data) => {
        const { rows, total } = read(data);
        return (
          <>
            {children(rows)}
            <Pager {...page} total={total} isSettled={!query.isLoading} />
          </>
        );
      }}
    </Loaded>
  );
}
