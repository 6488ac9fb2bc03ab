import { newDescription, newName } from '../../edits/input.js';
import { builder } from './builder.js';
import { required } from './kit.js';
import { Domain } from './named-entity.js';
import { OwnerInput } from './owner-edits.js';

const CreateDomainInput = builder.inputType('CreateDomainInput', {
  description: 'A new domain.',
  fields: (t) => ({
    id: t.string({ description: 'The last part of the URN. Default: a new UUID.' }),
    name: t.string({ ...required('The name.'), validate: { schema: newName } }),
    description: t.string({ description: 'The description.', validate: { schema: newDescription } }),
    parentDomain: t.string({ description: 'The domain that it is part of. Default: none.' }),
    owners: t.field({ type: [OwnerInput], description: 'The owners. Default: the caller.' }),
  }),
});

builder.mutationField('createDomain', (t) =>
  t.string({
    description: 'Creates a domain, and returns its URN. The domains of one parent have different names.',
    args: { input: t.arg(required('The domain.', CreateDomainInput)) },
    resolve: (_, { input: { parentDomain: parent, ...input } }, { services, actor }) =>
      services.edits.create(actor, 'domain', { ...input, parent }),
  }),
);

builder.queryField('domain', (t) =>
  t.field({
    type: Domain,
    description: 'Returns a domain; null when it does not exist.',
    args: { urn: t.arg.string(required('`urn:li:domain:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.entities.named(actor, 'domain', urn),
  }),
);
