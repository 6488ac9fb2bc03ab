import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { userName } from '../../files/user-name.js';
import { StartupError } from '../startup-error.js';
import { EmbeddedClient } from './client.js';
import type { CreateOptions } from './create.js';
import { checkFreeSpace } from './disk.js';
import { Engine } from './engine.js';
import { toStartupError } from './failure.js';
import { lockFolder } from './folder-lock.js';
import { closeToOthers, closeWhole, makeFolder } from './private-folder.js';

/** The PostgreSQL version of the installed PGlite. A test compares it with what the engine reports. */
export const embeddedMajor = '18';

export interface EmbeddedOptions extends CreateOptions {
  /** Called before a new database is created. */
  onCreate?(): void;
  /** Called when other accounts can read the folder and this cannot be changed. */
  onOpenFolder?(why: string): void;
}

export interface Embedded {
  readonly client: EmbeddedClient;
  close(): Promise<void>;
}

/**
 * Opens the embedded PostgreSQL in a folder and locks the folder: two processes on one folder would silently lose each
 * other's writes.
 *
 * @throws StartupError when another living process holds the folder, another version of PostgreSQL wrote it, it can't
 *   be written, or its disk is full
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new StartupError(
      `DATA_DIR ${folder} cannot be created by user ${userName()}: ${(cause as Error).message}`,
    );
  }
  const postgres = join(folder, 'postgres');
  const unlock = lock(folder);
  try {
    const replaced = join(folder, 'postgres.replaced');
    // A restore was killed while it replaced the database: this is the one from before.
    if (existsSync(replaced) && !existsSync(postgres)) renameSync(replaced, postgres);
    const unfinished = join(folder, 'postgres.unfinished');
    // A killed process has left an incomplete database: it is empty and cannot be opened.
    if (existsSync(unfinished)) rmSync(postgres, { recursive: true, force: true });
    checkVersion(postgres);
    const why = closeToOthers(folder, postgres);
    if (why) options.onOpenFolder?.(why);
    const isNew = !existsSync(postgres);
    if (isNew) {
      checkFreeSpace(folder);
      options.onCreate?.();
      writeFileSync(unfinished, '', { mode: 0o600 });
    }
    // Loaded here only, because other starts read no archive.
    const engine = isNew
      ? await (await import('./create.js')).createFiles(postgres, options)
      : await Engine.open(postgres, options);
    // Opening it writes files anew, with the modes of PostgreSQL's own umask.
    closeWhole(postgres);
    rmSync(unfinished, { force: true });
    return {
      client: new EmbeddedClient(engine),
      close: async () => {
        await engine.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw toStartupError(folder, error);
  }
}

function lock(folder: string) {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw toStartupError(folder, error);
  }
}

/** @throws StartupError when another version of PostgreSQL wrote the folder */
export function checkVersion(folder: string, what = folder) {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const major = readFileSync(file, 'utf8').trim();
  if (major !== embeddedMajor) {
    throw new StartupError(
      `${what} was written by PostgreSQL ${major}; this build embeds PostgreSQL ${embeddedMajor} and leaves it ` +
        'untouched. Start the build that wrote it, or choose another DATA_DIR.',
    );
  }
}
