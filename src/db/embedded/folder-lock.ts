import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.js';

/** A process, by its number and by when it began: a number alone is soon another process's, in containers at once. */
interface Holder {
  readonly pid: number;
  readonly began: string | null;
}

/**
 * Takes the folder for this process until the returned function is called. Judged by whether the holder lives,
 * never by age.
 *
 * @throws StartupError when a living process holds it
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, 'catalog.lock');
  const mine = join(folder, `catalog.lock.${process.pid}`);
  try {
    writeFileSync(mine, JSON.stringify(identify(process.pid)), { mode: 0o600 });
    // An odd umask takes more away than it should.
    chmodSync(mine, 0o600);
    if (!claim(mine, lock)) takeOver(mine, lock);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** A link is made whole or not at all, so nobody reads half a lock. */
function claim(mine: string, target: string): boolean {
  try {
    linkSync(mine, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** The guard keeps two that find a dead holder from each removing the other's new lock. */
function takeOver(mine: string, lock: string) {
  refuseIfHeld(lock);
  const guard = `${lock}.takeover`;
  if (!claim(mine, guard)) {
    refuseIfHeld(guard);
    rmSync(guard, { force: true });
    if (!claim(mine, guard)) refuseIfHeld(guard);
  }
  try {
    refuseIfHeld(lock);
    renameSync(mine, lock);
  } finally {
    rmSync(guard, { force: true });
  }
}

function refuseIfHeld(file: string) {
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
