import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.js';

/** A process, by its id and its start time: another process soon reuses the id, in containers immediately. */
interface Holder {
  readonly pid: number;
  readonly began: string | null;
}

/**
 * Locks the folder for this process until the returned function is called. A lock is valid while its holder is alive,
 * regardless of its age.
 *
 * @throws StartupError when a living process holds it
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, 'catalog.lock');
  const mine = join(folder, `catalog.lock.${process.pid}`);
  try {
    writeFileSync(mine, JSON.stringify(identify(process.pid)), { mode: 0o600 });
    // An unusual umask removes permissions of this account too.
    chmodSync(mine, 0o600);
    if (!claim(mine, lock)) takeOver(mine, lock);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/**
 * Locks the folder for work on its files.
 *
 * @throws StartupError when a living process holds it
 */
export function lockUnused(folder: string): () => void {
  const holder = folderHolder(folder);
  if (holder === null) return lockFolder(folder);
  throw new StartupError(
    `Process ${holder} uses the embedded database in ${folder}, and changing files cannot be copied. Stop it ` +
      `(kill ${holder}), run this command again, and then start the process.`,
  );
}

/** Returns the id of the living process that holds the folder; null when none does. */
export function folderHolder(folder: string): number | null {
  const holder = read(join(folder, 'catalog.lock'));
  return holder && lives(holder) ? holder.pid : null;
}

/** Makes a link, which is atomic: no process can read half a lock. */
function claim(mine: string, target: string): boolean {
  try {
    linkSync(mine, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Replaces a dead holder's lock. The guard prevents two processes from replacing each other's new lock. */
function takeOver(mine: string, lock: string) {
  throwIfHeld(lock);
  const guard = `${lock}.takeover`;
  if (!claim(mine, guard)) {
    throwIfHeld(guard);
    rmSync(guard, { force: true });
    if (!claim(mine, guard)) throwIfHeld(guard);
  }
  try {
    throwIfHeld(lock);
    renameSync(mine, lock);
  } finally {
    rmSync(guard, { force: true });
  }
}

function throwIfHeld(file: string) {
  const holder = read(file);
  if (!holder || !lives(holder)) return;
  throw new StartupError(
    `The embedded database is in use by process ${holder.pid} (${file}). Stop that process, choose another ` +
      'DATA_DIR, or set DATABASE_URL to share one PostgreSQL.',
  );
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function lives(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { began } = identify(holder.pid);
  return began === null || holder.began === null || began === holder.began;
}

function identify(pid: number): Holder {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // proc(5): the command, in parentheses, may hold spaces; the start time is the 20th field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, began: `${boot}/${fields[19]}` };
  } catch {
    return { pid, began: null };
  }
}
