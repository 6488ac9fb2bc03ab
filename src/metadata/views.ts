import type { ColumnPage } from '../core/pagination.js';

/** What readers see of a tag. A tag that is known by its URN alone shows its id and has no properties. */
export interface Tag {
  readonly urn: string;
  readonly name: string;
  readonly properties: {
    readonly name: string;
    readonly description: string | null;
    /** `#RRGGBB` */
    readonly colorHex: string | null;
  } | null;
}

export interface TagAssociation {
  readonly tag: Tag;
  /** The entity that the tag is on; for a column, its dataset. */
  readonly associatedUrn: string;
}

/** In the order of their adding. Null in place of this: the aspect was never written. */
export interface GlobalTags {
  readonly tags: readonly TagAssociation[];
}

/** A dataset or a container. */
export interface Entity {
  readonly urn: string;
  readonly type: string;
  readonly tags: GlobalTags | null;
}

/** datasetProperties or containerProperties, what readers see of it. */
export interface Properties {
  readonly name: string | null;
  readonly description: string | null;
}

/** A column, as the schema was ingested. */
export interface SchemaField {
  readonly fieldPath: string;
  /** STRING, NUMBER, STRUCT …: GraphQL's SchemaFieldDataType */
  readonly type: string;
  readonly nativeDataType: string;
  readonly nullable: boolean;
  readonly description: string | null;
  /** The tags that came with the schema; what people add is in the editable schema. */
  readonly tags: GlobalTags | null;
}

/** A column, as people edited it. */
export interface EditableSchemaField {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: GlobalTags | null;
}

/** What is known of rows before they are read. */
export interface RowsSize {
  readonly rows: number;
  /** The tags on all of them. */
  readonly tags: number;
  /** Of their texts, in UTF-8. */
  readonly bytes: number;
}

/** Rows that were read, to be shown some at a time. */
export interface Rows<T> {
  readonly length: number;
  /** How many tags a row has. */
  tagsOf(index: number): number;
  views(from: number, to: number): Promise<readonly T[]>;
}

/** The columns of a dataset. Few come at once; of many, their size is asked for before they are read. */
export interface Columns<T> {
  /** All of them, in order, where they are few. */
  readonly few: readonly T[] | null;
  size(page: ColumnPage): Promise<RowsSize>;
  read(page: ColumnPage): Promise<Rows<T>>;
}

/** An entity, or a column of a dataset, that tags are put on. */
export interface TagTarget {
  readonly resourceUrn: string;
  readonly subResourceType?: 'DATASET_FIELD' | null | undefined;
  readonly subResource?: string | null | undefined;
}
