import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { useQuery } from '../api/use-query.js';
import { Chips } from './chips.js';
import { Empty } from './empty.js';
import { FilterField } from './filter-field.js';
import type { IconName } from './icon.js';
import { Paged, type Rows } from './paged.js';
import { readStart, useAddress } from './use-address.js';

type Key<Name extends string> = Name | 'filter' | 'start';
/** The values of a list in the address. */
type Shown<Name extends string> = Readonly<Record<Key<Name>, string>>;

export interface ListState<Name extends string> {
  readonly shown: Shown<Name>;
  change(name: Name, value: string): void;
}

export interface ListProps<Name extends string, Data, Variables, Row> {
  /** The name of the list, as in "Users". */
  label: string;
  /** The values in the address besides the filter and the page, with their defaults. */
  address?: Readonly<Record<Name, string>>;
  /** Absent: the list has no filter by text. */
  filter?: { readonly label?: string; readonly placeholder?: string };
  choices?: readonly {
    readonly name: NoInfer<Name>;
    readonly label: string;
    readonly options: readonly (readonly [value: string, text: string, count?: string])[];
  }[];
  document: TadaDocumentNode<Data, Variables>;
  variables(shown: Shown<Name>, page: { readonly start: number; readonly count: number }): Variables;
  read(data: Data): Rows<Row>;
  /** Shown when there are no rows although nothing is filtered. */
  empty: ComponentChildren;
  /** The sentence that there are no rows. Absent or undefined: as in "No users match". */
  noneText?(shown: Shown<NoInfer<Name>>): string | undefined;
  icon?: IconName;
  pageSize?: number;
  children(rows: readonly Row[], state: ListState<Name>): ComponentChildren;
}

/** A list whose filter, choices and page are in the address. */
export function List<Data, Variables, Row, Name extends string = never>(
  props: ListProps<Name, Data, Variables, Row>,
) {
  const { label, filter, choices = [], pageSize = 50 } = props;
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
      {(filter || choices.length > 0) && (
        <div class="tools">
          {filter && (
            <FilterField
              label={`Filter ${label.toLowerCase()}`}
              {...filter}
              value={shown.filter}
              onFilter={(text) => set('filter', text, true)}
            />
          )}
          {choices.map(({ name, ...choice }) => (
            <Chips key={name} {...choice} value={shown[name]} onChange={(value) => set(name, value)} />
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
        empty={
          <Empty
            icon={props.icon ?? 'search'}
            title={props.noneText?.(shown) ?? `No ${label.toLowerCase()} ${isNarrowed ? 'match' : 'yet'}`}
          >
            {!isNarrowed && <p>{props.empty}</p>}
          </Empty>
        }
      >
        {(rows) => props.children(rows, { shown, change: set })}
      </Paged>
    </>
  );
}
