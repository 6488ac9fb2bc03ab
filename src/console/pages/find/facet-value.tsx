import type { Named } from '../../../client/named-entity.js';
import { Person } from '../../kit/marks.js';
import { Tag } from '../../kit/tag.js';

interface ValueProps {
  field: string;
  value: string;
  name: string;
  entity: Named | null;
}

/** A value of a facet as it looks elsewhere: a tag as a tag, a person with the avatar. */
export function Value({ field, value, name, entity }: ValueProps) {
  if (field === 'tags')
    return <Tag tag={{ urn: value, name, properties: entity?.properties ?? null }} isLink={false} />;
  if (field === 'owners') return <Person urn={value} name={name} />;
  return (
    <span class="cut" dir="auto" title={name}>
      {name}
    </span>
  );
}
