import { randomBytes } from 'node:crypto';
import { createHasher } from '../access-tokens/hasher.js';
import { tokenDurations } from '../access-tokens/token.js';
import { newTokenText } from '../access-tokens/token-format.js';
import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { upsertAspects } from '../aspects/write.js';
import { recordAudit } from '../audit/store.js';
import type { Config } from '../config.js';
import { operator } from '../core/actor.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { tokenUrn, userUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { StartupError } from '../db/startup-error.js';
import { hasAdministrator } from '../policies/administrator-store.js';
import { ensureUsers } from '../users/user-store.js';
import { administratorPolicies } from './administrator-policies.js';
import { describeLocation, hasText, locationHere } from './first-token-location.js';
import {
  addFirstToken,
  type FirstTokens,
  lockFirstTokens,
  readFirstTokens,
  revokeTokens,
} from './first-token-store.js';
import type { Log } from './log.js';
import { recordingAccess } from './recording-access.js';
import { mayHoldToken, writeTokenFile } from './token-file.js';

interface BootstrapDeps {
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

/**
 * On an empty store: creates the first user, with all privileges, and writes a token for one day to a file that only
 * this account may read. The file is written before the transaction commits, so that a killed process never leaves an
 * administrator without a token. When the file of an unused first token is lost: replaces the token. Of several
 * processes that start at the same time, one does this.
 *
 * @throws StartupError when the file for an empty store cannot be written; the store stays empty
 */
export async function bootstrap(deps: BootstrapDeps): Promise<FirstToken> {
  const { db, config, now } = deps;
  const admin = userUrn(config.BOOTSTRAP_ADMIN);
  rejectReservedUser(admin, 'BOOTSTRAP_ADMIN');
  await provide(deps, admin);
  return describeFirstToken(deps, admin, await readFirstTokens(db, admin, now));
}

export function describeFirstToken(
  deps: Omit<BootstrapDeps, 'log'>,
  user: string,
  { newest, hasLive }: FirstTokens,
): FirstToken {
  const isLive = newest !== null && newest.expiresAt > deps.now;
  const { file } = locationHere(deps.config);
  return {
    user,
    file: isLive && mayHoldToken(file, newest.id) ? file : null,
    expiredAt: isLive ? null : (newest?.expiresAt ?? null),
    hasLive,
    command: createCommand(deps, user),
  };
}

async function provide(deps: BootstrapDeps, admin: string): Promise<void> {
  const { db, config, log, now } = deps;
  const seen = await readFirstTokens(db, admin, now);
  if (seen.hasUsers && !(await hasAdministrator(db.query))) {
    log.warn(
      {},
      'no active user has MANAGE_POLICIES, so policies cannot be changed over HTTP: ' +
        'docs/running.md, "Users and policies", has the SQL that grants it',
    );
  }
  if (!needsToken(seen, config)) return logFirstToken(deps, admin, seen);
  try {
    const { file, revoked } = await issue(deps, admin);
    if (file === null) return logFirstToken(deps, admin, await readFirstTokens(db, admin, now));
    const detail = { file, user: config.BOOTSTRAP_ADMIN };
    if (revoked === 0) log.info(detail, `an access token that is valid for one day is in ${file}`);
    else
      log.warn(
        detail,
        `the first access token was never used and its file is missing: a new token is in ${file}`,
      );
  } catch (error) {
    // A store that has users is served without the file.
    if (!(seen.hasUsers && error instanceof StartupError)) throw error;
    log.warn({}, `${error.message} Or create a token with: ${createCommand(deps, admin)}`);
  }
}

const needsToken = ({ hasUsers, unused }: FirstTokens, config: Config) =>
  !hasUsers || (unused.length > 0 && !unused.some((token) => hasText(token, locationHere(config))));

/**
 * Returns the token's file, null when another process has written one, and the number of lost tokens that it replaces.
 */
async function issue({ db, config, now }: BootstrapDeps, admin: string) {
  const location = locationHere(config);
  const { id, text } = newTokenText(randomBytes(12), randomBytes(20));
  const token = { id, hash: await createHasher().hash(text), description: describeLocation(location) };
  return changeMetadata(db, async (tx) => {
    const found = await lockFirstTokens(tx, admin, now);
    if (!needsToken(found, config)) return { file: null, revoked: 0 };
    if (!found.hasUsers) await createAdministrator(tx, admin, now);
    const lost = found.unused.map((one) => one.id);
    await revokeTokens(tx, lost, now);
    await addFirstToken(tx, { ...token, admin, createdAt: now, expiresAt: now + tokenDurations.ONE_DAY });
    await recordAudit(tx, operator, [
      ...lost.map((one) => ({
        type: 'RevokeAccessTokenEvent' as const,
        subject: tokenUrn(one),
        actorUrn: admin,
      })),
      { type: 'CreateAccessTokenEvent', subject: tokenUrn(id), actorUrn: admin },
    ]);
    writeTokenFile(location.file, text);
    return { file: location.file, revoked: lost.length };
  });
}

async function createAdministrator(tx: MetadataTransaction, urn: string, now: number) {
  const policies = administratorPolicies(urn);
  const audit = { time: now, actor: urn };
  await recordingAccess(tx, [urn], policies, audit, async () => {
    await ensureUsers(tx, [urn], now);
    await upsertAspects(tx, [userAspect(urn), ...policies], audit);
  });
}

/** By which search finds a user. */
export const userAspect = (urn: string) => ({
  urn,
  entityType: 'corpuser',
  name: 'corpUserInfo',
  value: { active: true },
});

/** Logs where the unused first token is, or what to do when no live token exists. */
function logFirstToken(deps: BootstrapDeps, admin: string, found: FirstTokens) {
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

const createCommand = ({ db }: Pick<BootstrapDeps, 'db'>, admin: string) =>
  `catalog token create --local --actor ${admin} --duration ONE_DAY` +
  (db.kind === 'embedded' ? ', while the service is stopped' : '');
