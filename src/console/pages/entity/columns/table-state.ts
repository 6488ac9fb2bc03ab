import type { Signal } from '@preact/signals';
import type { Selection } from '../../../kit/selection.js';
import type { Column } from './column.js';
import type { Shares } from './use-nulls.js';

/** What all rows of the table of columns share. */
export interface TableState {
  /** Of the dataset. */
  readonly urn: string;
  readonly columns: Signal<readonly Column[]>;
  readonly selection: Selection<Column>;
  readonly mayTag: boolean;
  readonly mayDescribe: boolean;
  /** Marked in names and descriptions. */
  readonly words: readonly string[];
  /** Undefined: no profile says anything about missing values. */
  readonly nulls: ((column: Column) => Shares) | undefined;
  isOpen(path: string): boolean;
  setOpen(path: string, isOpen: boolean): void;
  describe(columns: readonly Column[]): void;
}
