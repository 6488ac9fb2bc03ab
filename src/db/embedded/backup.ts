import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { userName } from '../../files/user-name.js';
import { StartupError } from '../startup-error.js';
import { checkVersion } from './embedded.js';
import { lockUnused } from './folder-lock.js';

/**
 * Writes the files of the embedded database, which no process may use, to a compressed tar file that only this account
 * may read. Streams them, so memory does not grow with the database.
 *
 * @returns the bytes of the file
 * @throws StartupError when a process uses the database, there is none, or the file exists or cannot be written
 */
export async function backUp(dataDir: string, file: string): Promise<number> {
  const folder = resolve(dataDir);
  const draft = `${file}.unfinished`;
  if (
    !existsSync(join(folder, 'postgres', 'PG_VERSION')) ||
    existsSync(join(folder, 'postgres.unfinished'))
  ) {
    throw new StartupError(`DATA_DIR ${folder} has no embedded database.`);
  }
  if (existsSync(file))
    throw new StartupError(`${file} already exists. Choose another file, or delete this one.`);
  const unlock = lockUnused(folder);
  try {
    checkVersion(join(folder, 'postgres'));
    const archive = create({ gzip: true, cwd: folder, portable: true, strict: true }, ['postgres']);
    rmSync(draft, { force: true });
    await pipeline(archive, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    renameSync(draft, file);
    return statSync(file).size;
  } catch (error) {
    rmSync(draft, { force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The backup ${file} cannot be written by user ${userName()}: ${toMessage(error)}`);
  } finally {
    unlock();
  }
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
