import type { Actor } from '../../core/actor.js';
import { lacking, mayTruncate } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { badRequest } from '../../core/errors.js';
import { warnOfSeconds } from '../../core/seconds.js';
import { isTooMuchWork } from '../../db/errors.js';
import { bothForced, describeDryRun, type EventCounts, forcesBoth, readTruncation } from './plan.js';
import { formatTaskId, node } from './task-id.js';
import type { TruncationStore } from './task-store.js';

export interface TruncateDeps {
  readonly tasks: TruncationStore;
  readonly clock: Clock;
  /** Starts the worker. */
  trigger(): void;
}

/** The result of a request for a truncation. */
export type Truncation =
  | { readonly kind: 'contradiction'; readonly text: string }
  | { readonly kind: 'dryRun'; readonly text: string; readonly counts: EventCounts }
  | { readonly kind: 'run'; readonly taskId: string };

const takesTooLong =
  'counting the events takes longer than the request timeout (REQUEST_TIMEOUT_MS): truncate without a dry run';

/**
 * Starts to delete the events of an index up to a time, or describes this for a dry run.
 *
 * @throws UNAUTHORIZED, BAD_REQUEST
 */
export const truncate =
  ({ tasks, clock, trigger }: TruncateDeps) =>
  async (actor: Actor, body: unknown): Promise<Truncation> => {
    if (!mayTruncate(actor)) {
      const message = 'User is unauthorized to truncate timeseries index';
      throw lacking(actor, 'truncate', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'], message);
    }
    const request = readTruncation(body);
    if (forcesBoth(request)) return { kind: 'contradiction', text: bothForced };
    const { indexName, endTimeMillis, batchSize, timeoutSeconds } = request;
    warnOfSeconds(actor, 'endTimeMillis', endTimeMillis);
    if (request.dryRun) {
      const counts = await tasks.count(indexName, endTimeMillis, actor).catch((error: unknown) => {
        throw isTooMuchWork(error) ? badRequest(takesTooLong) : error;
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
  };
