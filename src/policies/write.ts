import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { createEntities, deleteEntityRows } from '../aspects/entity-store.js';
import { insertOrLockEntities } from '../aspects/lock-store.js';
import { changeAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManagePolicies } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { conflict, notFound } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { beginPolicyChange } from './change-store.js';
import type { StoredPolicy } from './document.js';
import { findPolicy } from './list-store.js';
import type { PolicyInfo } from './model.js';
import { policyUrn } from './row.js';
import { type PolicyUpdate, toPolicyInfo } from './value.js';
import { warnOfPolicies } from './warn.js';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/** @throws BAD_REQUEST, UNAUTHORIZED */
export const createPolicy =
  ({ db, clock, newId }: Deps & { newId: () => string }) =>
  async (actor: Actor, update: PolicyUpdate): Promise<string> => {
    checkRight(actor);
    const now = clock();
    const urn = policyUrn(newId());
    const policy = toPolicyInfo(update, null, now);
    await changeMetadata(db, (tx) => write(tx, actor, urn, policy, now), actor);
    return urn;
  };

/** Replaces a policy, except for what GraphQL cannot name. @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
export const updatePolicy =
  ({ db, clock }: Deps) =>
  async (actor: Actor, given: string, update: PolicyUpdate): Promise<string> => {
    const urn = parsePolicyUrn(actor, given);
    const now = clock();
    const work = async (tx: MetadataTransaction) => {
      const { value } = await lockPolicy(tx, actor, urn, now, 'write');
      await write(tx, actor, urn, toPolicyInfo(update, value, now), now);
    };
    await changeMetadata(db, work, actor);
    return urn;
  };

/** @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
export const deletePolicy =
  ({ db, clock }: Deps) =>
  async (actor: Actor, given: string): Promise<string> => {
    const urn = parsePolicyUrn(actor, given);
    const work = async (tx: MetadataTransaction) => {
      await lockPolicy(tx, actor, urn, clock(), 'delete');
      const endChange = await beginPolicyChange(tx, actor, [urn]);
      await deleteEntityRows(tx, [urn]);
      await endChange();
    };
    await changeMetadata(db, work, actor);
    return urn;
  };

function checkRight(actor: Actor) {
  if (!mayManagePolicies(actor)) throw lacking(actor, 'manage policies', ['MANAGE_POLICIES']);
}

function parsePolicyUrn(actor: Actor, given: string): string {
  checkRight(actor);
  const { urn, type } = parseUrn(given, 'urn');
  if (type !== 'dataHubPolicy') throw notFound(`There is no policy ${quoted(urn)}`);
  return urn;
}

/** A policy that SQL has written has no entity yet. */
async function lockPolicy(
  tx: MetadataTransaction,
  actor: Actor,
  urn: string,
  time: number,
  mode: 'write' | 'delete',
): Promise<StoredPolicy> {
  await insertOrLockEntities(tx, [{ urn, type: 'dataHubPolicy' }], { time, actor: actor.urn }, mode);
  const policy = await findPolicy(tx.query, urn, actor);
  if (!policy) throw notFound(`There is no policy ${quoted(urn)}`);
  if (policy.value.editable === false) {
    throw conflict(
      `The policy ${quoted(urn)} is not editable; only its aspect dataHubPolicyInfo can be written`,
    );
  }
  return policy;
}

async function write(tx: MetadataTransaction, actor: Actor, urn: string, policy: PolicyInfo, time: number) {
  const entity = { urn, type: 'dataHubPolicy' };
  const audit = { time, actor: actor.urn };
  await createEntities(tx, [entity], audit);
  const endChange = await beginPolicyChange(tx, actor, [urn]);
  const upsert = { urn, entityType: entity.type, name: 'dataHubPolicyInfo', value: policy };
  await changeAspects(tx, { deleted: [], upserts: [upsert] }, audit, actor.deadline);
  await endChange();
  await warnOfPolicies(tx, actor, new Map([[urn, policy]]));
}
