import { inByteOrder } from '../core/byte-order.js';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import { type EntityKey, findEntities, type Lock, lockEntities, makeOrLock } from './entity-store.js';
import { lockTagRows, type TagRows } from './lock-store.js';

/** All that a transaction writes, deletes and mentions. */
export interface Wanted extends TagRows {
  readonly written: readonly EntityKey[];
  /** Whether those that are missing are made. */
  readonly making: boolean;
  /** tags, made where they are missing */
  readonly mentioned: ReadonlySet<string>;
}

export interface Held {
  /** those that are there now: what somebody makes meanwhile is not this transaction's to touch */
  readonly entities: ReadonlySet<string>;
  readonly made: readonly string[];
  /** the tags that are sure to stay, unless the transaction itself deletes them */
  readonly tags: ReadonlySet<string>;
}

/** PostgreSQL's code for what is worth another try: what was seen before a lock was not so any more under it. */
export const changedMeanwhile = () =>
  Object.assign(new Error('metadata has changed before it was locked'), { code: '40001' });

/**
 * Makes and locks everything before anything is read or written, in the one order of tags/lock-store.ts.
 *
 * @throws an error that `transaction` tries again
 */
export async function hold(tx: Transaction, wanted: Wanted, audit: AuditStamp): Promise<Held> {
  const { written, mentioned, deleted } = wanted;
  const there = await findEntities(tx, [...mentioned]);

  const wantedLocks = new Map<string, Lock>();
  for (const urn of mentioned) wantedLocks.set(urn, there.has(urn) ? 'mentioning' : 'writing');
  for (const { urn } of written) wantedLocks.set(urn, 'writing');
  for (const urn of deleted) wantedLocks.set(urn, 'deleting');
  const types = new Map(written.map(({ urn, type }) => [urn, type]));
  const typeOf = (urn: string) => types.get(urn) ?? (mentioned.has(urn) ? 'tag' : typeOfUrn(urn));

  const made: string[] = [];
  const entities = new Set<string>();
  for (const { lock, urns } of segmentsOf(wantedLocks)) {
    if (lock === 'mentioning') {
      if ((await lockEntities(tx, urns, lock)).length < urns.length) throw changedMeanwhile();
    } else if (wanted.making) {
      const keys = urns.map((urn) => ({ urn, type: typeOf(urn) }));
      for (const urn of await makeOrLock(tx, keys, audit, lock)) made.push(urn);
      for (const urn of urns) entities.add(urn);
    } else for (const urn of await lockEntities(tx, urns, lock)) entities.add(urn);
  }
  const held = (urns: readonly string[]) => urns.filter((urn) => entities.has(urn));
  await lockTagRows(tx, {
    deleted: held(wanted.deleted),
    tagged: held(wanted.tagged),
    edited: held(wanted.edited),
  });
  return { entities, made, tags: new Set([...mentioned, ...types.keys()]) };
}

const typeOfUrn = (urn: string) => urn.split(':', 3)[2]!;

interface Segment {
  readonly lock: Lock;
  readonly urns: string[];
}

/**
 * Entities in their order, in pieces that are locked alike: a handful, whatever they are. Where one tag is written, all
 * are locked as if they were; so are all entities between the first and the last that is deleted.
 */
function segmentsOf(locks: ReadonlyMap<string, Lock>): Segment[] {
  const urns = inByteOrder(locks.keys());
  const wanted = urns.map((urn) => locks.get(urn)!);
  const isTag = (urn: string) => urn.startsWith('urn:li:tag:');
  if (urns.some((urn, index) => wanted[index] === 'writing' && isTag(urn))) {
    wanted.fill('writing', urns.findIndex(isTag), urns.findLastIndex(isTag) + 1);
    for (const [index, urn] of urns.entries()) if (locks.get(urn) === 'deleting') wanted[index] = 'deleting';
  }
  const first = wanted.indexOf('deleting');
  if (first >= 0) wanted.fill('deleting', first, wanted.lastIndexOf('deleting') + 1);
  const segments: Segment[] = [];
  for (const [index, urn] of urns.entries()) {
    const last = segments.at(-1);
    const lock = wanted[index]!;
    if (last?.lock === lock) last.urns.push(urn);
    else segments.push({ lock, urns: [urn] });
  }
  return segments;
}
