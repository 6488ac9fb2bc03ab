import type { Operations } from './operation.js';

const sizes = ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'] as const;
const truncation = ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'] as const;
const tasks = ['GET_ES_TASK_STATUS_PRIVILEGE'] as const;
const input = { entityType: 'dataset', aspect: 'datasetProfile', endTimeMillis: 1_735_689_600_000 };

export const timeseries: Operations = {
  'query timeseriesIndexes': { select: '{ name events months { bytes } }', privileges: sizes },
  'query truncationTask': { args: () => ({ id: 'a:1' }), select: '{ state deleted }', privileges: tasks },
  'query truncationTasks': { select: '{ id index state }', privileges: tasks },
  'mutation truncateTimeseriesAspect': {
    args: () => ({ input }),
    select: '{ taskId }',
    privileges: truncation,
    events: ['TruncateEvent'],
  },
  // Of a task that does not exist.
  'mutation cancelTruncation': {
    args: () => ({ id: 'catalog:999999' }),
    privileges: truncation,
    answers: 404,
    events: ['CancelTruncateEvent'],
  },
  'POST /operations?action=getIndexSizes': { body: () => ({}), privileges: sizes },
  'POST /operations?action=truncateTimeseriesAspect': {
    body: () => input,
    privileges: truncation,
    events: ['TruncateEvent'],
  },
  'POST /operations?action=getEsTaskStatus': { body: () => ({ task: 'a:1' }), privileges: tasks },
};
