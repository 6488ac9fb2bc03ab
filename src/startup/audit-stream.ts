import { openForLines } from '../audit/stream/file-sink.js';
import type { Config } from '../config.js';
import { StartupError } from '../db/startup-error.js';
import { userName } from '../files/user-name.js';

/** Checks that the file of `AUDIT_STREAM` can be written. A server may come later. @throws StartupError */
export async function checkAuditStream({ AUDIT_STREAM: target }: Config): Promise<void> {
  if (target?.kind !== 'file') return;
  try {
    await (await openForLines(target.path)).close();
  } catch (error) {
    throw new StartupError(
      `Audit events cannot be written to ${target.path} by user ${userName()}: ${(error as Error).message}. Set ` +
        'AUDIT_STREAM to a file, in an existing folder, that this user can write, or leave it empty.',
    );
  }
}
