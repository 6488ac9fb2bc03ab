import { builder } from './builder.js';
import { Entity } from './entity.js';
import { EntityWithRelationships } from './entity-with-relationships.js';

/** Its fields are those of the interfaces. */
builder.objectRef<{ readonly urn: string }>('GenericEntity').implement({
  description: 'An entity whose type has no object type of its own.',
  interfaces: [Entity, EntityWithRelationships],
});
