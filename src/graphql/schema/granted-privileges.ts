import { builder } from './builder.js';
import { EntityType } from './entity-type.js';

const ResourceSpec = builder.inputType('ResourceSpec', {
  description: 'An entity.',
  fields: (t) => ({
    resourceType: t.field({
      type: EntityType,
      required: true,
      description: 'Its type, which must fit the URN.',
    }),
    resourceUrn: t.string({ required: true, description: 'Its URN. It need not exist.' }),
  }),
});

const GetGrantedPrivilegesInput = builder.inputType('GetGrantedPrivilegesInput', {
  description: 'A user, and perhaps an entity.',
  fields: (t) => ({
    actorUrn: t.string({ required: true, description: '`urn:li:corpuser:<id>`' }),
    resourceSpec: t.field({
      type: ResourceSpec,
      description: 'Without it, the answer has privileges over the platform only.',
    }),
  }),
});

const Privileges = builder.objectRef<readonly string[]>('Privileges').implement({
  description: 'Privileges that policies grant.',
  fields: (t) => ({
    privileges: t.stringList({
      nullable: false,
      description: 'Their names.',
      resolve: (privileges) => privileges,
    }),
  }),
});

builder.queryField('getGrantedPrivileges', (t) =>
  t.field({
    type: Privileges,
    description: 'Returns the privileges of a user. Those of another user need Manage Policies.',
    args: {
      input: t.arg({ type: GetGrantedPrivilegesInput, required: true, description: 'The user.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.policies.granted(actor, input),
  }),
);
