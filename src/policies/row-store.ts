import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { type PolicyRow, toPolicyId } from './row.js';

/** Writes policies whose entities are locked. A trigger locks and raises the version of the policies. */
export const writePolicies = (tx: Transaction, policies: readonly PolicyRow[]): Promise<void> =>
  inChunks(policies, measureSize, (chunk) =>
    tx.query(
      `INSERT INTO policies (id, name, description, type, state, privileges, all_users, users, all_groups, groups,
                             resource_type, resources, all_resources, filter, constraints, editable)
       SELECT p->>'id', p->>'name', p->>'description', (p->>'type')::"PolicyType", (p->>'state')::"PolicyState",
              ${list('privileges')}, (p->>'allUsers')::boolean, ${list('users')}, (p->>'allGroups')::boolean,
              ${list('groups')}, p->>'resourceType', ${list('resources')}, (p->>'allResources')::boolean,
              (p->>'filter')::json, (p->>'constraints')::json, (p->>'editable')::boolean
         FROM json_array_elements($1::json) p
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, type = excluded.type,
         state = excluded.state, privileges = excluded.privileges, all_users = excluded.all_users,
         users = excluded.users, all_groups = excluded.all_groups, groups = excluded.groups,
         resource_type = excluded.resource_type, resources = excluded.resources,
         all_resources = excluded.all_resources, filter = excluded.filter, constraints = excluded.constraints,
         editable = excluded.editable`,
      [JSON.stringify(chunk.map((row) => ({ ...row, id: toPolicyId(row.urn) })))],
    ),
  );

/** SQL of a member that is an array or null, as text[]. */
const list = (name: string) => `
  CASE json_typeof(p->'${name}') WHEN 'array' THEN ARRAY(SELECT json_array_elements_text(p->'${name}')) END`;

const measureSize = ({ users, groups, resources, privileges, filter, constraints }: PolicyRow) =>
  sumLengths(filter, constraints) +
  [users, groups, resources, privileges].reduce(
    (sum, texts) => sum + (texts ?? []).reduce((bytes, text) => bytes + text.length + 3, 0),
    200,
  );

/** No statement runs without URNs: every statement on `policies` makes all processes read them again. */
export async function deletePolicies(tx: Transaction, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  await tx.query('DELETE FROM policies WHERE id = ANY($1::text[])', [urns.map(toPolicyId)]);
}

/** The columns of a policy `p` as members of a JSON object: a `PolicyRow`. */
export const policyJson = `
  json_build_object('urn', 'urn:li:dataHubPolicy:' || p.id, 'name', p.name, 'description', p.description, 'type', p.type,
    'state', p.state, 'privileges', p.privileges, 'allUsers', p.all_users, 'users', p.users, 'allGroups', p.all_groups,
    'groups', p.groups, 'resourceType', p.resource_type, 'resources', p.resources, 'allResources', p.all_resources,
    'filter', p.filter::text, 'constraints', p.constraints::text, 'editable', p.editable)`;
