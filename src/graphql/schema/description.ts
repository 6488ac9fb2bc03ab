import { entityDescription } from '../../entities/input.js';
import { builder } from './builder.js';
import { required } from './kit.js';
import { targetFields } from './target.js';

const DescriptionUpdateInput = builder.inputType('DescriptionUpdateInput', {
  description: 'A description of one entity or column.',
  fields: (t) => ({
    description: t.string({
      ...required('The description. An empty text clears it.'),
      validate: { schema: entityDescription },
    }),
    ...targetFields(t, 'The entity; for a column, its dataset.'),
  }),
});

builder.mutationField('updateDescription', (t) =>
  t.boolean({
    description:
      'Changes the description of an entity or column. For types with an aspect of edits, such as datasets and charts, ' +
      'the ingested description stays.',
    args: { input: t.arg(required('The description, and the entity or column.', DescriptionUpdateInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.entities.updateDescription(actor, input, input.description),
  }),
);
