import { reasonsToStay } from '../../columns/orphans-sql.js';
import type { MovedEdits } from '../../entities/move-column-edits.js';
import { builder } from './builder.js';
import { nonNull, required } from './kit.js';

const Reason = builder.enumType('ColumnEditsLeftReason', {
  description: 'Why edits of a column that the schema does not have were not moved.',
  values: Object.fromEntries(
    reasonsToStay.map((name) => [
      name,
      {
        description: {
          NO_COLUMN: 'The schema has no column whose path differs in case only.',
          AMBIGUOUS:
            'Several columns of the schema, or several edited columns, have this path without its case.',
          CONFLICT:
            'The column of the schema has another edited description, or other edited members such as terms.',
        }[name],
      },
    ]),
  ) as Record<(typeof reasonsToStay)[number], { description: string }>,
});

const MovedColumnEdits = builder.objectRef<MovedEdits['moved'][number]>('MovedColumnEdits').implement({
  description: 'Edits that were moved to a column of the schema.',
  fields: (t) => ({
    from: t.exposeString('from', nonNull('The former path of the edits.')),
    to: t.exposeString('to', nonNull('The path of the column in the schema.')),
  }),
});

const LeftColumnEdits = builder.objectRef<MovedEdits['left'][number]>('LeftColumnEdits').implement({
  description: 'Edits of a column that the schema does not have, and that were not moved.',
  fields: (t) => ({
    fieldPath: t.exposeString('fieldPath', nonNull('The path of the edits.')),
    reason: t.expose('reason', nonNull('Why they were not moved.', Reason)),
  }),
});

const MoveColumnEditsResult = builder.objectRef<MovedEdits>('MoveColumnEditsResult').implement({
  description: 'What was moved, and what was not.',
  fields: (t) => ({
    moved: t.field({
      ...nonNull('The edits that were moved; in a dry run, those that would be.', [MovedColumnEdits]),
      resolve: ({ moved }, _, { answer }, info) => answer.addList(moved, info),
    }),
    left: t.field({
      ...nonNull('The other edits of columns that the schema does not have.', [LeftColumnEdits]),
      resolve: ({ left }, _, { answer }, info) => answer.addList(left, info),
    }),
  }),
});

const MoveColumnEditsInput = builder.inputType('MoveColumnEditsInput', {
  description: 'The dataset whose edits are moved.',
  fields: (t) => ({
    urn: t.string(required('The dataset.')),
    dryRun: t.boolean({ description: 'Whether nothing is changed. Default: false.' }),
  }),
});

interface Orphaned {
  readonly datasets: readonly string[];
  readonly next: string | null;
}

const OrphanedColumnEdits = builder.objectRef<Orphaned>('OrphanedColumnEdits').implement({
  description: 'Datasets with edits of columns that their schemas do not have.',
  fields: (t) => ({
    datasets: t.field({
      type: ['String'],
      ...nonNull('The URNs of such datasets among the next 500 datasets with edited columns.'),
      resolve: ({ datasets }, _, { answer }, info) => answer.addList(datasets, info),
    }),
    next: t.exposeString('next', {
      nullable: true,
      description: 'The value of `after` for the following datasets; null if there are none.',
    }),
  }),
});

builder.queryField('orphanedColumnEdits', (t) =>
  t.field({
    type: OrphanedColumnEdits,
    nullable: false,
    description:
      'Returns datasets with edits of columns that their schemas do not have, in the order of their URNs.',
    args: { after: t.arg.string({ description: 'The value of `next` of the page before.' }) },
    resolve: (_, { after }, { services, actor }) => services.entities.orphanedColumnEdits(actor, after ?? ''),
  }),
);

builder.mutationField('moveColumnEdits', (t) =>
  t.field({
    type: MoveColumnEditsResult,
    nullable: false,
    description:
      'Moves the tags and descriptions that were edited on columns that a schema does not have any longer to the only ' +
      'column of the schema whose path differs in case only.',
    args: { input: t.arg(required('The dataset.', MoveColumnEditsInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.entities.moveColumnEdits(actor, input.urn, input.dryRun ?? false),
  }),
);
