import { builder } from './builder.js';
import { EntityType } from './entity-type.js';
import { nonNull, required } from './kit.js';

const ResourceSpec = builder.inputType('ResourceSpec', {
  description: 'An entity.',
  fields: (t) => ({
    resourceType: t.field(required('The type of the entity, which must fit the URN.', EntityType)),
    resourceUrn: t.string(required('The URN of the entity. The entity need not exist.')),
  }),
});

const GetGrantedPrivilegesInput = builder.inputType('GetGrantedPrivilegesInput', {
  description: 'A user and, optionally, an entity.',
  fields: (t) => ({
    actorUrn: t.string(required('`urn:li:corpuser:<id>`')),
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
      ...nonNull('The names of the privileges.'),
      resolve: (privileges) => privileges,
    }),
  }),
});

builder.queryField('getGrantedPrivileges', (t) =>
  t.field({
    type: Privileges,
    description: "Returns the privileges of a user. Reading another user's privileges needs Manage Policies.",
    args: { input: t.arg(required('The user.', GetGrantedPrivilegesInput)) },
    resolve: (_, { input }, { services, actor }) => services.policies.granted(actor, input),
  }),
);
