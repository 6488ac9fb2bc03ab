import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './service.js';

const mount = (folder: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]).status === 0;

function mayMount() {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-mount-'));
  const may = mount(folder, 1);
  if (may) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return may;
}

export const withoutMount = !mayMount() && 'this account may not mount a tmpfs, which is the small disk';

/** Mounts a small file system in memory for one test. */
export function smallDisk(t: Test, megabytes: number) {
  const folder = temporaryFolder(t);
  mount(folder, megabytes);
  // A killed process may still be closing its files.
  t.teardown(() => spawnSync('umount', ['--lazy', folder]));

  const ballast = join(folder, 'ballast');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    /** Fills the disk, also while others write to it. */
    fill(spare: number) {
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - spare), 1));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(ballast),
  };
}
