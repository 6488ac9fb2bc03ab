import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { type Query, useQuery } from '../api/use-query.js';
import { Choice } from './field.js';
import { FilterField } from './filter-field.js';
import { Loaded } from './loaded.js';
import { Page, type PageProps } from './page.js';
import { Pager } from './pager.js';
import { readStart, useAddress } from './use-address.js';

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Of all pages. */
  readonly total: number;
}

interface PagedProps<Data, Row> {
  query: Query<Data>;
  /** What is listed, as in "Users". */
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

type Key<Name extends string> = Name | 'filter' | 'start';
/** What the address says of a list. */
type Shown<Name extends string> = Readonly<Record<Key<Name>, string>>;

interface ListProps<Name extends string, Data, Variables, Row> {
  /** What is listed, as in "Users". */
  label: string;
  /** What the address has beside the filter and the page, with its defaults. */
  address?: Readonly<Record<Name, string>>;
  /** What the filter looks at; absent: there is no filter. */
  filter?: string;
  /** In place of the filter and the choices. */
  filters?: ComponentChildren;
  filterLabel?: string;
  choices?: readonly {
    readonly name: NoInfer<Name>;
    readonly label: string;
    readonly options: readonly (readonly [value: string, text: string])[];
  }[];
  document: TadaDocumentNode<Data, Variables>;
  variables(shown: Shown<Name>, page: { readonly start: number; readonly count: number }): Variables;
  read(data: Data): Rows<Row>;
  /** Shown when there are no rows although nothing is filtered. */
  empty: ComponentChildren;
  pageSize?: number;
  children(
    rows: readonly Row[],
    shown: Shown<Name>,
    change: (name: Name, value: string) => void,
  ): ComponentChildren;
}

/** A list whose filter, choices and page are in the address. */
export function List<Data, Variables, Row, Name extends string = never>(
  props: ListProps<Name, Data, Variables, Row>,
) {
  const { label, filter, filterLabel = 'Filter', choices = [], pageSize = 50 } = props;
  const defaults = { filter: '', start: '0', ...props.address } as Readonly<Record<Key<Name>, string>>;
  const [given, change] = useAddress(defaults);
  const unknown = choices.filter(({ name, options }) => !options.some(([value]) => value === given[name]));
  const shown = { ...given, ...Object.fromEntries(unknown.map(({ name }) => [name, defaults[name]])) };
  const start = readStart(given.start);
  const query = useQuery(props.document, props.variables(shown, { start, count: pageSize }));
  const set = (name: Key<Name>, value: string, isReplacing = false) =>
    change({ start: '0', [name]: value } as Partial<typeof shown>, isReplacing);
  const isNarrowed = ['filter' as const, ...choices.map(({ name }) => name)].some(
    (name) => shown[name] !== defaults[name],
  );
  return (
    <>
      {props.filters}
      {filter !== undefined && (
        <div class="row">
          <FilterField
            label={filterLabel}
            placeholder={filter}
            value={shown.filter}
            onFilter={(text) => set('filter', text, true)}
          />
          {choices.map(({ name, ...choice }) => (
            <Choice key={name} {...choice} value={shown[name]} onChange={(value) => set(name, value)} />
          ))}
        </div>
      )}
      <Paged
        query={query}
        label={label}
        read={props.read}
        start={start}
        count={pageSize}
        onStart={(value, isReplacing) => set('start', `${value}`, isReplacing)}
        empty={isNarrowed ? `No ${label.toLowerCase()} match.` : props.empty}
      >
        {(rows) => props.children(rows, shown, set)}
      </Paged>
    </>
  );
}

type ListPageProps<Name extends string, Data, Variables, Row> = Omit<PageProps, 'title' | 'children'> &
  ListProps<Name, Data, Variables, Row>;

/** A page that is a list. */
export function ListPage<Data, Variables, Row, Name extends string = never>(
  props: ListPageProps<Name, Data, Variables, Row>,
) {
  const { actions, about, needs, ...list } = props;
  return (
    <Page title={list.label} actions={actions} about={about} needs={needs}>
      <List {...list} />
    </Page>
  );
}
