import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

export interface Selection<Row> {
  /** The chosen rows, in the order in which they were chosen, also those of other pages. */
  readonly rows: readonly Row[];
  has(key: string): boolean;
  /** Chooses a row, or no longer. @param isExtending whether it does the same to all rows since the last one */
  toggle(key: string, isExtending?: boolean): void;
  /** How many of the shown rows are chosen. */
  readonly ofShown: 'none' | 'some' | 'all';
  /** Chooses all shown rows, or none of them when all are chosen. */
  toggleShown(): void;
  /** Chooses more rows, such as those of the other pages. */
  add(rows: readonly Row[]): void;
  clear(): void;
}

interface Chosen<Row> {
  readonly of: string;
  readonly rows: ReadonlyMap<string, Row>;
}

/**
 * The chosen rows of a list. They stay chosen while the list shows other pages.
 *
 * @param of what the list shows, without the page: another value ends the selection
 * @param shown the rows of this page
 * @param together those of them that are chosen together, if not all
 */
export function useSelection<Row>(
  of: string,
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  together: readonly Row[] = shown,
): Selection<Row> {
  const state = useSignal<Chosen<Row>>({ of, rows: new Map() });
  const last = useRef<string | undefined>(undefined);
  /** Reads the signal at each call: two keys can follow each other before the list is drawn. */
  const chosen = (): ReadonlyMap<string, Row> => (state.value.of === of ? state.value.rows : new Map());
  const current = new Map(shown.map((row) => [keyOf(row), row]));
  const keys = [...current.keys()];
  const all = together.map((row) => [keyOf(row), row] as const);
  const count = () => all.filter(([key]) => chosen().has(key)).length;

  const change = (rows: Iterable<readonly [string, Row]>, isChosen: boolean) => {
    const next = new Map(chosen());
    for (const [key, row] of rows)
      if (isChosen) next.set(key, row);
      else next.delete(key);
    state.value = { of, rows: next };
  };

  return {
    // A row of this page is as it was loaded last: its tags may have changed since it was chosen.
    get rows() {
      return [...chosen()].map(([key, row]) => current.get(key) ?? row);
    },
    has: (key) => chosen().has(key),
    toggle(key, isExtending = false) {
      const from = isExtending && last.current !== undefined ? keys.indexOf(last.current) : -1;
      const to = keys.indexOf(key);
      const [start, end] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      last.current = key;
      change([...current].slice(start, end + 1), !chosen().has(key));
    },
    get ofShown() {
      const shown = count();
      return shown === 0 ? 'none' : shown === all.length ? 'all' : 'some';
    },
    toggleShown: () => change(all, count() < all.length),
    add: (rows) =>
      change(
        rows.map((row) => [keyOf(row), row] as const),
        true,
      ),
    clear: () => {
      state.value = { of, rows: new Map() };
    },
  };
}
