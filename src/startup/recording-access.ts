import type { AspectUpsert } from '../aspects/aspect.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { createEntities } from '../aspects/entity-store.js';
import { operator } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { getEntityType } from '../core/urn.js';
import { beginPolicyChange } from '../policies/change-store.js';
import { beginPeopleChange } from '../users/change-store.js';

/** Writes users, groups and policies within a transaction, and records that the operator has done it. */
export async function recordingAccess(
  tx: MetadataTransaction,
  people: readonly string[],
  policies: readonly AspectUpsert[],
  audit: AuditStamp,
  write: () => Promise<void>,
): Promise<void> {
  const policyUrns = policies.map(({ urn }) => urn);
  const entities = [...people, ...policyUrns].map((urn) => ({ urn, type: getEntityType(urn) }));
  await createEntities(tx, entities, audit);
  const endPeopleChange = await beginPeopleChange(tx, operator, people);
  const endPolicyChange = await beginPolicyChange(tx, operator, policyUrns);
  await write();
  await endPolicyChange();
  await endPeopleChange();
}
