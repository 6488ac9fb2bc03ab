import { statfsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

/** Two segments of the log ahead, each 16 MB, and what the transactions at work still write. */
export const reserveBytes = 64_000_000;

export interface EmbeddedGuard {
  /** PostgreSQL has given up: its files are whole, but nothing more can be asked of this engine. */
  hasPanicked(): boolean;
}

/**
 * Keeps the embedded PostgreSQL from running out of disk while it writes its log: it panics then, as it should, but
 * the engine goes on without the locks that a panic leaves behind, and with the next commit it spins for ever, and
 * the whole process with it. So transactions are read-only while the disk is almost full; and should it panic
 * nevertheless, nothing is asked of it any more.
 *
 * @param onReadOnly hears of each change
 */
export function guardEmbedded(
  pglite: PGlite,
  folder: string,
  onReadOnly: (readOnly: boolean) => void,
): EmbeddedGuard {
  const { _runExclusiveTransaction: runExclusiveTransaction, _runExclusiveQuery: runExclusiveQuery } = pglite;
  let readOnly = false;
  let panicked = false;

  /** Queued before whatever is asked next. */
  async function heedDisk() {
    if (isAlmostFull(folder) === readOnly) return;
    readOnly = !readOnly;
    onReadOnly(readOnly);
    await pglite.exec(`SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
  }

  async function unlessPanicked<T>(work: () => Promise<T>): Promise<T> {
    if (panicked) throw new Error('PGlite is closed: its PostgreSQL has panicked. Restart the process');
    try {
      return await work();
    } catch (error) {
      panicked ||= (error as { severity?: unknown }).severity === 'PANIC';
      throw error;
    }
  }

  Object.assign(pglite, {
    // Whatever is asked begins with this one, and ends up in the one below.
    _runExclusiveTransaction: async <T>(work: () => Promise<T>) => {
      await heedDisk();
      return runExclusiveTransaction.call(pglite, work) as Promise<T>;
    },
    _runExclusiveQuery: <T>(work: () => Promise<T>) =>
      unlessPanicked(() => runExclusiveQuery.call(pglite, work) as Promise<T>),
  });
  return { hasPanicked: () => panicked };
}

function isAlmostFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < reserveBytes;
}
