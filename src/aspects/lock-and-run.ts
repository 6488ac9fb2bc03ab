import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { CatalogError } from '../core/errors.js';
import type { Transaction } from '../db/query.js';
import { changeMetadata } from './change-metadata.js';
import type { MetadataTransaction } from './changes.js';
import type { AspectStorage } from './kernel.js';
import { type Locked, type LockRequest, lockMetadata, MissingLocks } from './lock.js';

/** Attempts with more locks. Each finds what the one before has not locked. */
const maxAttempts = 6;

/**
 * Runs work in a transaction that has locked everything it needs. When the work needs more locks, it is rolled back and
 * runs again with the additional locks.
 *
 * @param begin called first in each transaction
 * @throws SERVICE_UNAVAILABLE when other transactions change the needed rows again and again
 */
export async function lockAndRun<T>(
  { audit, requester, begin, ...storage }: LockDeps,
  request: LockRequest,
  work: (tx: MetadataTransaction, locked: Locked) => Promise<T | MissingLocks>,
): Promise<T> {
  let { written, referencedTags = new Set<string>() } = request;
  const attempt = async (tx: MetadataTransaction): Promise<T> => {
    await begin?.(tx);
    const locked = await lockMetadata(tx, { ...request, written, referencedTags }, audit);
    const result = locked instanceof MissingLocks ? locked : await work(tx, locked);
    // Rolls the transaction back.
    if (result instanceof MissingLocks) throw result;
    return result;
  };
  for (let count = 1; ; count += 1) {
    try {
      return await changeMetadata(storage, attempt, requester);
    } catch (error) {
      if (!(error instanceof MissingLocks)) throw error;
      if (count === maxAttempts) throw new CatalogError('SERVICE_UNAVAILABLE', error.message);
      written = [...written, ...error.groups.map((urn) => ({ urn, type: 'corpGroup' }))];
      referencedTags = new Set([...referencedTags, ...error.tags]);
    }
  }
}

interface LockDeps extends AspectStorage {
  readonly audit: AuditStamp;
  readonly requester?: Requester;
  readonly begin?: (tx: Transaction) => Promise<void>;
}
