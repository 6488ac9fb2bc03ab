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
import { transaction } from '../db/transaction.js';
import { hasAdministrator } from '../policies/actor-store.js';
import { storedAspects } from '../stored-aspects.js';
import { ensureUsers } from '../users/user-store.js';
import { administratorPolicies } from './administrator-policies.js';
import {
  type BootstrapDeps,
  createCommand,
  describeFirstToken,
  type FirstToken,
  logFirstToken,
} from './describe-first-token.js';
import {
  addFirstToken,
  addLinkToken,
  type FirstTokens,
  lockFirstTokens,
  lockStart,
  readFirstTokens,
  readLinkToken,
  revokeTokens,
} from './first-token-store.js';
import { recordingAccess } from './recording-access.js';
import {
  broughtDescription,
  describeLocation,
  hasText,
  locationHere,
  readBroughtToken,
  writeTokenFile,
} from './token-file.js';

/**
 * On an empty store: creates the first user, with all privileges, and a token for one day. Its text is what the operator
 * brings in `BOOTSTRAP_TOKEN_INPUT_FILE`, or is written to a file that only this account may read. The file is written
 * before the transaction commits, so that a killed process never leaves an administrator without a token. When the file of
 * an unused first token is lost: replaces the token. Of several processes that start at the same time, one does this.
 *
 * @throws StartupError when the file for an empty store cannot be read or written; the store stays empty
 */
export async function bootstrap(deps: BootstrapDeps): Promise<FirstToken> {
  const { db, config, now } = deps;
  const admin = userUrn(config.BOOTSTRAP_ADMIN);
  rejectReservedUser(admin, 'BOOTSTRAP_ADMIN');
  await provide(deps, admin);
  return describeFirstToken(deps, admin, await readFirstTokens(db, admin, now));
}

async function provide(deps: BootstrapDeps, admin: string): Promise<void> {
  const { db, config, log, now } = deps;
  const seen = await readFirstTokens(db, admin, now);
  if (seen.hasUsers && !(await hasAdministrator(db.query))) {
    log.warn(
      {},
      'no active user has MANAGE_POLICIES, so policies cannot be changed over HTTP: ' +
        'docs/access.md, "Users and policies", has the SQL that grants it',
    );
  }
  const { BOOTSTRAP_TOKEN_INPUT_FILE: input, BOOTSTRAP_ADMIN: user } = config;
  if (input && seen.hasUsers)
    log.info({}, 'BOOTSTRAP_TOKEN_INPUT_FILE is not read: the database is not empty');
  if (!needsToken(seen, config)) return logFirstToken(deps, admin, seen);
  try {
    const { file, revoked } = await issue(deps, admin, seen.hasUsers ? undefined : input);
    if (file === null) return logFirstToken(deps, admin, await readFirstTokens(db, admin, now));
    const detail = { file, user };
    if (revoked === 0)
      log.info(
        detail,
        `created the user ${user} with all privileges and an access token that is valid for one day, in ${file}`,
      );
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
 *
 * @param input the file with the token that the operator brings
 */
async function issue({ db, config, log, now }: BootstrapDeps, admin: string, input: string | undefined) {
  const location = locationHere(config);
  const { id, text, isOpen } = input
    ? readBroughtToken(input)
    : { ...newTokenText(randomBytes(12), randomBytes(20)), isOpen: false };
  if (isOpen)
    log.warn(
      { file: input },
      'every account of this machine can read the file of BOOTSTRAP_TOKEN_INPUT_FILE: make it readable for this account only',
    );
  const description = input ? broughtDescription : describeLocation(location);
  const token = { ...(await createRow(id, text, admin, now)), description };
  return changeMetadata({ db, aspects: storedAspects }, async (tx) => {
    const found = await lockFirstTokens(tx, admin, now);
    if (!needsToken(found, config)) return { file: null, revoked: 0 };
    if (!found.hasUsers) await createAdministrator(tx, admin, now);
    const lost = found.unused.map((one) => one.id);
    await revokeTokens(tx, lost, now);
    await addFirstToken(tx, token);
    await recordAudit(tx, operator, [
      ...lost.map((one) => ({
        type: 'RevokeAccessTokenEvent' as const,
        subject: tokenUrn(one),
        actorUrn: admin,
      })),
      toCreateEvent(token),
    ]);
    if (!input) writeTokenFile(location.file, text);
    return { file: input ?? location.file, revoked: lost.length };
  });
}

/** Returns the row of a token that the administrator can use for one day. */
const createRow = async (id: string, text: string, admin: string, createdAt: number) => ({
  id,
  hash: await createHasher().hash(text),
  admin,
  createdAt,
  expiresAt: createdAt + tokenDurations.ONE_DAY,
});

const toCreateEvent = ({ id, admin }: { id: string; admin: string }) => ({
  type: 'CreateAccessTokenEvent' as const,
  subject: tokenUrn(id),
  actorUrn: admin,
});

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

/**
 * Returns the id of the live token whose session a sign-in link starts, because a session ends with its token: the first
 * token, or after its end one whose text nobody has. Who starts the service on a terminal can create tokens anyway.
 *
 * @returns null when the administrator is not active
 */
export async function provideLinkToken(db: Database, admin: string, now: number): Promise<string | null> {
  const seen = await readLinkToken(db, admin, now);
  if (seen.id !== null || !seen.isActive) return seen.id;
  const { id, text } = newTokenText(randomBytes(12), randomBytes(20));
  const token = await createRow(id, text, admin, now);
  return transaction(
    db,
    async (tx) => {
      await lockStart(tx);
      const found = await readLinkToken(tx, admin, now);
      if (found.id !== null || !found.isActive) return found.id;
      await addLinkToken(tx, token);
      await recordAudit(tx, operator, toCreateEvent(token));
      return id;
    },
    operator,
  );
}
