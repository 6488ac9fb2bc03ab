import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseTokenText } from '../access-tokens/token-format.js';
import type { Config } from '../config.js';
import { makeFolder } from '../db/embedded/private-folder.js';
import { StartupError } from '../db/startup-error.js';
import { syncFolder, writePrivateFile } from '../files/private-file.js';
import { readTextFileSync } from '../files/text-file.js';
import { unreadable } from '../files/unreadable-file.js';
import { userName } from '../files/user-name.js';
import type { FirstToken } from './first-token-store.js';

/** A file of a token has one line. */
const maxBytes = 4_096;

/** Whether a file may hold the token with this id: true also for a file that this account can't read. */
export function mayHoldToken(file: string, id: string): boolean {
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    return parseTokenText(readTextFileSync(file, maxBytes).trim())?.id === id;
  } catch (error) {
    return unreadable(file, error).kind === 'access';
  }
}

/**
 * Reads the token that the operator brings.
 *
 * @returns whether accounts other than the owner and the group may read the file: Kubernetes gives the group of a pod
 *   access to its secrets
 * @throws StartupError that names the setting and the fix, and nothing of the text
 */
export function readBroughtToken(file: string): { id: string; text: string; isOpen: boolean } {
  let text: string;
  try {
    text = readTextFileSync(file, maxBytes).trim();
  } catch (error) {
    throw new StartupError(`BOOTSTRAP_TOKEN_INPUT_FILE: ${unreadable(file, error).message}`);
  }
  const id = parseTokenText(text)?.id;
  if (id === undefined)
    throw new StartupError(
      `BOOTSTRAP_TOKEN_INPUT_FILE: ${file} does not contain one access token with a correct checksum. ` +
        '`catalog token generate` prints a new token.',
    );
  return { id, text, isOpen: (statSync(file).mode & 0o007) !== 0 };
}

/**
 * Writes the token's file atomically, readable for this account only. Replaces an existing file regardless of its mode,
 * and a symbolic link without following it.
 *
 * @throws StartupError that names the user, the file and the setting to change
 */
export function writeTokenFile(file: string, text: string): void {
  const folder = dirname(file);
  const draft = `${file}.unfinished`;
  try {
    makeFolder(folder);
    // The rename would replace a device such as /dev/stdout.
    if (existsSync(file) && !statSync(file).isFile()) throw new Error(`${file} is not a file`);
    rmSync(draft, { force: true });
    writePrivateFile(draft, `${text}\n`);
    renameSync(draft, file);
    syncFolder(folder);
  } catch (error) {
    quietly(() => rmSync(draft, { force: true }));
    throw new StartupError(
      `The first access token cannot be written to ${file} by user ${userName()}: ${(error as Error).message}. Set ` +
        'BOOTSTRAP_TOKEN_FILE to a file, or DATA_DIR to a folder, that this user can write.',
    );
  }
}

function quietly(work: () => void) {
  try {
    work();
  } catch {
    // Best effort.
  }
}

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
