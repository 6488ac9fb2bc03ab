import type { Deadline } from '../core/deadline.js';
import type { Page } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';

/** The rows of `entity_references` with the runs of jobs that are not soft-deleted. */
const runsSql = (jobs: string) => `
  entity_references r
  WHERE r.target ${jobs} AND r.relationship = 'InstanceOf' AND r.aspect = 'dataProcessInstanceRelationships'
    AND r.source >= 'urn:li:dataProcessInstance:' AND r.source < 'urn:li:dataProcessInstance;'
    AND NOT EXISTS (SELECT FROM aspects s
                     WHERE s.urn = r.source AND s.name = 'status' AND s.body->>'removed' = 'true')`;

export type RunStore = ReturnType<typeof runStore>;

/** Reads of the runs of jobs. */
export function runStore({ read }: Pick<Database, 'read'>) {
  return {
    /** The number of runs of each job; jobs without runs are left out. */
    async totals(jobs: readonly string[], limit: Limit | null): Promise<ReadonlyMap<string, number>> {
      const params: unknown[] = [jobs];
      const runs = runsSql('= ANY($1::text[])') + andVisible(limit, 'r.source', params);
      const rows = await read<{ job: string; total: number }>(
        `SELECT r.target AS job, count(*) AS total FROM ${runs} GROUP BY r.target`,
        params,
      );
      return new Map(rows.map(({ job, total }) => [job, total]));
    },

    /** The URNs of a page of a job's runs, newest first. A run whose time is unknown comes last. */
    async page(
      job: string,
      { start, count }: Page,
      limit: Limit | null,
      deadline: Deadline | undefined,
    ): Promise<string[]> {
      const params: unknown[] = [job, start, count];
      const rows = await read<{ urn: string }>(
        `SELECT urn FROM (
           SELECT r.source AS urn,
                  (SELECT CASE WHEN body->'created'->>'time' ~ '^[0-9]{1,15}$'
                               THEN (body->'created'->>'time')::bigint END
                     FROM aspects WHERE urn = r.source AND name = 'dataProcessInstanceProperties') AS created
             FROM ${runsSql('= $1')}${andVisible(limit, 'r.source', params)}) runs
          ORDER BY created DESC NULLS LAST, urn OFFSET $2::int LIMIT $3::int`,
        params,
        { deadline },
      );
      return rows.map(({ urn }) => urn);
    },
  };
}
