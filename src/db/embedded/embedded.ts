import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError, userName } from '../startup-error.js';
import { EmbeddedClient } from './client.js';
import { Engine, type EngineOptions } from './engine.js';
import { embeddedFailure, refuseFullDisk } from './failure.js';
import { lockFolder } from './folder-lock.js';
import { makeFolder } from './make-folder.js';
import { closeToOthers, closeTree } from './private-folder.js';

/** The PostgreSQL that the installed PGlite is; a test compares it with what the engine itself reports. */
export const embeddedMajor = '18';

export interface EmbeddedOptions extends EngineOptions {
  /** Called when other accounts can look into the folder, and that can't be changed. */
  onOpenFolder?(why: string): void;
}

export interface Embedded {
  readonly client: EmbeddedClient;
  close(): Promise<void>;
}

/**
 * Opens the embedded PostgreSQL in a folder, which this process then holds alone: two processes on one folder
 * would lose each other's writes in silence.
 *
 * @throws StartupError when another living process holds the folder, another PostgreSQL wrote it, it can't be
 *   written, or its disk is full
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
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
    if (why) options.onOpenFolder?.(why);
    if (!existsSync(postgres)) {
      refuseFullDisk(folder);
      writeFileSync(unfinished, '');
    }
    const engine = await Engine.open(postgres, options);
    closeTree(postgres);
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
