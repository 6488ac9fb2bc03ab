import { resolve } from 'node:path';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import type { FirstTokens } from './first-token-store.js';
import type { Log } from './log.js';
import { locationHere, mayHoldToken } from './token-file.js';

export interface BootstrapDeps {
  readonly db: Database;
  readonly config: Config;
  readonly log: Log;
  readonly now: number;
}

/** The first access token, for who starts the service. */
export interface FirstToken {
  /** URN of the user. */
  readonly user: string;
  /** The file here that has the token's text; null when no live token's text is here. */
  readonly file: string | null;
  /** When the token has expired, in ms since the epoch; null while it is live, and when its record is deleted. */
  readonly expiredAt: number | null;
  /** Whether any active user has a live token. */
  readonly hasLive: boolean;
  /** Makes another one. */
  readonly command: string;
}

export function describeFirstToken(
  deps: Omit<BootstrapDeps, 'log'>,
  user: string,
  { newest, hasLive }: FirstTokens,
): FirstToken {
  const isLive = newest !== null && newest.expiresAt > deps.now;
  const { BOOTSTRAP_TOKEN_INPUT_FILE: input } = deps.config;
  const files = [locationHere(deps.config).file, ...(input ? [resolve(input)] : [])];
  return {
    user,
    file: (isLive && files.find((file) => mayHoldToken(file, newest.id))) || null,
    expiredAt: isLive ? null : (newest?.expiresAt ?? null),
    hasLive,
    command: createCommand(deps, user),
  };
}

/** Logs where the unused first token is, or what to do when no live token exists. */
export function logFirstToken(deps: BootstrapDeps, admin: string, found: FirstTokens) {
  const { log } = deps;
  const {
    unused: [token],
    hasLive,
    newest,
  } = found;
  const { expiredAt } = describeFirstToken(deps, admin, found);
  const { file } = locationHere(deps.config);
  const expired = expiredAt === null ? '' : `the first access token expired at ${formatTime(expiredAt)}: `;
  if (token) {
    const where = token.description ?? `Its text is in ${locationHere(deps.config).file}`;
    const otherwise = `If the file is lost, create another token: ${createCommand(deps, admin)}`;
    log.info({ user: admin }, `the first access token has not been used yet. ${where}. ${otherwise}`);
  } else if (!hasLive) {
    log.warn({}, `${expired}no user has a live access token; create one with: ${createCommand(deps, admin)}`);
  } else if (expired && mayHoldToken(file, newest!.id)) {
    log.info({}, `${expired}delete ${file}. Create another token with: ${createCommand(deps, admin)}`);
  }
}

const formatTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const createCommand = ({ db }: Pick<BootstrapDeps, 'db'>, admin: string) =>
  `catalog token create --local --actor ${admin} --duration ONE_DAY` +
  (db.kind === 'embedded' ? ', while the service is stopped' : '');
