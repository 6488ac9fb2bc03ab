import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.js';
import { freeBytes, neededBytes } from '../../db/embedded/disk.js';
import { error, type Finding, ok, warning } from './finding.js';

/** Below this, a warning leaves time to act. */
const comfortableBytes = 1_000_000_000;

/** Checks the disk of DATA_DIR: without space, the embedded database is read-only. */
export function diskFinding({ DATA_DIR, DATABASE_URL }: Config): Finding {
  const folder = resolve(DATA_DIR);
  const free = freeBytes(existing(folder));
  const text = `${Math.floor(free / 1_000_000)} MB are free on the disk of DATA_DIR ${folder}`;
  const fix = 'free some space, or choose a DATA_DIR on another disk';
  if (!DATABASE_URL && free < neededBytes(existsSync(join(folder, 'postgres'))))
    return error('disk', text, fix);
  return free < comfortableBytes ? warning('disk', text, fix) : ok('disk', text);
}

/** Returns the folder, or the nearest one above it that exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));
