import type { Config } from '../../config.js';
import { userUrn } from '../../core/urn.js';
import type { Database } from '../../db/database.js';
import { hasAdministrator } from '../../policies/actor-store.js';
import { actorReads, rightsReads } from '../../policies/policies.js';
import { describeFirstToken } from '../../startup/describe-first-token.js';
import { readFirstTokens } from '../../startup/first-token-store.js';
import { tokensText } from '../../users/removal/held-tokens.js';
import { owners, pauses } from '../../webhooks/webhook.js';
import {
  endingTokens,
  type HeldTokens,
  heldByActivated,
  heldBySuspended,
  readUnmigratedWebhooks,
  readWebhooks,
  reservedUsers,
} from './access-store.js';
import { error, type Finding, ok, warning } from './finding.js';

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
          'docs/access.md, "Users and policies", has the SQL that grants it',
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

/** Lists tokens that suspended users hold for others, and users of earlier builds that can no longer be created. */
async function holderFindings(db: Database): Promise<Finding[]> {
  const held = await heldBySuspended(db.query);
  return [
    ...byHolder(held.filter(({ withdrawn }) => !withdrawn)).map(([holder, tokens]) =>
      warning(
        'tokens',
        `${holder} was suspended or removed by an earlier build, and ${tokens}, which that user owns or has rotated, still work`,
        'revoke or take over the tokens, or activate the user and suspend it again, which withdraws the tokens',
      ),
    ),
    ...byHolder(held.filter(({ withdrawn }) => withdrawn)).map(([holder, tokens]) =>
      warning(
        'tokens',
        `${holder} is suspended, so ${tokens}, which that user owns or has rotated, are refused`,
        'take them over with `catalog token take-over`, or revoke them',
      ),
    ),
    ...byHolder(await heldByActivated(db.query)).map(([holder, tokens]) =>
      warning(
        'tokens',
        `${holder} was activated by SQL or an earlier build, and ${tokens}, which that user owns or has rotated, are still refused`,
        'activate the user again with `catalog user activate`',
      ),
    ),
    ...(await reservedUsers(db.query)).map((urn) =>
      warning(
        'users',
        `${urn} is a user, and also the name of the service itself in the audit`,
        'create another user for its work, and remove this one with `catalog user remove`',
      ),
    ),
  ];
}

/** Returns each holder with what the holder's tokens are. */
function byHolder(held: readonly HeldTokens[]): [holder: string, tokens: string][] {
  const holders = new Map<string, Map<string, number>>();
  for (const { holder, actorUrn, count } of held) {
    const byActor = holders.get(holder) ?? new Map<string, number>();
    holders.set(holder, byActor.set(actorUrn, count));
  }
  return [...holders].map(([holder, byActor]) => [holder, tokensText(byActor)]);
}

/** Lists the webhooks whose owners may not send. @param isMigrated whether all migrations are applied */
export async function webhookFindings(db: Database, isMigrated: boolean): Promise<Finding[]> {
  const readPause = pauses(owners(actorReads(rightsReads(db))));
  const webhooks = await (isMigrated ? readWebhooks : readUnmigratedWebhooks)(db.query);
  const findings: Finding[] = [];
  for (const webhook of webhooks) {
    // A pause by hand is intended.
    const reason = await readPause({ ...webhook, pausedBy: null });
    if (reason === null) continue;
    const state = isMigrated ? 'is paused' : 'will be paused by the upgrade';
    findings.push(
      warning(
        'webhooks',
        `the webhook ${JSON.stringify(webhook.name)} ${state}, because ${reason}`,
        `take it over with \`catalog webhook take-over ${webhook.id}\`${isMigrated ? '' : ' after the upgrade'}, or delete it`,
      ),
    );
  }
  return findings;
}
