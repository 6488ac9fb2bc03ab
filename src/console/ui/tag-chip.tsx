import type { ComponentChildren } from 'preact';
import { links } from '../links.js';

export interface ShownTag {
  readonly urn: string;
  readonly name: string;
  readonly properties?: { readonly colorHex?: string | null } | null;
}

/**
 * The colour of a tag beside its name. What is not a colour shows nothing: ingestion can write any text, and only this
 * property takes no address.
 */
export function Dot({ color }: { color: string | null | undefined }) {
  return <span class="dot" aria-hidden="true" style={color ? { backgroundColor: color } : undefined} />;
}

interface TagChipProps {
  tag: ShownTag;
  /** Beside the name, such as a button that removes it. */
  children?: ComponentChildren;
}

export function TagChip({ tag, children }: TagChipProps) {
  return (
    <span class="tag">
      <Dot color={tag.properties?.colorHex} />
      <a href={links.tag(tag.urn)}>{tag.name}</a>
      {children}
    </span>
  );
}
