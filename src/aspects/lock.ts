import type { AuditStamp } from '../core/clock.js';
import { getEntityType } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { inByteOrder } from './byte-order.js';
import type { MetadataTransaction } from './changes.js';
import { findEntities, recordCreated } from './entity-store.js';
import {
  type EntityKey,
  insertOrLockEntities,
  isTag,
  type LockedSegment,
  type LockMode,
  lockEntities,
  lockSegments,
  lockTags,
} from './lock-store.js';

/** Everything that a transaction writes, deletes and references. */
export interface LockRequest {
  /** Entities to delete. */
  readonly deleted?: readonly string[];
  readonly written: readonly EntityKey[];
  /** Whether missing entities are created. */
  readonly createsMissing: boolean;
  /** URNs of tags. Missing ones are created. */
  readonly referencedTags?: ReadonlySet<string>;
}

export interface Locked {
  /** The entities that exist now. One that another transaction creates later is not locked and must not be changed. */
  readonly entities: ReadonlySet<string>;
  readonly created: readonly string[];
  /** The tags that no other transaction can delete now. */
  readonly tags: ReadonlySet<string>;
}

/** The locks that a transaction needs and does not have. None: a row has been deleted since it was found. */
export class MissingLocks extends Error {
  override readonly name = 'MissingLocks';

  constructor(
    readonly tags: readonly string[] = [],
    readonly groups: readonly string[] = [],
  ) {
    super('Metadata has changed before it was locked. Try again.');
  }
}

/**
 * Locks everything, and creates what is missing, before the transaction reads or writes. lock-store.ts defines the
 * order.
 */
export async function lockMetadata(
  tx: MetadataTransaction,
  request: LockRequest,
  audit: AuditStamp,
): Promise<Locked | MissingLocks> {
  const { written, createsMissing, referencedTags = new Set(), deleted = [] } = request;
  const existing = await findEntities(tx, [...referencedTags]);

  const modes = new Map<string, LockMode>();
  for (const urn of referencedTags) modes.set(urn, existing.has(urn) ? 'reference' : 'write');
  for (const { urn } of written) modes.set(urn, 'write');
  for (const urn of deleted) modes.set(urn, 'delete');
  const types = new Map(written.map(({ urn, type }) => [urn, type]));
  const getType = (urn: string) => types.get(urn) ?? (referencedTags.has(urn) ? 'tag' : getEntityType(urn));

  const created: string[] = [];
  const entities = new Set<string>();
  for (const { mode, urns } of toSegments(modes)) {
    if (mode === 'reference') {
      if ((await lockEntities(tx, urns, mode)).length < urns.length) return new MissingLocks();
    } else if (createsMissing) {
      const keys = urns.map((urn) => ({ urn, type: getType(urn) }));
      for (const urn of await insertOrLockEntities(tx, keys, audit, mode)) created.push(urn);
      for (const urn of urns) entities.add(urn);
    } else for (const urn of await lockEntities(tx, urns, mode)) entities.add(urn);
  }
  await recordCreated(
    tx,
    created.map((urn) => ({ urn, type: getType(urn) })),
  );
  await lockTags(
    tx,
    deleted.filter((urn) => isTag(urn) && entities.has(urn)),
    'delete',
  );
  return { entities, created, tags: new Set([...referencedTags, ...types.keys()]) };
}

/**
 * Locks entities to change, and others that they refer to.
 *
 * @returns those that exist
 */
export async function lockReferencing(
  tx: Transaction,
  written: readonly string[],
  referenced: readonly string[],
): Promise<Set<string>> {
  const modes = new Map<string, LockMode>(referenced.map((urn) => [urn, 'reference']));
  for (const urn of written) modes.set(urn, 'write');
  return new Set(await lockSegments(tx, toSegments(modes)));
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
  if (existed && isTag(urn)) await lockTags(tx, [urn], 'delete');
  return existed;
}

interface Segment extends LockedSegment {
  readonly urns: string[];
}

/**
 * Entities in their order, cut into segments of one mode, one statement each. There are at most five segments, because
 * modes are raised: all tags to `write` if one is, and everything between the first and the last entity to delete to
 * `delete`.
 */
function toSegments(modeByUrn: ReadonlyMap<string, LockMode>): Segment[] {
  const urns = inByteOrder(modeByUrn.keys());
  const modes = urns.map((urn) => modeByUrn.get(urn)!);
  if (urns.some((urn, index) => modes[index] === 'write' && isTag(urn))) {
    modes.fill('write', urns.findIndex(isTag), urns.findLastIndex(isTag) + 1);
    for (const [index, urn] of urns.entries()) if (modeByUrn.get(urn) === 'delete') modes[index] = 'delete';
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
