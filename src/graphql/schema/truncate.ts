import { badRequest } from '../../core/errors.js';
import type { Truncation } from '../../timeseries/truncation/tasks.js';
import { builder } from './builder.js';
import { nonNull, required } from './kit.js';

const TruncateTimeseriesAspectInput = builder.inputType('TruncateTimeseriesAspectInput', {
  description: 'The events to delete.',
  fields: (t) => ({
    entityType: t.string(required('The entity type, ignoring case.')),
    aspect: t.string(required('The time-series aspect, ignoring case.')),
    endTimeMillis: t.field(required('Events up to and including this time are deleted.', 'Long')),
    dryRun: t.boolean({
      defaultValue: true,
      description: 'Whether only to report what would be deleted.',
    }),
    batchSize: t.int({
      description: 'The maximum number of events that one statement deletes, 1 to 100,000. Default: 10,000.',
    }),
    timeoutSeconds: t.int({
      description:
        'The time limit in seconds, 1 to 604,800, after which the truncation is canceled. ' +
        'Default: none.',
    }),
    forceDeleteByQuery: t.boolean({
      description: 'Selects the message of a dry run. The deletion itself is the same either way.',
    }),
    forceReindex: t.boolean({
      description: 'Selects the message of a dry run. The deletion itself is the same either way.',
    }),
  }),
});

type Result = Exclude<Truncation, { kind: 'contradiction' }>;

const TruncateTimeseriesAspectResult = builder.objectRef<Result>('TruncateTimeseriesAspectResult').implement({
  description: 'The findings of a dry run, or the task of a real run.',
  fields: (t) => ({
    dryRun: t.boolean({
      ...nonNull('Whether this was a dry run, which deletes nothing.'),
      resolve: ({ kind }) => kind === 'dryRun',
    }),
    message: t.string({
      description: 'Dry run only: the message, as over REST.',
      resolve: (result) => (result.kind === 'dryRun' ? result.text : null),
    }),
    events: t.field({
      type: 'Long',
      description: 'Dry run only: the number of events that would be deleted.',
      resolve: (result) => (result.kind === 'dryRun' ? result.counts.toDelete : null),
    }),
    total: t.field({
      type: 'Long',
      description: 'Dry run only: the total number of events in the index.',
      resolve: (result) => (result.kind === 'dryRun' ? result.counts.total : null),
    }),
    taskId: t.string({
      description:
        'Real run only: the id for `truncationTask`. If a task is already running on the index, ' +
        'the id of that task.',
      resolve: (result) => (result.kind === 'run' ? result.taskId : null),
    }),
  }),
});

builder.mutationFields((t) => ({
  truncateTimeseriesAspect: t.field({
    type: TruncateTimeseriesAspectResult,
    nullable: false,
    description:
      'Deletes the events of a time-series index up to a time, or reports what it would delete. ' +
      'Needs Truncate timeseries aspect index size API.',
    args: { input: t.arg(required('The events to return.', TruncateTimeseriesAspectInput)) },
    resolve: async (_, { input }, { services, actor }) => {
      const truncation = await services.timeseries.truncate(actor, input);
      if (truncation.kind === 'contradiction') throw badRequest(truncation.text);
      return truncation;
    },
  }),
  cancelTruncation: t.boolean({
    nullable: false,
    description:
      'Cancels a truncation. Deleted events stay deleted. Returns false if the truncation had ' +
      'already ended. Needs Truncate timeseries aspect index size API.',
    args: { id: t.arg.string(required('The id that `truncateTimeseriesAspect` returned.')) },
    resolve: (_, { id }, { services, actor }) => services.timeseries.cancel(actor, id),
  }),
}));
