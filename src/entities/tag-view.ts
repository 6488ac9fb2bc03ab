import { tagIdOf } from '../core/urn.js';
import type { GlobalTags, Tag } from './views.js';

/** A row of `tags`. The name is null if the tag's properties were never written. */
export interface TagRow {
  readonly urn: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly colorHex: string | null;
}

export function tagView({ urn, name, description, colorHex }: TagRow): Tag {
  return name === null
    ? { urn, name: tagIdOf(urn), properties: null }
    : { urn, name, properties: { name, description, colorHex } };
}

export const globalTagsView = (associatedUrn: string, rows: readonly TagRow[] | null): GlobalTags | null =>
  rows && { tags: rows.map((row) => ({ tag: tagView(row), associatedUrn })) };
