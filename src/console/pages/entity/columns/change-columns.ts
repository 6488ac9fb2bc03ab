import type { Signal } from '@preact/signals';
import { columnPlace, edited, reverted } from '../../../edits/change-tags.js';
import type { Described } from '../../../edits/describe.js';
import { editTags } from '../../../edits/edit-tags.js';
import type { TagEdit } from '../../../edits/picked.js';
import { counted } from '../../../model/text.js';
import type { Column } from './column.js';

type Columns = readonly Column[];

/** Changes some of the columns of a page. @param changed the columns as they were before */
function update(
  state: Signal<Columns>,
  changed: Columns,
  change: (column: Column, before: Column) => Column,
): void {
  const byPath = new Map(changed.map((column) => [column.fieldPath, column]));
  state.value = state.value.map((column) => {
    const before = byPath.get(column.fieldPath);
    return before ? change(column, before) : column;
  });
}

/** As in "email" and "3 columns". */
export const columnsText = (columns: Columns): string =>
  columns.length === 1 ? columns[0]!.name : counted(columns.length, 'column');

/** Changes the tags of columns, shows it at once, and offers to take it back. */
export const editColumnTags = (urn: string, state: Signal<Columns>, changed: Columns, edit: TagEdit) =>
  editTags({
    places: changed.map(({ fieldPath }) => columnPlace(urn, fieldPath)),
    edit,
    name: columnsText(changed),
    apply: () => update(state, changed, (column) => ({ ...column, tags: edited(column.tags, edit) })),
    revert: () =>
      update(state, changed, (column, before) => ({
        ...column,
        tags: reverted(column.tags, before.tags, edit),
      })),
  });

/** Returns what describes columns, and shows it. */
export const toDescribed = (urn: string, state: Signal<Columns>, columns: Columns): readonly Described[] =>
  columns.map((column) => ({
    place: columnPlace(urn, column.fieldPath),
    edited: column.edited,
    ingested: column.ingested,
    onChange: (text) => update(state, [column], (one) => ({ ...one, edited: text })),
  }));
