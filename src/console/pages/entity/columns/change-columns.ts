import type { Signal } from '@preact/signals';
import { optimistic } from '../../../kit/optimistic.js';
import type { ShownTag } from '../../../model/listed-entity.js';
import { addTags, columnPlace, removeTags, withoutTags, withTags } from '../change-tags.js';
import type { Column } from './column.js';

/** The service takes no more at once by default. */
export const maxColumns = 1_000;

type Columns = readonly Column[];

/** Returns what changes some of the columns. @param changed they, as they were before */
const map =
  (state: Signal<Columns>, changed: Columns, change: (column: Column, before: Column) => Column) =>
  (): void => {
    const byPath = new Map(changed.map((column) => [column.fieldPath, column]));
    state.value = state.value.map((column) => {
      const before = byPath.get(column.fieldPath);
      return before ? change(column, before) : column;
    });
  };

const places = (urn: string, columns: Columns) => columns.map(({ fieldPath }) => columnPlace(urn, fieldPath));
const named = (columns: Columns) => (columns.length === 1 ? columns[0]!.name : `${columns.length} columns`);

export const addTo = (urn: string, state: Signal<Columns>, changed: Columns, tags: readonly ShownTag[]) =>
  optimistic({
    apply: map(state, changed, (column) => ({ ...column, tags: withTags(column.tags, tags) })),
    undo: map(state, changed, (column, before) => ({
      ...column,
      tags: withoutTags(column.tags, withoutTags(tags, before.tags)),
    })),
    work: () => addTags(places(urn, changed), tags),
    failure: `The tags were not added to ${named(changed)}.`,
    needs: 'EDIT_DATASET_COL_TAGS',
  });

export const removeFrom = (
  urn: string,
  state: Signal<Columns>,
  changed: Columns,
  tags: readonly ShownTag[],
) =>
  optimistic({
    apply: map(state, changed, (column) => ({ ...column, tags: withoutTags(column.tags, tags) })),
    undo: map(state, changed, (column, before) => ({
      ...column,
      tags: withTags(column.tags, withoutTags(before.tags, withoutTags(before.tags, tags))),
    })),
    work: () => removeTags(places(urn, changed), tags),
    failure: `The tags were not removed from ${named(changed)}.`,
    needs: 'EDIT_DATASET_COL_TAGS',
  });

export const describe = (state: Signal<Columns>, changed: Columns, edited: string): void =>
  map(state, changed, (column) => ({ ...column, edited }))();
