import type { Actor } from '../../core/actor.js';
import { lacking, maySeeTasks, mayTruncate } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { conflict, notFound } from '../../core/errors.js';
import { checkPage } from '../../core/pagination.js';
import { warnOfSeconds } from '../../core/seconds.js';
import { quoted } from '../../core/urn.js';
import { isLockTimeout, unfinished } from '../../db/errors.js';
import { formatTaskId, node, readTaskId } from './parameters.js';
import { bothForced, describeDryRun, type EventCounts, forcesBoth, readTruncation } from './plan.js';
import type { TruncationTask } from './task.js';
import type { TruncationStore } from './task-store.js';

/** The result of a request for a truncation. */
export type Truncation =
  | { readonly kind: 'contradiction'; readonly text: string }
  | { readonly kind: 'dryRun'; readonly text: string; readonly counts: EventCounts }
  | { readonly kind: 'run'; readonly taskId: string };

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
  readonly pageSizeMax: number;
  /** Starts the worker. */
  trigger(): void;
  /** Ends the statement in flight if this process executes the task. */
  interrupt(id: bigint): void;
}

export function truncations({ tasks, clock, pageSizeMax, trigger, interrupt }: Deps) {
  return {
    /**
     * Starts to delete the events of an index up to a time, or describes this for a dry run.
     *
     * @throws UNAUTHORIZED, BAD_REQUEST
     */
    async truncate(actor: Actor, body: unknown): Promise<Truncation> {
      if (!mayTruncate(actor)) {
        const message = 'User is unauthorized to truncate timeseries index';
        throw lacking(actor, 'truncate', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'], { message });
      }
      const request = readTruncation(body);
      if (forcesBoth(request)) return { kind: 'contradiction', text: bothForced };
      const { indexName, endTimeMillis, batchSize, timeoutSeconds } = request;
      warnOfSeconds(actor, 'endTimeMillis', endTimeMillis);
      if (request.dryRun) {
        const counts = await tasks.count(indexName, endTimeMillis, actor).catch((error: unknown) => {
          throw unfinished(error, 'counting the events', 'truncate without a dry run') ?? error;
        });
        return { kind: 'dryRun', text: describeDryRun(counts, request), counts };
      }
      const now = clock();
      const task = {
        indexName,
        endTimeMillis,
        batchSize,
        createdAt: now,
        createdBy: actor.urn,
        deadline: timeoutSeconds === null ? null : now + timeoutSeconds * 1_000,
      };
      const number = await tasks.begin(task, actor);
      trigger();
      return { kind: 'run', taskId: formatTaskId({ node, number }) };
    },

    /**
     * Cancels a truncation, regardless of the process that executes it. Deleted events are not restored.
     *
     * @returns whether it ran until now
     * @throws UNAUTHORIZED, BAD_REQUEST, NOT_FOUND, and CONFLICT while another process is in a long statement
     */
    async cancel(actor: Actor, task: string): Promise<boolean> {
      if (!mayTruncate(actor))
        throw lacking(actor, 'cancel truncations', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
      const { node: given, number } = readTaskId({ task });
      const missing = notFound(`task ${quoted(task)} does not exist`);
      if (given !== node) throw missing;
      const canceled = tasks.cancel(number, `canceled by ${actor.urn}`, clock(), actor);
      interrupt(number);
      const didRun = await canceled.catch((error: unknown) => {
        throw isLockTimeout(error)
          ? conflict(`task ${quoted(task)} is in a long statement; try again later`)
          : error;
      });
      if (didRun === null) throw missing;
      return didRun;
    },

    /** Returns the progress of a task that any process executes. @throws UNAUTHORIZED, BAD_REQUEST */
    async taskStatus(actor: Actor, body: unknown): Promise<TaskStatus> {
      checkMaySeeTasks(actor);
      const id = readTaskId(body);
      const task = id.node === node ? await tasks.find(id.number) : null;
      return task ? toStatus(task, clock()) : { taskId: formatTaskId(id), task, runTimeMillis: 0 };
    },

    /** Returns tasks, the newest first. @throws UNAUTHORIZED, BAD_REQUEST */
    async listTasks(
      actor: Actor,
      state: TruncationTask['state'] | null,
      count: number | null | undefined,
    ): Promise<KnownTask[]> {
      checkMaySeeTasks(actor);
      const { count: limit } = checkPage(0, count, pageSizeMax);
      const now = clock();
      return (await tasks.list(state, limit)).map((task) => toStatus(task, now));
    },
  };
}

function checkMaySeeTasks(actor: Actor) {
  if (maySeeTasks(actor)) return;
  const message = 'User is unauthorized to get ES task status';
  throw lacking(actor, 'see tasks', ['GET_ES_TASK_STATUS_PRIVILEGE'], { message });
}

const toStatus = (task: TruncationTask, now: number): KnownTask => ({
  taskId: formatTaskId({ node, number: task.id }),
  task,
  runTimeMillis: (task.finishedAt ?? now) - task.createdAt,
});
