import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './service.js';

const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** A file system of its own, in a file that has what was written to the disk, and not what the kernel only remembers. */
function makeDisk(folder: string): string | null {
  const file = join(folder, 'disk');
  writeFileSync(file, '');
  truncateSync(file, 512 * 1_048_576);
  return run('mkfs.ext4', '-q', file) ? file : null;
}

function mount(t: Test | null, file: string, folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  if (!run('mount', '-o', 'loop', file, folder)) return false;
  t?.teardown(() => run('umount', '--lazy', folder));
  return true;
}

/** Whether this account may mount a file, which stands in for a disk that loses its power. */
export function withoutLoop(t: Test): false | string {
  const folder = temporaryFolder(t);
  const file = makeDisk(folder);
  const mounted = join(folder, 'mounted');
  if (!file || !mount(null, file, mounted)) return 'this account may not mount a file as a disk';
  run('umount', mounted);
  return false;
}

/** A disk for one test, whose power can be cut. */
export function disk(t: Test) {
  const folder = temporaryFolder(t);
  const file = makeDisk(folder)!;
  mount(t, file, join(folder, 'mounted'));
  let cuts = 0;
  return {
    folder: join(folder, 'mounted'),
    /**
     * Returns the folder of a copy of the disk as it would be found if the power failed now. The disk itself stays.
     */
    cut(): string {
      const copy = join(folder, `copy-${cuts}`);
      const found = join(folder, `found-${cuts++}`);
      copyFileSync(file, copy);
      if (!mount(t, copy, found)) throw new Error('The file system cannot be mounted after the cut');
      return found;
    },
  };
}
