import { memberField } from '../../../model/members.js';
import { Members } from '../members.js';
import type { PartProps } from '../part.js';
import { References } from '../references.js';
import { toEntities } from '../request.js';

/** What belongs to an entity: the contents of a container, the jobs of a flow, the siblings of a dataset. */
export function Related({ entity, facts }: PartProps) {
  const { urn } = entity;
  const members = memberField(urn);
  if (entity.type === 'DATASET')
    return (
      <References
        title="Siblings"
        entities={facts('siblings').map(({ value, entity: sibling }) => sibling ?? { urn: value })}
        empty="No siblings: no other entity is known to hold the same data."
      />
    );
  if (entity.type === 'DATA_FLOW')
    return (
      // The URN of a job begins with that of its flow.
      <Members
        title="Jobs"
        field="urn"
        urn={urn}
        begins={`urn:li:dataJob:(${urn},`}
        empty="This flow has no jobs yet."
      />
    );
  if ('charts' in entity)
    return (
      <References title="Charts" {...toEntities(entity.charts)} empty="This dashboard has no charts yet." />
    );
  if ('dashboards' in entity)
    return (
      <References
        title="On dashboards"
        {...toEntities(entity.dashboards)}
        empty="This chart is not on a dashboard."
      />
    );
  if (!members) return null;
  return (
    <Members
      title={members[1]}
      field={members[0]}
      urn={urn}
      empty="Nothing here, or only removed entities."
    />
  );
}
