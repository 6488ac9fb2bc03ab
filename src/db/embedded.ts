import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedFailure, refuseFullDisk } from './embedded-failure.js';
import { guardEmbedded } from './embedded-guard.js';
import { lockFolder } from './folder-lock.js';
import { closeToOthers, closeTree } from './private-folder.js';
import { StartupError, userName } from './startup-error.js';

/** The PostgreSQL that the installed PGlite is; a test compares it with what the engine itself reports. */
export const embeddedMajor = '18';

export interface Embedded {
  readonly pglite: PGlite;
  close(): Promise<void>;
}

/**
 * Opens the embedded PostgreSQL in a folder, which this process then holds alone: two processes on one folder
 * would lose each other's writes in silence.
 *
 * @param onReadOnly hears when the disk is so full that nothing may be written, and when it is not any more
 * @param onOpenFolder hears why other accounts can look into the folder, when that can't be changed
 * @throws StartupError when another living process holds the folder, another PostgreSQL wrote it, it can't be
 *   written, or its disk is full
 */
export async function openEmbedded(
  dataDir: string,
  onReadOnly: (readOnly: boolean) => void = () => {},
  onOpenFolder: (why: string) => void = () => {},
): Promise<Embedded> {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartupError(
      `DATA_DIR ${folder} can't be made by user ${userName()}: ${(cause as Error).message}`,
    );
  }
  const postgres = join(folder, 'postgres');
  const unlock = lock(folder);
  try {
    const unfinished = join(folder, 'postgres.unfinished');
    // Whoever made it was killed meanwhile: nothing can be in it yet, and it can't be opened.
    if (existsSync(unfinished)) rmSync(postgres, { recursive: true, force: true });
    checkVersion(postgres);
    const why = closeToOthers(folder, postgres);
    if (why) onOpenFolder(why);
    if (!existsSync(postgres)) {
      refuseFullDisk(folder);
      writeFileSync(unfinished, '');
    }
    const pglite = await PGlite.create(postgres);
    closeTree(postgres);
    rmSync(unfinished, { force: true });
    const guard = guardEmbedded(pglite, postgres, onReadOnly);
    return {
      pglite,
      close: async () => {
        if (!guard.hasPanicked()) await pglite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw embeddedFailure(folder, error);
  }
}

/** @throws StartupError */
function lock(folder: string) {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw embeddedFailure(folder, error);
  }
}

function checkVersion(folder: string) {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const major = readFileSync(file, 'utf8').trim();
  if (major !== embeddedMajor) {
    throw new StartupError(
      `${folder} was written by PostgreSQL ${major}; this build embeds PostgreSQL ${embeddedMajor} and leaves it ` +
        'untouched. Start the build that wrote it, or choose another DATA_DIR.',
    );
  }
}
