import { deprecationNote } from '../../edits/input.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { required } from './kit.js';
import { resources, targetFields } from './target.js';

const deprecation = (t: InputFieldBuilder) => ({
  deprecated: t.boolean(required('Whether people should stop using what is named.')),
  decommissionTime: t.field({
    type: 'Long',
    description: 'When it will be gone, in milliseconds since the epoch.',
  }),
  note: t.string({
    description: 'The reason, and what to use instead.',
    validate: { schema: deprecationNote },
  }),
  replacement: t.string({ description: 'The entity to use instead.' }),
});

const UpdateDeprecationInput = builder.inputType('UpdateDeprecationInput', {
  description: 'Whether one entity is deprecated, and why.',
  fields: (t) => {
    const { resourceUrn: _, ...subResource } = targetFields(t, '');
    return { urn: t.string(required('The entity.')), ...subResource, ...deprecation(t) };
  },
});

const BatchUpdateDeprecationInput = builder.inputType('BatchUpdateDeprecationInput', {
  description: 'Whether entities are deprecated, and why.',
  fields: (t) => ({ ...deprecation(t), resources: t.field(resources('The entities to change.')) }),
});

builder.mutationFields((t) => ({
  updateDeprecation: t.boolean({
    description: 'Deprecates an entity, or ends its deprecation.',
    args: { input: t.arg(required('The entity, and the reason.', UpdateDeprecationInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.deprecate(actor, input, [{ ...input, resourceUrn: input.urn }]),
  }),
  batchUpdateDeprecation: t.boolean({
    description: 'Deprecates entities, or ends their deprecation: all changes are made or none.',
    args: { input: t.arg(required('The entities, and the reason.', BatchUpdateDeprecationInput)) },
    resolve: (_, { input }, { services, actor }) => services.edits.deprecate(actor, input, input.resources),
  }),
}));
