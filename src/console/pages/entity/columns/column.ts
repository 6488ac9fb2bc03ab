import type { EditedColumn, IngestedColumn } from '../../../../client/columns.js';
import { simplePath } from '../../../model/field-path.js';
import type { ShownTag } from '../../../model/listed-entity.js';

/** A column as it was ingested, with what people wrote about it. */
export interface Column {
  /** The name for the service. */
  readonly fieldPath: string;
  /** The name for people. */
  readonly name: string;
  /** Whether the schema no longer has it. */
  readonly isGone: boolean;
  /** Whether it is part of the key of its messages or rows. */
  readonly isKey: boolean;
  readonly type: string;
  readonly nativeType: string;
  readonly nullable: boolean;
  readonly ingested: string;
  readonly edited: string;
  /** Tags of the ingested schema, which stay there. */
  readonly declared: readonly ShownTag[];
  readonly tags: readonly ShownTag[];
}

const shownTags = (of: IngestedColumn['tags']): readonly ShownTag[] => of?.tags?.map(({ tag }) => tag) ?? [];

/** @param edits by field path: the service names an edited column as the schema does */
export function columnOfField(field: IngestedColumn, edits: ReadonlyMap<string, EditedColumn>): Column {
  const { fieldPath, type, nativeDataType, nullable, description, tags } = field;
  const edit = edits.get(fieldPath);
  return {
    fieldPath,
    name: simplePath(fieldPath),
    isGone: false,
    isKey: fieldPath.startsWith('[version=2.0].[key=True]'),
    type,
    nativeType: nativeDataType ?? '',
    nullable,
    ingested: description ?? '',
    edited: edit?.description ?? '',
    declared: shownTags(tags),
    tags: shownTags(edit?.tags ?? null),
  };
}

/** Returns an edited column that the schema does not have. Its tags can be removed, and nothing else. */
export const goneColumn = ({ fieldPath, description, tags }: EditedColumn): Column => ({
  fieldPath,
  name: simplePath(fieldPath),
  isGone: true,
  isKey: false,
  type: '',
  nativeType: '',
  nullable: true,
  ingested: '',
  edited: description ?? '',
  declared: [],
  tags: shownTags(tags),
});

/** The text by which the filter finds a column. Made once, because each key searches thousands of columns. */
const soughtTexts = new WeakMap<Column, string>();

function soughtText(column: Column): string {
  const { name, edited, ingested, declared, tags } = column;
  const known = soughtTexts.get(column);
  if (known !== undefined) return known;
  const text = [name, edited || ingested, ...[...declared, ...tags].map((tag) => tag.name)]
    .join('\n')
    .toLowerCase();
  soughtTexts.set(column, text);
  return text;
}

/** @param text lower case */
export const hasText = (column: Column, text: string): boolean => soughtText(column).includes(text);
