import type { ReadActor } from '../../core/actor.js';
import { mayTruncate } from '../../core/authorization.js';
import type { Database } from '../../db/database.js';
import { groupsSql } from '../../db/groups-sql.js';
import type { TruncationTask } from './task.js';

interface Creator {
  readonly urn: string;
  readonly groups: readonly string[];
  readonly policyVersion: number;
}

/**
 * Returns whether a task may go on: while its creator is active and has the right to truncate. A user who is newer than
 * the task has only the URN of its creator.
 */
export const creatorStore =
  ({ query }: Pick<Database, 'query'>, readActor: ReadActor) =>
  async ({ createdBy, createdAt }: Pick<TruncationTask, 'createdBy' | 'createdAt'>): Promise<boolean> => {
    const [creator] = await query<Creator>(
      `SELECT urn, ${groupsSql('users.urn')} AS groups, (SELECT version FROM policy_version) AS "policyVersion"
         FROM users WHERE urn = $1::text AND created_at <= $2::bigint AND state = 'ACTIVE'`,
      [createdBy, createdAt],
    );
    return creator !== undefined && mayTruncate(await readActor(creator));
  };
