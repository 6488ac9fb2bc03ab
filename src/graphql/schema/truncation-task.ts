import { defaultPageSize } from '../../core/pagination.js';
import { subjectOf } from '../../timeseries/timeseries-index.js';
import type { KnownTask } from '../../timeseries/truncation/task-status.js';
import { builder } from './builder.js';

const TruncationState = builder.enumType('TruncationState', {
  description: 'How far a truncation is.',
  values: {
    RUNNING: { description: 'It waits or deletes.' },
    COMPLETED: { description: 'Everything is deleted.' },
    CANCELED: { description: 'It was canceled, or its time is over. What it deleted stays deleted.' },
    FAILED: { description: 'It ended with an error.' },
  } as const,
});

const TruncationTask = builder.objectRef<KnownTask>('TruncationTask').implement({
  description: 'A truncation of a time-series index.',
  fields: (t) => {
    const long = (description: string, of: (known: KnownTask) => number) =>
      t.field({ type: 'Long', nullable: false, description, resolve: of });
    return {
      id: t.exposeString('taskId', { nullable: false, description: 'Such as `catalog:12`.' }),
      index: t.string({
        nullable: false,
        description: 'The name of the index.',
        resolve: ({ task }) => task.indexName,
      }),
      entity: t.string({
        nullable: false,
        description: 'The type of entity of the index.',
        resolve: ({ task }) => subjectOf(task.indexName).entity,
      }),
      aspect: t.string({
        nullable: false,
        description: 'The aspect of the index.',
        resolve: ({ task }) => subjectOf(task.indexName).aspect,
      }),
      endTimeMillis: long('The last time whose events go.', ({ task }) => task.endTimeMillis),
      state: t.field({
        type: TruncationState,
        nullable: false,
        description: 'How far it is.',
        resolve: ({ task }) => task.state,
      }),
      reason: t.string({
        description: 'Why it was canceled or has failed.',
        resolve: ({ task }) => task.reason,
      }),
      total: long(
        'Events to delete, the deleted ones included; 0 before they are counted.',
        ({ task }) => task.total,
      ),
      deleted: long('Events that are deleted.', ({ task }) => task.deleted),
      batches: t.int({
        nullable: false,
        description: 'Statements that have deleted something.',
        resolve: ({ task }) => task.batches,
      }),
      retries: t.int({
        nullable: false,
        description: 'How often it has waited for other transactions.',
        resolve: ({ task }) => task.retries,
      }),
      createdAt: long('When it was asked for.', ({ task }) => task.createdAt),
      createdBy: t.string({
        nullable: false,
        description: 'The URN of who asked for it.',
        resolve: ({ task }) => task.createdBy,
      }),
      deadline: t.field({
        type: 'Long',
        description: 'When it ends at the latest; null: when everything is deleted.',
        resolve: ({ task }) => task.deadline,
      }),
      finishedAt: t.field({
        type: 'Long',
        description: 'When it ended; null while it runs.',
        resolve: ({ task }) => task.finishedAt,
      }),
      runTimeMillis: long('From the start to the end, or to now.', ({ runTimeMillis }) => runTimeMillis),
    };
  },
});

builder.queryFields((t) => ({
  truncationTask: t.field({
    type: TruncationTask,
    description: 'Returns a truncation; null when there is none. Needs Get ES task status API.',
    args: { id: t.arg.string({ required: true, description: 'As `truncateTimeseriesAspect` returned it.' }) },
    resolve: async (_, { id }, { services, actor }) => {
      const { task, ...status } = await services.timeseries.taskStatus(actor, { task: id });
      return task && { ...status, task };
    },
  }),
  truncationTasks: t.field({
    type: [TruncationTask],
    nullable: false,
    description: 'Lists truncations, the newest first. Needs Get ES task status API.',
    args: {
      state: t.arg({ type: TruncationState, description: 'Default: all.' }),
      count: t.arg.int({
        defaultValue: defaultPageSize,
        description: 'How many to return at most.',
      }),
    },
    resolve: async (_, { state, count }, { services, actor, answer }, info) =>
      answer.addList(
        await services.timeseries.listTasks(actor, state ?? null, count),
        ({ task }) => 2 * task.indexName.length + task.createdBy.length + (task.reason?.length ?? 0),
        info,
      ),
  }),
}));
