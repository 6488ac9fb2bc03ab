import { defaultPageSize } from '../../core/pagination.js';
import { parseSubject } from '../../timeseries/timeseries-index.js';
import type { KnownTask } from '../../timeseries/truncation/tasks.js';
import { builder } from './builder.js';
import { nonNull, required } from './kit.js';

const TruncationState = builder.enumType('TruncationState', {
  description: 'The state of a truncation.',
  values: {
    RUNNING: { description: 'The truncation is waiting or deleting.' },
    COMPLETED: { description: 'All events are deleted.' },
    CANCELED: {
      description: 'The truncation was canceled or reached its time limit. Deleted events stay deleted.',
    },
    FAILED: { description: 'The truncation ended with an error.' },
  } as const,
});

const TruncationTask = builder.objectRef<KnownTask>('TruncationTask').implement({
  description: 'A truncation of a time-series index.',
  fields: (t) => {
    const long = (description: string, of: (known: KnownTask) => number) =>
      t.field({ type: 'Long', nullable: false, description, resolve: of });
    return {
      id: t.exposeString('taskId', nonNull('The id, such as `catalog:12`.')),
      index: t.string({
        ...nonNull('The name of the index.'),
        resolve: ({ task }) => task.indexName,
      }),
      entity: t.string({
        ...nonNull('The entity type of the index.'),
        resolve: ({ task }) => parseSubject(task.indexName).entity,
      }),
      aspect: t.string({
        ...nonNull('The aspect of the index.'),
        resolve: ({ task }) => parseSubject(task.indexName).aspect,
      }),
      endTimeMillis: long('The time of the last event to delete.', ({ task }) => task.endTimeMillis),
      state: t.field({
        ...nonNull('The state.', TruncationState),
        resolve: ({ task }) => task.state,
      }),
      reason: t.string({
        description: 'Why the truncation was canceled or failed.',
        resolve: ({ task }) => task.reason,
      }),
      total: long(
        'The number of events to delete, including deleted events. 0 before they are counted.',
        ({ task }) => task.total,
      ),
      deleted: long('The number of deleted events.', ({ task }) => task.deleted),
      batches: t.int({
        ...nonNull('The number of statements that deleted events.'),
        resolve: ({ task }) => task.batches,
      }),
      retries: t.int({
        ...nonNull('The number of waits for other transactions.'),
        resolve: ({ task }) => task.retries,
      }),
      createdAt: long('When the truncation was requested.', ({ task }) => task.createdAt),
      createdBy: t.string({
        ...nonNull('The URN of the user that requested the truncation.'),
        resolve: ({ task }) => task.createdBy,
      }),
      deadline: t.field({
        type: 'Long',
        description: 'The time limit. Null: none.',
        resolve: ({ task }) => task.deadline,
      }),
      finishedAt: t.field({
        type: 'Long',
        description: 'When the truncation ended. Null while it runs.',
        resolve: ({ task }) => task.finishedAt,
      }),
      runTimeMillis: long(
        'The time from the start to the end, or to now.',
        ({ runTimeMillis }) => runTimeMillis,
      ),
    };
  },
});

builder.queryFields((t) => ({
  truncationTask: t.field({
    type: TruncationTask,
    description: 'Returns a truncation; null when it does not exist. Needs Get ES task status API.',
    args: { id: t.arg.string(required('The id that `truncateTimeseriesAspect` returned.')) },
    resolve: async (_, { id }, { services, actor }) => {
      const { task, ...status } = await services.timeseries.taskStatus(actor, { task: id });
      return task && { ...status, task };
    },
  }),
  truncationTasks: t.field({
    ...nonNull('Lists truncations, newest first. Needs Get ES task status API.', [TruncationTask]),
    args: {
      state: t.arg({
        type: TruncationState,
        description: 'The state of the truncations. Default: all states.',
      }),
      count: t.arg.int({
        defaultValue: defaultPageSize,
        description: 'The maximum number of truncations.',
      }),
    },
    resolve: async (_, { state, count }, { services, actor, answer }, info) =>
      answer.addList(await services.timeseries.listTasks(actor, state ?? null, count), info),
  }),
}));
