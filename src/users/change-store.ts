import { lockAccess } from '../aspects/lock-store.js';
import type { AuditDetail, AuditEvent } from '../audit/event.js';
import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { getEntityType } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { confirmRights } from '../db/transaction.js';
import { rejectWithoutAdministrator } from '../policies/actor-store.js';
import { readMemberships } from './people-store.js';
import { continueLater, endStateChanges, partSize } from './removal/access-change-store.js';
import { warnOfTokens } from './removal/held-tokens.js';
import {
  holdToken,
  restoreTokens,
  tokenEvent,
  warnOfWebhooks,
  withdrawTokens,
} from './removal/withdrawal-store.js';

interface KnownPerson {
  readonly state: string | null;
  /** Names and other texts, which grant nothing, and whether the aspect `status` has removed a user. */
  readonly texts: Readonly<Record<string, string | null>>;
  readonly groups: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const isUser = (urn: string) => getEntityType(urn) === 'corpuser';
const isGroup = (urn: string) => getEntityType(urn) === 'corpGroup';

/**
 * Called before a change of users, groups and members over HTTP, with their entities locked.
 *
 * @param given URNs of any entities; only users and groups count
 * @returns the function to call after the change, with the URNs that it has deleted and created again: it checks the
 * change, records it, and returns the users and groups that the change has removed. It throws CONFLICT when nobody
 * could change policies any more
 */
export async function beginPeopleChange(
  tx: Transaction,
  requester: Requester,
  given: readonly string[],
): Promise<(remade?: ReadonlySet<string>) => Promise<ReadonlySet<string>>> {
  const urns = [...new Set(given)].filter((urn) => isUser(urn) || isGroup(urn));
  if (urns.length === 0) return async () => none;
  // Before anything is written, because the removal of a group changes references and members of other users.
  await lockAccess(tx);
  // The holder of the calling token may be removed: the work then ends the token itself.
  const endsOwn = await holdToken(tx, urns, requester.token?.id);
  await confirmRights(tx, requester, endsOwn ? 'credentials' : 'access');
  const before = await knownPeople(tx, urns);
  return async (remade = none) => {
    const after = await knownPeople(tx, urns);
    const removed = new Set(urns.filter((urn) => before.has(urn) && (remade.has(urn) || !after.has(urn))));
    const hasLostRights = (urn: string) =>
      removed.has(urn) || mayHaveLostRights(before.get(urn), after.get(urn));
    if (urns.some(hasLostRights)) await rejectWithoutAdministrator(tx);
    const events = urns.flatMap((urn) =>
      removed.has(urn)
        ? [...createEvents(urn, before.get(urn), undefined), ...createEvents(urn, undefined, after.get(urn))]
        : createEvents(urn, before.get(urn), after.get(urn)),
    );
    const changed = (to: string) => (urn: string) =>
      !removed.has(urn) && before.has(urn) && before.get(urn)!.state !== to && after.get(urn)?.state === to;
    events.push(...(await changeTokens(tx, requester, urns, changed)));
    await recordAudit(tx, requester, events);
    return removed;
  };
}

/**
 * Withdraws the tokens of others that suspended users hold, and restores those of activated users. A holder of a token
 * knows its text, or can revoke it.
 *
 * @param changed whether a URN has changed to a state
 * @returns the events
 */
async function changeTokens(
  tx: Transaction,
  requester: Requester,
  urns: readonly string[],
  changed: (to: string) => (urn: string) => boolean,
): Promise<AuditEvent[]> {
  const [suspended, activated] = [urns.filter(changed('SUSPENDED')), urns.filter(changed('ACTIVE'))];
  return [
    ...(await markTokens(tx, requester, 'SUSPENDED', suspended)),
    ...(await markTokens(tx, requester, 'ACTIVATED', activated)),
  ];
}

const marks = {
  SUSPENDED: {
    mark: withdrawTokens,
    event: 'WithdrawAccessTokenEvent',
    outcome: 'Refused while the user is suspended',
    webhooks: 'Paused while the user is suspended',
  },
  ACTIVATED: {
    mark: restoreTokens,
    event: 'RestoreAccessTokenEvent',
    outcome: 'Accepted again',
    webhooks: 'No longer paused, if the user has Manage Webhooks',
  },
} as const;

async function markTokens(
  tx: Transaction,
  requester: Requester,
  kind: keyof typeof marks,
  users: readonly string[],
): Promise<AuditEvent[]> {
  if (users.length === 0) return [];
  const { mark, event, outcome, webhooks } = marks[kind];
  await endStateChanges(tx, users);
  const tokens = await mark(tx, users, partSize);
  const hasMore = tokens.length === partSize;
  if (hasMore) await continueLater(tx, kind, users, requester);
  warnOfTokens(requester, users, tokens, outcome, hasMore);
  await warnOfWebhooks(tx, requester, users, webhooks);
  return tokens.map((token) => tokenEvent(event, token));
}

/** Restores what an active user holds for others, and what an activation by SQL or by an earlier build left withdrawn. */
export async function restoreForActive(tx: Transaction, requester: Requester, urn: string): Promise<void> {
  await lockAccess(tx);
  await confirmRights(tx, requester, 'access');
  await recordAudit(tx, requester, await markTokens(tx, requester, 'ACTIVATED', [urn]));
}

const mayHaveLostRights = (before: KnownPerson | undefined, after: KnownPerson | undefined): boolean =>
  before !== undefined &&
  (!after || after.state !== before.state || [...before.groups].some((urn) => !after.groups.has(urn)));

function createEvents(
  subject: string,
  before: KnownPerson | undefined,
  after: KnownPerson | undefined,
): AuditEvent[] {
  const kind = isUser(subject) ? 'User' : 'Group';
  const events: AuditEvent[] = [];
  if (!before && after) events.push({ type: `Create${kind}Event`, subject, ...withDetail(toStatus(after)) });
  if (before && !after) events.push({ type: `Delete${kind}Event`, subject });
  if (before && after) {
    const changed = Object.keys(after.texts).filter((name) => before.texts[name] !== after.texts[name]);
    const statusBefore = before.state === after.state ? {} : { statusBefore: before.state };
    if (changed.length > 0 || before.state !== after.state) {
      const detail = { ...toStatus(after), ...statusBefore, ...(changed.length > 0 && { changed }) };
      events.push({ type: `Update${kind}Event`, subject, detail });
    }
  }
  const member = (type: 'AddGroupMemberEvent' | 'RemoveGroupMemberEvent', groups: ReadonlySet<string>) =>
    [...groups].map(
      (group): AuditEvent => ({ type, subject: group, actorUrn: subject, detail: { member: subject } }),
    );
  const [had, has] = [before?.groups ?? none, after?.groups ?? none];
  events.push(...member('RemoveGroupMemberEvent', new Set([...had].filter((urn) => !has.has(urn)))));
  events.push(...member('AddGroupMemberEvent', new Set([...has].filter((urn) => !had.has(urn)))));
  return events;
}

/** A group has a status only while it is removed. */
const toStatus = ({ state }: KnownPerson) => (state === null ? {} : { status: state });

const withDetail = (detail: AuditDetail) => (Object.keys(detail).length > 0 ? { detail } : {});

async function knownPeople(
  tx: Transaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, KnownPerson>> {
  const users = urns.filter(isUser);
  const rows = await tx.query<{ urn: string } & Pick<KnownPerson, 'state' | 'texts'>>(
    `SELECT urn, state::text, json_build_object('displayName', display_name, 'fullName', full_name, 'title', title,
              'email', email, 'removed', (restored_state IS NOT NULL)::text) AS texts
       FROM users WHERE urn = ANY($1::text[])
     UNION ALL
     SELECT urn, CASE WHEN removed THEN 'REMOVED' END, json_build_object('name', name, 'description', description)
       FROM groups WHERE urn = ANY($2::text[])`,
    [users, urns.filter(isGroup)],
  );
  const memberships = await readMemberships(tx, users);
  return new Map(
    rows.map(({ urn, state, texts }) => {
      const { native = [], other = [] } = memberships.get(urn) ?? {};
      return [urn, { state, texts, groups: new Set([...native, ...other]) }];
    }),
  );
}
