import { builder } from './builder.js';
import { EntityType } from './entity-type.js';

const ResourceSpec = builder.inputType('ResourceSpec', {
  description: 'An entity.',
  fields: (t) => ({
    resourceType: t.field({
      type: EntityType,
      required: true,
      description: 'The type of the entity, which must fit the URN.',
    }),
    resourceUrn: t.string({
      required: true,
      description: 'The URN of the entity. The entity need not exist.',
    }),
  }),
});

const GetGrantedPrivilegesInput = builder.inputType('GetGrantedPrivilegesInput', {
  description: 'A user and, optionally, an entity.',
  fields: (t) => ({
    actorUrn: t.string({ required: true, description: '`urn:li:corpuser:<id>`' }),
    resourceSpec: t.field({
      type: ResourceSpec,
      description: 'The entity. Without an entity, the response contains privileges on the platform only.',
    }),
  }),
});

const Privileges = builder.objectRef<readonly string[]>('Privileges').implement({
  description: 'Granted privileges.',
  fields: (t) => ({
    privileges: t.stringList({
      nullable: false,
      description: 'The names of the privileges.',
      resolve: (privileges) => privileges,
    }),
  }),
});

builder.queryField('getGrantedPrivileges', (t) =>
  t.field({
    type: Privileges,
    description: "Returns the privileges of a user. Reading another user's privileges needs Manage Policies.",
    args: {
      input: t.arg({ type: GetGrantedPrivilegesInput, required: true, description: 'The user.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.policies.granted(actor, input),
  }),
);
