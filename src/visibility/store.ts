import type { Requester } from '../core/actor.js';
import type { Query } from '../db/query.js';
import { andVisible, type Limit } from './limit-sql.js';

/** Returns those of some URNs that a caller may see. */
export async function selectVisible(
  query: Query,
  urns: readonly string[],
  limit: Limit | null,
  { deadline }: Requester,
): Promise<ReadonlyMap<string, true>> {
  const params: unknown[] = [urns];
  const rows = await query<{ urn: string }>(
    `SELECT u.urn FROM unnest($1::text[]) AS u(urn) WHERE true${andVisible(limit, 'u.urn', params)}`,
    params,
    { deadline, unprepared: true },
  );
  return new Map(rows.map(({ urn }) => [urn, true]));
}
