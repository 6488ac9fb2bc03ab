import type { Actor } from '../../core/actor.js';
import { lacking, maySeeTasks } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { checkPage } from '../../core/pagination.js';
import type { TruncationTask } from './task.js';
import { formatTaskId, node, readTaskId } from './task-id.js';
import type { TruncationStore } from './task-store.js';

export interface TaskStatus {
  /** `<node>:<number>` */
  readonly taskId: string;
  /** Null if the task does not exist. */
  readonly task: TruncationTask | null;
  /** From the start of the task to its end, or to now. */
  readonly runTimeMillis: number;
}

/** A task that exists. */
export type KnownTask = TaskStatus & { readonly task: TruncationTask };

interface Deps {
  readonly tasks: TruncationStore;
  readonly clock: Clock;
}

/** Returns the progress of a task that any process executes. @throws UNAUTHORIZED, BAD_REQUEST */
export const taskStatus =
  ({ tasks, clock }: Deps) =>
  async (actor: Actor, body: unknown): Promise<TaskStatus> => {
    checkMaySeeTasks(actor);
    const id = readTaskId(body);
    const task = id.node === node ? await tasks.find(id.number) : null;
    return task ? toStatus(task, clock()) : { taskId: formatTaskId(id), task, runTimeMillis: 0 };
  };

/** Returns tasks, the newest first. @throws UNAUTHORIZED, BAD_REQUEST */
export const listTasks =
  ({ tasks, clock, pageSizeMax }: Deps & { readonly pageSizeMax: number }) =>
  async (
    actor: Actor,
    state: TruncationTask['state'] | null,
    count: number | null | undefined,
  ): Promise<KnownTask[]> => {
    checkMaySeeTasks(actor);
    const { count: limit } = checkPage(0, count, pageSizeMax);
    const now = clock();
    return (await tasks.list(state, limit)).map((task) => toStatus(task, now));
  };

function checkMaySeeTasks(actor: Actor) {
  if (maySeeTasks(actor)) return;
  const message = 'User is unauthorized to get ES task status';
  throw lacking(actor, 'see tasks', ['GET_ES_TASK_STATUS_PRIVILEGE'], message);
}

const toStatus = (task: TruncationTask, now: number): KnownTask => ({
  taskId: formatTaskId({ node, number: task.id }),
  task,
  runTimeMillis: (task.finishedAt ?? now) - task.createdAt,
});
