import type { TaskStatus } from '../../timeseries/truncation/task-status.js';

/** Returns JSON in JSON, as DataHub does: `status` is what Elasticsearch reports of a delete by query. */
export function taskStatusText({ taskId, task, runTimeMillis }: TaskStatus): string {
  if (!task) return JSON.stringify({ error: `Could not get task status for ${taskId}` });
  const { state, reason, total, deleted, batches, retries } = task;
  const status = JSON.stringify({
    total,
    updated: 0,
    created: 0,
    deleted,
    batches,
    version_conflicts: 0,
    noops: 0,
    retries: { bulk: retries, search: 0 },
    throttled_millis: 0,
    requests_per_second: -1,
    throttled_until_millis: 0,
    ...(state === 'CANCELED' ? { canceled: reason } : {}),
    ...(state === 'FAILED' ? { failed: reason } : {}),
  });
  return JSON.stringify({
    completed: state !== 'RUNNING',
    taskId,
    status,
    runTimeNanos: runTimeMillis * 1_000_000,
  });
}
