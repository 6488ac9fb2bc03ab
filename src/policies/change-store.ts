import type { AuditDetail, AuditEvent } from '../audit/event.js';
import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import type { Transaction } from '../db/query.js';
import { confirmRights } from '../db/transaction.js';
import { lockAccess } from '../metadata/lock-store.js';
import { policyIdOf, policyUrn } from '../metadata/policies/row.js';
import { rejectWithoutAdministrator } from './administrator-store.js';

interface KnownPolicy {
  /** What the event shows. */
  readonly detail: AuditDetail;
  /** A checksum of the whole policy. */
  readonly content: string;
}

const none: ReadonlySet<string> = new Set();

/**
 * Called before a change of policies over HTTP, with their entities locked.
 *
 * @returns the function to call after the change: it judges the change, records it, and returns the policies that it has
 *   removed. It throws CONFLICT when nobody could change policies any more
 */
export async function beginPolicyChange(
  tx: Transaction,
  requester: Requester,
  urns: readonly string[],
): Promise<() => Promise<ReadonlySet<string>>> {
  if (urns.length === 0) return async () => none;
  await lockAccess(tx);
  await confirmRights(tx, requester);
  const before = await knownPolicies(tx, urns);
  return async () => {
    await rejectWithoutAdministrator(tx);
    const after = await knownPolicies(tx, urns);
    await recordAudit(
      tx,
      requester,
      [...new Set(urns)].flatMap((urn) => eventOf(urn, before.get(urn), after.get(urn)) ?? []),
    );
    return new Set([...before.keys()].filter((urn) => !after.has(urn)));
  };
}

function eventOf(
  subject: string,
  before: KnownPolicy | undefined,
  after: KnownPolicy | undefined,
): AuditEvent | null {
  const known = after ?? before;
  if (!known || before?.content === after?.content) return null;
  const type = !before ? 'CreatePolicyEvent' : after ? 'UpdatePolicyEvent' : 'DeletePolicyEvent';
  return { type, subject, detail: known.detail };
}

async function knownPolicies(
  tx: Transaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, KnownPolicy>> {
  const rows = await tx.query<KnownPolicy & { id: string }>(
    `SELECT id, md5(p::text) AS content,
            json_build_object('name', name, 'state', state, 'privileges', privileges, 'allUsers', all_users,
              'users', users, 'allGroups', all_groups, 'groups', groups,
              'resources', coalesce(filter::text, concat_ws(' ', coalesce(resource_type, 'any type'), resources::text))
            ) AS detail
       FROM policies p WHERE id = ANY($1::text[])`,
    [urns.map(policyIdOf)],
  );
  return new Map(rows.map(({ id, ...known }) => [policyUrn(id), known]));
}
