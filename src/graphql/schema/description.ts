import { entityDescription } from '../../entities/input.js';
import { builder } from './builder.js';
import { targetFields } from './target.js';

const DescriptionUpdateInput = builder.inputType('DescriptionUpdateInput', {
  description: 'A description of one entity or column.',
  fields: (t) => ({
    description: t.string({
      required: true,
      description: 'What the entity or the column holds. An empty text takes the description away.',
      validate: { schema: entityDescription },
    }),
    ...targetFields(t, 'The dataset or container.'),
  }),
});

builder.mutationField('updateDescription', (t) =>
  t.boolean({
    description: 'Changes what people say about an entity or a column. What ingestion wrote stays as it is.',
    args: {
      input: t.arg({
        type: DescriptionUpdateInput,
        required: true,
        description: 'The description, and what it is about.',
      }),
    },
    resolve: (_, { input }, { services, actor }) =>
      services.entities.updateDescription(actor, input, input.description),
  }),
);
