import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkReadable, describeFileError } from '../../files/unreadable-file.js';
import { migrationStatus } from '../migrations/migrate.js';
import { StartupError } from '../startup-error.js';
import { extractDatabase, renewEpoch } from './archive.js';
import { EmbeddedClient } from './client.js';
import { checkVersion } from './embedded.js';
import { Engine } from './engine.js';
import { toStartupError } from './failure.js';
import { lockUnused } from './folder-lock.js';
import { embeddedTarget } from './migration.js';
import { closeToOthers, closeWhole, makeFolder } from './private-folder.js';

/** Files that a folder without a database may contain. */
const ignored = /^(catalog\.lock.*|restore\.unfinished|lost\+found)$/;

/**
 * Restores a backup of the embedded database. Extracts it beside the existing database, opens it once, and only then
 * replaces the existing database, so that a file that is not a backup changes nothing.
 *
 * @param force replaces the database of a folder that is not empty
 * @returns the migrations of the restored database, oldest first
 * @throws StartupError when a process uses the folder, it is not empty, or the file is damaged, no backup, of another
 * PostgreSQL, or of a newer build
 */
export async function restore(
  dataDir: string,
  file: string,
  { force }: { force: boolean },
): Promise<readonly string[]> {
  const folder = resolve(dataDir);
  await checkReadable(file);
  const unlock = lock(folder);
  const draft = join(folder, 'restore.unfinished');
  try {
    const others = readdirSync(folder).filter((name) => !ignored.test(name));
    if (others.length > 0 && !force) {
      throw new StartupError(
        `DATA_DIR ${folder} is not empty: it has ${others.slice(0, 5).join(', ')}. Choose another DATA_DIR, or ` +
          'replace its database with --force.',
      );
    }
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    await extractTo(join(draft, 'postgres'), file);
    const applied = await check(join(draft, 'postgres'), file);
    // The archive contains the modes of its files.
    closeWhole(join(draft, 'postgres'));
    putInPlace(folder, join(draft, 'postgres'));
    closeToOthers(folder, join(folder, 'postgres'));
    return applied;
  } catch (error) {
    throw toStartupError(folder, error);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    unlock();
  }
}

function lock(folder: string) {
  try {
    makeFolder(folder);
    return lockUnused(folder);
  } catch (error) {
    throw toStartupError(folder, error);
  }
}

const exportHint = '`catalog import` reads a file of `catalog export`.';

async function extractTo(folder: string, file: string) {
  try {
    await extractDatabase(file, folder);
  } catch (error) {
    throw new StartupError(
      `The backup ${file} cannot be read: ${describeFileError(file, error)} ${exportHint}`,
    );
  }
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartupError(`${file} is not a backup of an embedded database. ${exportHint}`);
}

/** Opens the extracted database once. */
async function check(database: string, file: string): Promise<readonly string[]> {
  checkVersion(database, `The backup ${file}`);
  const engine = await Engine.open(database).catch((error: unknown) => {
    throw new StartupError(`The database in ${file} cannot be opened: ${(error as Error).message}`);
  });
  try {
    const client = new EmbeddedClient(engine);
    const { applied, unknown } = await migrationStatus(embeddedTarget(client));
    if (unknown.length === 0) {
      await client.exec(renewEpoch);
      return applied;
    }
    throw new StartupError(
      `The backup ${file} is from a newer build: it has ${unknown.join(', ')}. Use that build.`,
    );
  } finally {
    await engine.close();
  }
}

const replacedName = 'postgres.replaced';

function putInPlace(folder: string, restored: string) {
  const [postgres, replaced] = [join(folder, 'postgres'), join(folder, replacedName)];
  // A killed restore may have left it beside the restored database.
  if (existsSync(postgres)) rmSync(replaced, { recursive: true, force: true });
  // It would mark the database as incomplete.
  rmSync(join(folder, 'postgres.unfinished'), { force: true });
  if (existsSync(postgres)) renameSync(postgres, replaced);
  renameSync(restored, postgres);
  rmSync(replaced, { recursive: true, force: true });
}
