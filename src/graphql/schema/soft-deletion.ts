import { builder } from './builder.js';
import { required } from './kit.js';

const BatchUpdateSoftDeletedInput = builder.inputType('BatchUpdateSoftDeletedInput', {
  description: 'Entities, and whether to mark them as removed.',
  fields: (t) => ({
    urns: t.stringList(required('The entities.')),
    deleted: t.boolean(required('True removes the entities (soft deletion). False restores them.')),
  }),
});

builder.mutationFields((t) => ({
  batchUpdateSoftDeleted: t.boolean({
    description: 'Removes (soft-deletes) or restores entities: all changes are made or none.',
    args: { input: t.arg(required('The entities and columns to change.', BatchUpdateSoftDeletedInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.ingest.updateSoftDeleted(actor, input.urns, input.deleted),
  }),
}));
