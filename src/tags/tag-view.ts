import { toTagId } from '../core/urn.js';

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
  /** When it was deleted. Absent: it exists. */
  readonly deletedAt?: number | undefined;
}

export interface TagAssociation {
  readonly tag: Tag;
  /** The entity that has the tag; for a column, its dataset. */
  readonly associatedUrn: string;
}

/** Tags in the order in which they were added. Null instead of this object if the aspect was never written. */
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

/** A row of `tags`. The name is null if the tag's properties were never written. */
export interface TagRow {
  readonly urn: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly colorHex: string | null;
  readonly deletedAt?: number;
}

export function tagView({ urn, name, description, colorHex, deletedAt }: TagRow): Tag {
  return name === null
    ? { urn, name: toTagId(urn), properties: null, deletedAt }
    : { urn, name, properties: { name, description, colorHex }, deletedAt };
}

export const globalTagsView = (associatedUrn: string, rows: readonly TagRow[] | null): GlobalTags | null =>
  rows && { tags: rows.map((row) => ({ tag: tagView(row), associatedUrn })) };
