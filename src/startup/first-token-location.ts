import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.js';
import type { FirstToken } from './first-token-store.js';
import { mayHoldToken } from './token-file.js';

/** Where a token's text is: a file, and the machine or container that the file is on. */
export interface TokenLocation {
  readonly file: string;
  readonly host: string;
}

/** Returns where this process writes a first token. Two databases that share a DATA_DIR have different files. */
export function locationHere({ BOOTSTRAP_TOKEN_FILE, DATABASE_URL, DATA_DIR }: Config): TokenLocation {
  const besideEmbedded = DATABASE_URL !== undefined && existsSync(join(DATA_DIR, 'postgres'));
  const file = besideEmbedded ? 'bootstrap-token-postgresql' : 'bootstrap-token';
  return { file: resolve(BOOTSTRAP_TOKEN_FILE ?? join(DATA_DIR, file)), host: hostname() };
}

const locationPattern = /^Its text is in (.*) on (\S*)$/s;

/** Returns the token's description, which lists of tokens show. */
export const describeLocation = ({ file, host }: TokenLocation): string =>
  `Its text is in ${file} on ${host}`;

/** The description of a token that the operator brought. */
export const broughtDescription = 'Its text was read from BOOTSTRAP_TOKEN_INPUT_FILE';

/** Whether the token's text may still exist: with the operator, in a file here, or in one on another machine. */
export function hasText({ id, description }: FirstToken, here: TokenLocation): boolean {
  if (description === broughtDescription) return true;
  if (mayHoldToken(here.file, id)) return true;
  const [, file, host] = locationPattern.exec(description ?? '') ?? [];
  if (file === undefined) return false;
  return host !== here.host || mayHoldToken(file, id);
}
