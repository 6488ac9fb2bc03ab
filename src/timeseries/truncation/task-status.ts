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
  /** null: no such task */
  readonly task: TruncationTask | null;
  /** from its beginning to its end, or to now */
  readonly runTimeMillis: number;
}

/** How far a task is, whichever process is at work on it. @throws UNAUTHORIZED, BAD_REQUEST */
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
