import type { Actor } from '../../core/actor.js';
import { maySeeTasks } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { CatalogError } from '../../core/errors.js';
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

/** Returns the progress of a task that any process executes. @throws UNAUTHORIZED, BAD_REQUEST */
export const taskStatus =
  ({ tasks, clock }: { tasks: TruncationStore; clock: Clock }) =>
  async (actor: Actor, body: unknown): Promise<TaskStatus> => {
    if (!maySeeTasks(actor)) {
      const detail = `${actor.urn} may not see tasks`;
      throw new CatalogError('UNAUTHORIZED', 'User is unauthorized to get ES task status', { detail });
    }
    const id = readTaskId(body);
    const task = id.node === node ? await tasks.find(id.number) : null;
    const runTimeMillis = task ? (task.finishedAt ?? clock()) - task.createdAt : 0;
    return { taskId: formatTaskId(id), task, runTimeMillis };
  };
