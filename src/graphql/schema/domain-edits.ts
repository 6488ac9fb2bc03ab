import { builder } from './builder.js';
import { required } from './kit.js';
import { resources } from './target.js';

const BatchSetDomainInput = builder.inputType('BatchSetDomainInput', {
  description: 'A domain, and the entities to change.',
  fields: (t) => ({
    domainUrn: t.string({ description: 'The domain. Absent or null: the entities lose theirs.' }),
    resources: t.field(resources('The entities to change.')),
  }),
});

builder.mutationFields((t) => ({
  setDomain: t.boolean({
    description: 'Sets the domain of an entity, in place of the one that it has.',
    args: {
      entityUrn: t.arg.string(required('The entity.')),
      domainUrn: t.arg.string(required('The domain.')),
    },
    resolve: (_, { entityUrn: resourceUrn, domainUrn }, { services, actor }) =>
      services.edits.setDomain(actor, domainUrn, [{ resourceUrn }]),
  }),
  unsetDomain: t.boolean({
    description: 'Takes the domain of an entity away.',
    args: { entityUrn: t.arg.string(required('The entity.')) },
    resolve: (_, { entityUrn: resourceUrn }, { services, actor }) =>
      services.edits.setDomain(actor, null, [{ resourceUrn }]),
  }),
  batchSetDomain: t.boolean({
    description: 'Sets the domain of entities, or takes it away: all changes are made or none.',
    args: { input: t.arg(required('The domain, and the entities.', BatchSetDomainInput)) },
    resolve: (_, { input: { domainUrn, resources } }, { services, actor }) =>
      services.edits.setDomain(actor, domainUrn ?? null, resources),
  }),
}));
