import type { Config } from '../config.js';
import { backUp } from '../db/embedded/backup.js';
import { restore } from '../db/embedded/restore.js';
import { StartupError } from '../db/startup-error.js';

/** Backs up the embedded database of a configuration. @returns the bytes of the file @throws StartupError */
export const backUpCatalog = (config: Config, file: string): Promise<number> =>
  backUp(embeddedFolder(config, 'pg_dump backs it up, and `catalog export` copies it'), file);

/** Restores the embedded database of a configuration. @returns its migrations @throws StartupError */
export const restoreCatalog = (
  config: Config,
  file: string,
  options: { force: boolean },
): Promise<readonly string[]> =>
  restore(embeddedFolder(config, 'pg_restore restores it, and `catalog import` fills it'), file, options);

function embeddedFolder({ DATABASE_URL, DATA_DIR }: Config, otherwise: string): string {
  if (DATABASE_URL === undefined) return DATA_DIR;
  throw new StartupError(`DATABASE_URL is set, and this is for the embedded database: ${otherwise}.`);
}
