import { statfsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

/** Two segments of the log ahead, each 16 MB, and what the transactions at work still write. */
const reserveBytes = 64_000_000;

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
  const { query, exec, transaction, execProtocol, execProtocolStream } = pglite;
  let readOnly = false;
  let panicked = false;

  /** Queued before whatever is asked next. */
  async function heedDisk() {
    if (isAlmostFull(folder) === readOnly) return;
    readOnly = !readOnly;
    onReadOnly(readOnly);
    await exec.call(pglite, `SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
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
    query: async (...given: Parameters<typeof query>) => {
      await heedDisk();
      return query.apply(pglite, given);
    },
    exec: async (...given: Parameters<typeof exec>) => {
      await heedDisk();
      return exec.apply(pglite, given);
    },
    transaction: async (...given: Parameters<typeof transaction>) => {
      await heedDisk();
      return transaction.apply(pglite, given);
    },
    // All of the above end up in these two.
    execProtocol: (...given: Parameters<typeof execProtocol>) =>
      unlessPanicked(() => execProtocol.apply(pglite, given)),
    execProtocolStream: (...given: Parameters<typeof execProtocolStream>) =>
      unlessPanicked(() => execProtocolStream.apply(pglite, given)),
  });
  return { hasPanicked: () => panicked };
}

function isAlmostFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < reserveBytes;
}
