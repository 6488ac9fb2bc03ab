import type { ColumnPage } from '../core/pagination.js';
import type { GlobalTags } from '../tags/tag-view.js';
import type { TermAssociation } from './stewarded.js';

/** A column as ingested with the schema. */
export interface SchemaField {
  readonly fieldPath: string;
  /** STRING, NUMBER, STRUCT …: GraphQL's SchemaFieldDataType */
  readonly type: string;
  readonly nativeDataType: string;
  readonly nullable: boolean;
  readonly description: string | null;
  /** The tags that were ingested with the schema. Tags that people add are in the editable schema. */
  readonly tags: GlobalTags | null;
  /** The glossary terms that were ingested with the schema. Null: none were written. */
  readonly terms: ColumnTerms | null;
}

/** A column as edited by people. */
export interface EditableSchemaField {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: GlobalTags | null;
  readonly terms: ColumnTerms | null;
}

/** The glossary terms of a column, and its dataset. */
export type ColumnTerms = readonly (TermAssociation & { readonly associatedUrn: string })[];

/** The size of rows, known before they are read. */
export interface RowsSize {
  readonly rows: number;
  /** The tags on all of them. */
  readonly tags: number;
  /** Of the rows' texts in UTF-8. */
  readonly bytes: number;
}

/** Rows that were read, converted a slice at a time. */
export interface Rows<T> {
  readonly length: number;
  /** The number of tags of a row. */
  countTags(index: number): number;
  views(from: number, to: number): Promise<readonly T[]>;
}

/** The columns of a dataset. A few columns are read directly. For many columns, their size is read first. */
export interface Columns<T> {
  /** All columns in order; null if there are many. */
  readonly few: readonly T[] | null;
  size(page: ColumnPage): Promise<RowsSize>;
  read(page: ColumnPage): Promise<Rows<T>>;
}
