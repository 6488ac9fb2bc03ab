import type { AuditStamp } from '../core/clock.js';
import { entityTypeOf } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { inByteOrder } from './byte-order.js';
import { findEntities, insertTags } from './entity-store.js';
import {
  type EntityKey,
  insertOrLockEntities,
  type LockMode,
  lockEntities,
  lockTagRows,
  type TagRows,
} from './lock-store.js';

/** Everything that a transaction writes, deletes and references. */
export interface LockRequest extends TagRows {
  readonly written: readonly EntityKey[];
  /** Whether missing entities are created. */
  readonly createsMissing: boolean;
  /** URNs of tags. Missing ones are created. */
  readonly referencedTags: ReadonlySet<string>;
}

export interface Locked {
  /** The entities that exist now. One that another transaction creates later is not locked and must not be changed. */
  readonly entities: ReadonlySet<string>;
  readonly created: readonly string[];
  /** The tags that no other transaction can delete now. */
  readonly tags: ReadonlySet<string>;
}

/** PostgreSQL's serialization failure, which `transaction` retries: rows changed before they were locked. */
export const changedBeforeLock = () =>
  Object.assign(new Error('metadata has changed before it was locked'), { code: '40001' });

/**
 * Locks everything, and creates what is missing, before the transaction reads or writes. lock-store.ts defines the
 * order.
 *
 * @throws an error that `transaction` retries
 */
export async function lockMetadata(
  tx: Transaction,
  request: LockRequest,
  audit: AuditStamp,
): Promise<Locked> {
  const { written, referencedTags, deleted } = request;
  const existing = await findEntities(tx, [...referencedTags]);

  const modes = new Map<string, LockMode>();
  for (const urn of referencedTags) modes.set(urn, existing.has(urn) ? 'reference' : 'write');
  for (const { urn } of written) modes.set(urn, 'write');
  for (const urn of deleted) modes.set(urn, 'delete');
  const types = new Map(written.map(({ urn, type }) => [urn, type]));
  const typeOf = (urn: string) => types.get(urn) ?? (referencedTags.has(urn) ? 'tag' : entityTypeOf(urn));

  const created: string[] = [];
  const entities = new Set<string>();
  for (const { mode, urns } of segmentsOf(modes)) {
    if (mode === 'reference') {
      if ((await lockEntities(tx, urns, mode)).length < urns.length) throw changedBeforeLock();
    } else if (request.createsMissing) {
      const keys = urns.map((urn) => ({ urn, type: typeOf(urn) }));
      for (const urn of await insertOrLockEntities(tx, keys, audit, mode)) created.push(urn);
      for (const urn of urns) entities.add(urn);
    } else for (const urn of await lockEntities(tx, urns, mode)) entities.add(urn);
  }
  await insertTags(
    tx,
    created.filter((urn) => typeOf(urn) === 'tag'),
  );
  const locked = (urns: readonly string[]) => urns.filter((urn) => entities.has(urn));
  await lockTagRows(tx, {
    deleted: locked(request.deleted),
    tagged: locked(request.tagged),
    edited: locked(request.edited),
  });
  return { entities, created, tags: new Set([...referencedTags, ...types.keys()]) };
}

/**
 * Locks one entity and its tag rows for deletion.
 *
 * @param creation makes a missing entity, so that it is locked too; null: it stays missing
 * @returns whether the entity existed
 */
export async function lockForDeletion(
  tx: Transaction,
  entity: EntityKey,
  creation: AuditStamp | null = null,
): Promise<boolean> {
  const { urn } = entity;
  const existed = creation
    ? (await insertOrLockEntities(tx, [entity], creation, 'delete')).length === 0
    : (await lockEntities(tx, [urn], 'delete')).length > 0;
  if (existed) await lockTagRows(tx, { deleted: [urn], tagged: [], edited: [] });
  return existed;
}

interface Segment {
  readonly mode: LockMode;
  readonly urns: string[];
}

/**
 * Entities in their order, cut into segments of one mode, one statement each. There are at most five segments, because
 * modes are raised: all tags to `write` if one is, and everything between the first and the last entity to delete to
 * `delete`.
 */
function segmentsOf(modeOf: ReadonlyMap<string, LockMode>): Segment[] {
  const urns = inByteOrder(modeOf.keys());
  const modes = urns.map((urn) => modeOf.get(urn)!);
  const isTag = (urn: string) => urn.startsWith('urn:li:tag:');
  if (urns.some((urn, index) => modes[index] === 'write' && isTag(urn))) {
    modes.fill('write', urns.findIndex(isTag), urns.findLastIndex(isTag) + 1);
    for (const [index, urn] of urns.entries()) if (modeOf.get(urn) === 'delete') modes[index] = 'delete';
  }
  const first = modes.indexOf('delete');
  if (first >= 0) modes.fill('delete', first, modes.lastIndexOf('delete') + 1);
  const segments: Segment[] = [];
  for (const [index, urn] of urns.entries()) {
    const last = segments.at(-1);
    const mode = modes[index]!;
    if (last?.mode === mode) last.urns.push(urn);
    else segments.push({ mode, urns: [urn] });
  }
  return segments;
}
