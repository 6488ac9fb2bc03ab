import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readTextFile } from '../../files/text-file.js';
import { UnreadableFile } from '../../files/unreadable-file.js';
import { CommandFailed } from '../command-failed.js';

const loginSchema = z.object({ url: z.string(), token: z.string() });

/** The address and the token that `catalog login` stores. */
export type Login = Readonly<z.output<typeof loginSchema>>;

const maxBytes = 65_536;

const loginFile = (folder: string) => join(folder, 'login.json');

/**
 * Returns null when there is no login.
 *
 * @throws CommandFailed when other accounts may read the file, or it is damaged
 * @throws UnreadableFile
 */
export async function readLogin(folder: string): Promise<Login | null> {
  const file = loginFile(folder);
  try {
    const text = await readTextFile(file, maxBytes);
    if ((await stat(file)).mode & 0o077)
      throw new CommandFailed(`${file} contains a token and is open to other accounts: run chmod 600 on it.`);
    return loginSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    if (!(error instanceof UnreadableFile))
      throw new CommandFailed(`${file} is damaged: catalog logout removes it.`);
    if (error.kind === 'missing') return null;
    throw error;
  }
}

/** Replaces the login at once, for this account alone. @returns the file */
export async function writeLogin(folder: string, login: Login, unique: string): Promise<string> {
  const file = loginFile(folder);
  const draft = `${file}.${unique}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // It may be there already, open to others.
    await chmod(folder, 0o700);
    await writeFile(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, file);
    return file;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new CommandFailed(`${file} cannot be written: ${(error as Error).message}.`);
  }
}

/** @returns whether there was a login */
export async function removeLogin(folder: string): Promise<boolean> {
  try {
    await rm(loginFile(folder));
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw new CommandFailed(`${loginFile(folder)} cannot be removed: ${(error as Error).message}.`);
  }
}
