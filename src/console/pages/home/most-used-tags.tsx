import { entityName, type Named } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Tag } from '../../kit/tag.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { Part } from './part.js';
import type { TagCount } from './request.js';

const shown = 12;

/** The tags that most entities have, on themselves or on a column. */
export function MostUsedTags({ tags, total }: { tags: readonly TagCount[]; total: number }) {
  if (tags.length === 0) return null;
  return (
    <Part
      title="Most used tags"
      {...(total > 0 && { all: { text: `All ${numberText(total)}`, href: links.tags } })}
    >
      <p class="chips">
        {tags.slice(0, shown).map(({ value, count, entity }) => (
          <Tag
            key={value}
            tag={{
              urn: value,
              name: entity ? entityName(entity) : urnName(value),
              properties: (entity as Named | null)?.properties ?? null,
            }}
            count={numberText(count)}
          />
        ))}
      </p>
    </Part>
  );
}
