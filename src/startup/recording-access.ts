import type { AspectUpsert } from '../aspects/aspect.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { createEntities } from '../aspects/entity-store.js';
import { operator } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { beginPolicyChange } from '../policies/change-store.js';
import { beginPeopleChange } from '../users/change-store.js';

/** Writes users and policies within a transaction, and records that the operator has done it. */
export async function recordingAccess(
  tx: MetadataTransaction,
  users: readonly string[],
  policies: readonly AspectUpsert[],
  audit: AuditStamp,
  write: () => Promise<void>,
): Promise<void> {
  const entities = [...users.map((urn) => ({ urn, type: 'corpuser' })), ...policies.map(toEntity)];
  await createEntities(tx, entities, audit);
  const endPeopleChange = await beginPeopleChange(tx, operator, users);
  const endPolicyChange = await beginPolicyChange(
    tx,
    operator,
    policies.map(({ urn }) => urn),
  );
  await write();
  await endPolicyChange();
  await endPeopleChange();
}

const toEntity = ({ urn, entityType: type }: AspectUpsert) => ({ urn, type });
