import { graphql, type ResultOf } from '../api/schema.js';
import { links } from '../links.js';
import { nameOf } from '../urn.js';

/** What is needed to name an entity of any type. */
export const entityName = graphql(`
  fragment EntityName on Entity {
    urn
    type
    ... on Dataset {
      name
      origin
      platform {
        name
      }
    }
    ... on Container {
      properties {
        name
      }
      platform {
        name
      }
    }
    ... on Chart {
      properties {
        name
      }
      platform {
        name
      }
    }
    ... on Dashboard {
      properties {
        name
      }
      platform {
        name
      }
    }
    ... on DataJob {
      properties {
        name
      }
      platform {
        name
      }
    }
    ... on DataFlow {
      properties {
        name
      }
      platform {
        name
      }
    }
  }
`);

export type NamedEntity = ResultOf<typeof entityName>;

export function entityNameOf(entity: NamedEntity): string {
  if ('name' in entity && entity.name) return entity.name;
  return ('properties' in entity && entity.properties?.name) || nameOf(entity.urn);
}

/** The name of an entity, which leads to its page, and where it lives. */
export function EntityLink({ entity }: { entity: NamedEntity }) {
  const places = [
    'platform' in entity && entity.platform.name !== 'unknown' && entity.platform.name,
    'origin' in entity && entity.origin,
  ].filter(Boolean);
  return (
    <>
      <a href={links.entity(entity.urn)} title={entity.urn}>
        {entityNameOf(entity)}
      </a>{' '}
      {places.length > 0 && <small class="soft">{places.join(', ')}</small>}
    </>
  );
}
