import { builder } from './builder.js';

const BatchUpdateSoftDeletedInput = builder.inputType('BatchUpdateSoftDeletedInput', {
  description: 'Entities, and whether they are marked as removed.',
  fields: (t) => ({
    urns: t.stringList({ required: true, description: 'The entities.' }),
    deleted: t.boolean({ required: true, description: 'False brings the entities back.' }),
  }),
});

builder.mutationFields((t) => ({
  batchUpdateSoftDeleted: t.boolean({
    description: 'Sets the status of entities: all or none.',
    args: {
      input: t.arg({ type: BatchUpdateSoftDeletedInput, required: true, description: 'What to change.' }),
    },
    resolve: (_, { input }, { services, actor }) =>
      services.ingest.updateSoftDeleted(actor, input.urns, input.deleted),
  }),
}));
