import { badRequest } from '../../core/errors.js';
import type { Truncation } from '../../timeseries/truncation/truncate.js';
import { builder } from './builder.js';

const TruncateTimeseriesAspectInput = builder.inputType('TruncateTimeseriesAspectInput', {
  description: 'Which events to delete.',
  fields: (t) => ({
    entityType: t.string({ required: true, description: 'The type of entity, in any case.' }),
    aspect: t.string({ required: true, description: 'The time-series aspect, in any case.' }),
    endTimeMillis: t.field({
      type: 'Long',
      required: true,
      description: 'Events up to and including this time are deleted.',
    }),
    dryRun: t.boolean({
      defaultValue: true,
      description: 'Whether only to say what would be deleted.',
    }),
    batchSize: t.int({
      description: 'Events that one statement deletes at most, 1 to 100,000; default 10,000.',
    }),
    timeoutSeconds: t.int({
      description: 'After these the truncation ends as canceled, 1 to 604,800; default: never.',
    }),
    forceDeleteByQuery: t.boolean({
      description: 'Chooses the sentence of a dry run. A run does the same work either way.',
    }),
    forceReindex: t.boolean({
      description: 'Chooses the sentence of a dry run. A run does the same work either way.',
    }),
  }),
});

type Result = Exclude<Truncation, { kind: 'contradiction' }>;

const TruncateTimeseriesAspectResult = builder.objectRef<Result>('TruncateTimeseriesAspectResult').implement({
  description: 'What a dry run found, or the task of a run.',
  fields: (t) => ({
    dryRun: t.boolean({
      nullable: false,
      description: 'Whether nothing is deleted.',
      resolve: ({ kind }) => kind === 'dryRun',
    }),
    message: t.string({
      description: 'The sentence of a dry run, as over REST.',
      resolve: (result) => (result.kind === 'dryRun' ? result.text : null),
    }),
    events: t.field({
      type: 'Long',
      description: 'Of a dry run: how many events would be deleted.',
      resolve: (result) => (result.kind === 'dryRun' ? result.counts.toDelete : null),
    }),
    total: t.field({
      type: 'Long',
      description: 'Of a dry run: how many events the index has.',
      resolve: (result) => (result.kind === 'dryRun' ? result.counts.total : null),
    }),
    taskId: t.string({
      description:
        'Of a run: the id of its task, or of the task that runs on the index already, for `truncationTask`.',
      resolve: (result) => (result.kind === 'run' ? result.taskId : null),
    }),
  }),
});

builder.mutationFields((t) => ({
  truncateTimeseriesAspect: t.field({
    type: TruncateTimeseriesAspectResult,
    nullable: false,
    description:
      'Deletes the events of a time-series index up to a time, or says what it would delete. Needs Truncate timeseries aspect index size API.',
    args: {
      input: t.arg({ type: TruncateTimeseriesAspectInput, required: true, description: 'Which events.' }),
    },
    resolve: async (_, { input }, { services, actor }) => {
      const truncation = await services.timeseries.truncate(actor, input);
      if (truncation.kind === 'contradiction') throw badRequest(truncation.text);
      return truncation;
    },
  }),
  cancelTruncation: t.boolean({
    nullable: false,
    description:
      'Cancels a truncation; what it has deleted stays deleted. False: it had ended. Needs Truncate timeseries aspect index size API.',
    args: { id: t.arg.string({ required: true, description: 'As `truncateTimeseriesAspect` returned it.' }) },
    resolve: (_, { id }, { services, actor }) => services.timeseries.cancel(actor, id),
  }),
}));
