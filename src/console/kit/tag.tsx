import { links } from '../model/links.js';
import type { ShownTag } from '../model/listed-entity.js';
import { hue } from './hues.js';
import { Icon } from './icon.js';

interface TagProps {
  tag: ShownTag;
  /** Of a tag that the schema declares: only ingestion can change it. */
  isGiven?: boolean;
  isLarge?: boolean;
  /** Whether it leads to the page of the tag. */
  isLink?: boolean;
  /** A number beside the name. */
  count?: string;
  /** What its × does; its label names the place, as in "Remove PII from email". */
  remove?: { readonly label: string; run(): void } | undefined;
}

export function Tag({ tag, isGiven = false, isLarge = false, isLink = true, count, remove }: TagProps) {
  return (
    <span
      class={['tag', isGiven && 'given', isLarge && 'large'].filter(Boolean).join(' ')}
      style={hue(tag.colorHex)}
      title={isGiven ? 'Set by the schema; only ingestion can change it' : tag.name}
    >
      {isLink ? (
        <a href={links.tag(tag.urn)} dir="auto">
          {tag.name}
        </a>
      ) : (
        <span dir="auto">{tag.name}</span>
      )}
      {count && <small>{count}</small>}
      {remove && (
        <button class="x" type="button" aria-label={remove.label} title={remove.label} onClick={remove.run}>
          <Icon name="x" />
        </button>
      )}
    </span>
  );
}
