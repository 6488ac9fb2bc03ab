import type { Config } from '../../config.js';
import { userUrn } from '../../core/urn.js';
import type { Database } from '../../db/database.js';
import { hasAdministrator } from '../../policies/administrator-store.js';
import { describeFirstToken } from '../../startup/describe-first-token.js';
import { readFirstTokens } from '../../startup/first-token-store.js';
import { endingTokens } from './access-store.js';
import { error, type Finding, ok, warning } from './finding.js';
import { holderFindings } from './holders.js';

const soonMs = 7 * 24 * 3_600_000;

/** Checks whether any user can sign in and change the policies, now and in a week. */
export async function accessFindings(db: Database, config: Config, now: number): Promise<Finding[]> {
  const admin = userUrn(config.BOOTSTRAP_ADMIN);
  const tokens = await readFirstTokens(db, admin, now);
  if (!tokens.hasUsers)
    return [ok('access', 'the first start of `catalog serve` creates the first administrator')];
  const first = describeFirstToken({ db, config, now }, admin, tokens);
  const ending = await endingTokens(db.query, now, now + soonMs);
  return [
    (await hasAdministrator(db.query))
      ? ok('policies', 'an active user has MANAGE_POLICIES')
      : error(
          'policies',
          'no active user has MANAGE_POLICIES, so policies cannot be changed over HTTP',
          'docs/running.md, "Users and policies", has the SQL that grants it',
        ),
    tokens.hasLive
      ? ok('tokens', 'an active user has a live access token')
      : error('tokens', 'no active user has a live access token', `create one with: ${first.command}`),
    ...ending.map(({ id, name, user, expiresAt }) =>
      warning(
        'tokens',
        `token ${id} (${JSON.stringify(name)}) of the administrator ${user} expires at ${new Date(expiresAt).toISOString()}`,
        `rotate the token, or create another one with: ${first.command.replace(admin, user)}`,
      ),
    ),
    ...(await holderFindings(db)),
    ...(first.expiredAt === null || tokens.hasLive
      ? []
      : [warning('first token', `it expired at ${new Date(first.expiredAt).toISOString()}`, first.command)]),
  ];
}
