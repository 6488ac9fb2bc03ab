import type { Test } from 'tap';
import { hasAdministrator } from '../../src/policies/actor-store.js';
import { policyUrn } from '../../src/policies/row.js';
import { userStore } from '../../src/users/user-store.js';
import { quickTokens } from '../support/issue-token.js';
import { savePolicy } from '../support/save-policy.js';
import { type Case, mutation, type Played, rejectOthers, tryCase, without } from './case.js';
import type { Stage } from './stage.js';
import { type Things, things } from './things.js';

interface Person {
  readonly urn: string;
  readonly token: string;
  /** The policy that names the user. */
  readonly policy: string;
}

interface Subject extends Things {
  readonly one: Person;
  readonly other: Person;
}

type Request = Case<Subject>['requests'][string];

/** The same request with the token of a user. */
const by =
  (find: (subject: Subject) => Person, request: Request): Request =>
  (as, subject, db) =>
    request(() => as(find(subject).token), subject, db);
const one = ({ one }: Subject) => one;
const other = ({ other }: Subject) => other;
const suspend = (whom: (subject: Subject) => Person) =>
  mutation<Subject>('updateUserStatus', (subject) => ({ urn: whom(subject).urn, status: 'SUSPENDED' }));
const deletePolicy = (whose: (subject: Subject) => Person) =>
  mutation<Subject>('deletePolicy', (subject) => ({ urn: policyUrn(whose(subject).policy) }));
const addTag = mutation<Subject>('addTag', ({ tag, dataset }) => ({
  input: { tagUrn: tag, resourceUrn: dataset },
}));

/** The last administrator from two sides, and rights that end while a request is under way. */
export async function access(t: Test, stage: Stage): Promise<void> {
  const { db, main, keeper } = stage;
  const { prepare, readTags } = things(stage);
  const issue = quickTokens({ db, config: main.config, clock: Date.now });
  const people = ['one', 'other'];
  let made = 0;

  /** @param isEditor whether they may edit tags, in place of policies and users */
  const prepareWith = (isEditor: boolean) => async (): Promise<Subject> => {
    made += 1;
    const both: Person[] = [];
    for (const policy of people) {
      const urn = `urn:li:corpuser:${policy}-${made}`;
      await userStore(db).ensure([urn], Date.now());
      await savePolicy(db, {
        ...{ id: policy, name: policy, state: 'ACTIVE', resources: { type: null, urns: [] } },
        ...(isEditor
          ? { type: 'METADATA', privileges: ['EDIT_ENTITY_TAGS'] }
          : { type: 'PLATFORM', privileges: ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS'] }),
        actors: { allUsers: false, users: [urn] },
      });
      both.push({
        urn,
        policy,
        token: (await issue({ actorUrn: urn, duration: 'ONE_HOUR', name: 'x' })).text,
      });
    }
    await db.query('UPDATE access_tokens SET last_used_at = $1::bigint', [Date.now() + 3_600_000]);
    return { ...(await prepare()), one: both[0]!, other: both[1]! };
  };

  async function checkAdministrators(_: Subject, played: Played) {
    const isLeft = await hasAdministrator(db.query);
    const lost = ['CONFLICT', 'UNAUTHENTICATED', 'UNAUTHORIZED'];
    const allowed = lost.flatMap((why) => [`done ${why}`, `${why} done`]);
    return isLeft ? rejectOthers(allowed, played) : ['no administrator is left'];
  }
  const unlocked = {
    'changes of access that do not wait for each other': without(/FOR UPDATE/, /policy_version/),
  };

  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`, [keeper.urn]);
  const administrators = { prepare: prepareWith(false), check: checkAdministrators };
  await tryCase(t, stage, 'two administrators suspend each other', {
    ...administrators,
    requests: { suspendOther: by(one, suspend(other)), suspendOne: by(other, suspend(one)) },
    faults: unlocked,
  });
  await tryCase(t, stage, 'an administrator is suspended, and loses the other policy', {
    ...administrators,
    requests: { suspendOther: by(one, suspend(other)), deletePolicy: by(other, deletePolicy(one)) },
  });
  await tryCase(t, stage, 'two administrators delete each other’s policy', {
    ...administrators,
    requests: { deleteOthers: by(one, deletePolicy(other)), deleteOnes: by(other, deletePolicy(one)) },
  });
  await db.query(`UPDATE users SET state = 'ACTIVE' WHERE urn = $1`, [keeper.urn]);

  const asKeeper =
    (request: Request): Request =>
    (as, subject, db) =>
      request(() => as(keeper.token), subject, db);
  /** @param refusal the outcome of a write whose right had ended before */
  const checkWrite = (end: string, refusal: string) => async (subject: Subject, played: Played) => {
    const found = [played.outcomes.write, (await readTags(subject))[0] ?? 'none'].join(' ');
    const refusals = played.precedes(end, 'write') ? [refusal] : ['UNAUTHORIZED', 'UNAUTHENTICATED'];
    const allowed = refusals.map((why) => `${why} none`);
    if (!played.precedes(end, 'write')) allowed.push('done here');
    return allowed.includes(found) && played.outcomes[end] === 'done'
      ? []
      : [`${end} ${played.outcomes[end]}, write ${found}`];
  };
  for (const [end, [request, refusal]] of Object.entries({
    deletePolicy: [asKeeper(deletePolicy(one)), 'UNAUTHORIZED'],
    suspend: [suspend(one), 'UNAUTHENTICATED'],
    remove: [mutation<Subject>('removeUser', ({ one }) => ({ urn: one.urn })), 'UNAUTHENTICATED'],
  } satisfies Record<string, [Request, string]>))
    await tryCase(t, stage, `a write, and ${end}`, {
      prepare: prepareWith(true),
      requests: { write: by(one, addTag), [end]: request },
      check: checkWrite(end, refusal),
    });
}
