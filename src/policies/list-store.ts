import type { Requester } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Query } from '../db/query.js';
import type { Steps } from '../scheduling/steps.js';
import { type PolicyTexts, type StoredPolicy, storedPolicy } from './document.js';
import { policyIdOf } from './row.js';
import { policyJson } from './row-store.js';

const texts = `
  ${policyJson}::text AS row,
  (SELECT a.body::text FROM aspects a
    WHERE a.urn = 'urn:li:dataHubPolicy:' || p.id AND a.name = 'dataHubPolicyInfo' AND NOT a.inert) AS extra`;

/** Returns null when there is no such policy. */
export async function findPolicy(
  query: Query,
  urn: string,
  requester: Requester,
): Promise<StoredPolicy | null> {
  const rows = await query<PolicyTexts>(`SELECT ${texts} FROM policies p WHERE p.id = $1`, [policyIdOf(urn)]);
  return rows[0] ? runCooperatively(storedPolicy(rows[0]), requester.deadline) : null;
}

const matching = `($1 = '' OR strpos(lower(p.name), lower($1)) > 0 OR strpos(lower(p.description), lower($1)) > 0)
  AND ($4::text[] IS NULL OR p.type || '/' || p.state = ANY($4))`;

/**
 * Returns a page of the policies whose name or description contains a text, by name, and how many there are.
 *
 * @param kinds types and states as `type/state`; null: all
 *
 * @throws TooLarge
 */
export async function listPolicies(
  query: Query,
  { text, kinds, start, count }: Page & { readonly text: string; readonly kinds: readonly string[] | null },
  { deadline }: Requester,
  maxBytes: number,
): Promise<{ total: number; policies: readonly StoredPolicy[] }> {
  const rows = await query<PolicyTexts & { total: number; id: string | null }>(
    `WITH found AS MATERIALIZED (SELECT id, name FROM policies p WHERE ${matching}),
          page AS MATERIALIZED (SELECT id FROM found ORDER BY name, id OFFSET $2 LIMIT $3)
     SELECT (SELECT count(*) FROM found) AS total, p.id, ${texts}
       FROM (SELECT) AS always LEFT JOIN (page JOIN policies p USING (id)) ON true ORDER BY p.name, p.id`,
    [text, start, count, kinds],
    { deadline, maxBytes },
  );
  // An empty page is one row without a policy.
  const found = rows.filter(({ id }) => id !== null);
  return { total: rows[0]!.total, policies: await runCooperatively(policiesOf(found), deadline) };
}

function* policiesOf(rows: readonly PolicyTexts[]): Steps<StoredPolicy[]> {
  const policies: StoredPolicy[] = [];
  for (const row of rows) {
    policies.push(yield* storedPolicy(row));
    yield;
  }
  return policies;
}
