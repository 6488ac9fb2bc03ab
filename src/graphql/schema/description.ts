import { entityDescription } from '../../entities/input.js';
import { builder } from './builder.js';
import { targetFields } from './target.js';

const DescriptionUpdateInput = builder.inputType('DescriptionUpdateInput', {
  description: 'A description of one entity or column.',
  fields: (t) => ({
    description: t.string({
      required: true,
      description: 'What the entity or column holds. An empty text clears the description.',
      validate: { schema: entityDescription },
    }),
    ...targetFields(t, 'The dataset or container.'),
  }),
});

builder.mutationField('updateDescription', (t) =>
  t.boolean({
    description: 'Changes the edited description of an entity or column. The ingested description stays.',
    args: {
      input: t.arg({
        type: DescriptionUpdateInput,
        required: true,
        description: 'The description, and the entity or column.',
      }),
    },
    resolve: (_, { input }, { services, actor }) =>
      services.entities.updateDescription(actor, input, input.description),
  }),
);
