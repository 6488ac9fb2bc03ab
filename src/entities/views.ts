import type { ColumnPage } from '../core/pagination.js';

/** A tag as GraphQL shows it. If its properties were never written, its name is its id. */
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
  /** The entity that has the tag; for a column, its dataset. */
  readonly associatedUrn: string;
}

/** Tags in the order in which they were added. Null in place of this object if the aspect was never written. */
export interface GlobalTags {
  readonly tags: readonly TagAssociation[];
}

/** On what a tag is, without soft-deleted entities. */
export interface TagUsage {
  /** Entities that carry the tag themselves. */
  readonly entities: number;
  /** Columns that carry it, edited or declared, each once. */
  readonly columns: number;
}

/** A place that has a tag. */
export interface TagPlace {
  readonly entityUrn: string;
  /** Null: the entity itself. */
  readonly fieldPath: string | null;
  /** Whether the ingested schema declares it. */
  readonly declared: boolean;
}

/** An entity that is not a tag. */
export interface Entity {
  readonly urn: string;
  readonly type: string;
  readonly tags: GlobalTags | null;
}

/** The fields of datasetProperties, containerProperties, chartInfo … that GraphQL shows. */
export interface Properties {
  readonly name: string | null;
  readonly description: string | null;
}

/** Who did something, and when in ms since the epoch. */
export interface AuditStamp {
  readonly time: number;
  readonly actor: string | null;
}

/** The fields of dataPlatformInfo that GraphQL shows. */
export interface PlatformProperties {
  /** RELATIONAL_DB, OTHERS …: GraphQL's PlatformType */
  readonly type: string;
  readonly displayName: string | null;
  readonly datasetNameDelimiter: string;
  readonly logoUrl: string | null;
}

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
}

/** A column as edited by people. */
export interface EditableSchemaField {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: GlobalTags | null;
}

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
  tagsOf(index: number): number;
  views(from: number, to: number): Promise<readonly T[]>;
}

/** The columns of a dataset. A few are read at once. Of many, the size is read before the columns. */
export interface Columns<T> {
  /** All columns in order; null if there are many. */
  readonly few: readonly T[] | null;
  size(page: ColumnPage): Promise<RowsSize>;
  read(page: ColumnPage): Promise<Rows<T>>;
}

/** An entity, or a column of a dataset, to change. */
export interface Target {
  readonly resourceUrn: string;
  readonly subResourceType?: 'DATASET_FIELD' | null | undefined;
  readonly subResource?: string | null | undefined;
}
