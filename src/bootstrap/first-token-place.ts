import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.js';
import type { FirstToken } from './first-token-store.js';
import { mayHoldToken } from './token-file.js';

/** Where a token's text is: a file, and the machine or container that has it. */
export interface Place {
  readonly file: string;
  readonly host: string;
}

/** Where this process would write one. Of two databases that share a DATA_DIR, each has a file of its own. */
export function placeHere({ BOOTSTRAP_TOKEN_FILE, DATABASE_URL, DATA_DIR }: Config): Place {
  const besideEmbedded = DATABASE_URL !== undefined && existsSync(join(DATA_DIR, 'postgres'));
  const file = besideEmbedded ? 'bootstrap-token-postgresql' : 'bootstrap-token';
  return { file: resolve(BOOTSTRAP_TOKEN_FILE ?? join(DATA_DIR, file)), host: hostname() };
}

const told = /^Its text is in (.*) on (\S*)$/s;

/** For the token's description, which people read in lists of tokens. */
export const tellPlace = ({ file, host }: Place): string => `Its text is in ${file} on ${host}`;

/** Whether somebody may have the token's text: a file here that holds it, or one of another machine. */
export function hasText({ id, description }: FirstToken, here: Place): boolean {
  if (mayHoldToken(here.file, id)) return true;
  const [, file, host] = told.exec(description ?? '') ?? [];
  if (file === undefined) return false;
  return host !== here.host || mayHoldToken(file, id);
}
