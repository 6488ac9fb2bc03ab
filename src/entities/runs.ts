import type { Actor } from '../core/actor.js';
import { checkPage, maxRowsBefore, type Page } from '../core/pagination.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import type { Visibility } from '../visibility/visibility.js';
import type { RunStore } from './run-store.js';

/** A page of the runs of a job. What a request does not ask for is not read. */
export interface RunPage extends Page {
  total(): Promise<number>;
  /** The URNs of the runs, the newest first. */
  urns(): Promise<readonly string[]>;
}

interface Deps {
  readonly db: Pick<Database, 'limited'>;
  readonly visibility: Visibility;
  readonly store: RunStore;
  readonly pageSizeMax: number;
}

/** Reads runs without those that the caller may not see. @throws BAD_REQUEST */
export function jobRuns({ db, visibility, store, pageSizeMax }: Deps) {
  const totals = createBatchLoader((jobs: string[]) => store.totals(jobs, null), { name: 'runs' });
  return (
    actor: Actor,
    job: string,
    start: number | null | undefined,
    count: number | null | undefined,
  ): RunPage => {
    const page = checkPage(start, count, pageSizeMax, maxRowsBefore);
    const limit = visibility.limit(actor);
    return {
      ...page,
      // Callers share the statement of counts without a limit only.
      total: async () => (limit ? (await store.totals([job], limit)).get(job) : await totals(job)) ?? 0,
      urns: () => db.limited(actor, () => store.page(job, page, limit, actor.deadline)),
    };
  };
}
