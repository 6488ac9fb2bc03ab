import type { Query } from '../db/query.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';

/** Where a page ends: the next one has what is older. */
export interface RequestPosition {
  /** ms since the epoch */
  readonly requestedAt: number;
  readonly urn: string;
}

/** Returns requests to execute an ingestion, newest first, after a position. Those without their input are left out. */
export function listExecutionRequests(
  query: Query,
  { requestedAt, urn }: RequestPosition,
  count: number,
  limit: Limit | null,
): Promise<RequestPosition[]> {
  const params: unknown[] = [requestedAt, urn, count];
  return query<RequestPosition>(
    `SELECT urn, requested_at AS "requestedAt"
       FROM (SELECT urn, CASE WHEN body->>'requestedAt' ~ '^[0-9]{1,15}$'
                              THEN (body->>'requestedAt')::bigint ELSE 0 END AS requested_at
               FROM aspects
              WHERE urn >= 'urn:li:dataHubExecutionRequest:' AND urn < 'urn:li:dataHubExecutionRequest;'
                AND name = 'dataHubExecutionRequestInput') requests
      WHERE (requested_at, urn) < ($1::bigint, $2::text)${andVisible(limit, 'urn', params)}
      ORDER BY requested_at DESC, urn DESC LIMIT $3`,
    params,
  );
}
