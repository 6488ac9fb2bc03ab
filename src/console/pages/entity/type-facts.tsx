import { Fact } from '../../kit/facts.js';
import { Few } from '../../kit/few.js';
import { Time } from '../../kit/time.js';
import { EntityLink } from './entity-link.js';
import { type ShownEntity, toEntities } from './request.js';

/** The facts that only entities of one type have. */
export function TypeFacts({ entity }: { entity: ShownEntity }) {
  if ('dataFlow' in entity)
    return <Fact name="Flow">{entity.dataFlow && <EntityLink entity={entity.dataFlow} />}</Fact>;
  if ('relationships' in entity) {
    const { properties, relationships } = entity;
    const { entities, more } = toEntities(relationships);
    return (
      <>
        <Fact name="State">{'status' in entity && entity.status?.toLowerCase()}</Fact>
        <Fact name="Title">{properties && 'title' in properties && properties.title}</Fact>
        <Fact name="Email">{properties && 'email' in properties && properties.email}</Fact>
        <Fact name={'status' in entity ? 'Groups' : 'Members'}>
          {entities.length > 0 && (
            <span class="stack tight">
              <Few items={entities}>{(one) => <EntityLink key={one.urn} entity={one} />}</Few>
              {more > 0 && <span class="soft">and {more} more</span>}
            </span>
          )}
        </Fact>
      </>
    );
  }
  if ('created' in entity && entity.created)
    return (
      <Fact name="Ran">
        <Time ms={entity.created.time} />
      </Fact>
    );
  return null;
}
