import type { ComponentChildren } from 'preact';
import { Dot } from '../../kit/color-dot.js';
import { links } from '../../model/links.js';
import type { ShownTag } from '../../model/listed-entity.js';

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
