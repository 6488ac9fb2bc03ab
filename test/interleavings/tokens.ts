import type { Test } from 'tap';
import { userStore } from '../../src/users/user-store.js';
import { quickTokens } from '../support/issue-token.js';
import { type Case, tryCase, without } from './case.js';
import type { As, Stage } from './stage.js';

interface Subject {
  /** The user that the token acts as. */
  readonly urn: string;
  /** The user who has made it, for another user. */
  readonly owner: string;
  readonly ownersToken: string;
  readonly id: string;
  readonly text: string;
}

type Requests = Case<Subject>['requests'];

const byId =
  (operation: string) =>
  (as: As, { id }: Subject) =>
    as().graphql(`mutation ($id: String!) { ${operation} }`, { id });
const byUrn =
  (operation: string) =>
  (as: As, { urn }: Subject) =>
    as().graphql(`mutation ($urn: String!) { ${operation} }`, { urn });
const byOwner =
  (operation: string) =>
  (as: As, { owner: urn }: Subject) =>
    as().graphql(`mutation ($urn: String!) { ${operation} }`, { urn });

const rotate = byId('rotateAccessToken(tokenId: $id) { accessToken }');
const rotateWithOverlap = byId('rotateAccessToken(tokenId: $id, overlapSeconds: 600) { accessToken }');
const revoke = byId('revokeAccessToken(tokenId: $id)');
const revokeAll = byUrn('revokeAccessTokens(actorUrn: $urn)');
const create = byUrn(
  'createAccessToken(input: {type: PERSONAL, actorUrn: $urn, duration: ONE_HOUR, name: "x"}) { accessToken }',
);
const createByOwner: typeof create = (as, subject) => create(() => as(subject.ownersToken), subject);
const suspend = byUrn('updateUserStatus(urn: $urn, status: SUSPENDED)');
const suspendOwner = byOwner('updateUserStatus(urn: $urn, status: SUSPENDED)');
const remove = byUrn('removeUser(urn: $urn)');
const removeOwner = byOwner('removeUser(urn: $urn)');
const takeOver = byOwner('takeOverAccessTokens(fromUrn: $urn)');
const use = (as: As, { text }: Subject) => as(text).graphql('{ me { corpUser { urn } } }');
const activate = byUrn('updateUserStatus(urn: $urn, status: ACTIVE)');

/** TOKENS_PER_ACTOR_MAX */
export const mostTokens = 3;

const userLock = /FOR NO KEY UPDATE/;

export async function tokens(t: Test, stage: Stage): Promise<void> {
  const { db, main, as } = stage;
  const issue = quickTokens({ db, config: main.config, clock: Date.now });
  let made = 0;

  async function issueFor(actorUrn: string) {
    const { text, token } = await issue({ actorUrn, duration: 'ONE_HOUR', name: 'x' });
    return { text, id: token.id };
  }

  async function prepare(): Promise<Subject> {
    const [urn, owner] = [`urn:li:corpuser:actor-${made}`, `urn:li:corpuser:owner-${made++}`];
    await userStore(db).ensure([urn, owner], Date.now());
    const { text, id } = await issueFor(urn);
    const { text: ownersToken } = await issueFor(owner);
    await db.query(
      `UPDATE access_tokens SET last_used_at = $3::bigint, owner_urn = $2 WHERE actor_urn IN ($1, $2)`,
      [urn, owner, Date.now() + 3_600_000],
    );
    return { urn, owner, ownersToken, id, text };
  }

  /** Lets the user have one token more, or no more. */
  const leaveRoom = (room: number) => async (subject: Subject) => {
    for (let count = 1 + room; count < mostTokens; count += 1) await issueFor(subject.urn);
    return subject;
  };

  async function works(text: string): Promise<boolean> {
    const { status } = await as(text).graphql('{ __typename }');
    if (status !== 200 && status !== 401) throw new Error(`${status}`);
    return status === 200;
  }

  /** Tries two requests, or three, whose outcomes must be one of some. They end with how many texts work. */
  async function tryOutcomes(
    requests: Requests,
    allowed: readonly string[],
    {
      faults = {},
      afterwards,
      before = async (subject) => subject,
    }: {
      faults?: Case<Subject>['faults'];
      before?: (subject: Subject) => Promise<Subject>;
      afterwards?: (subject: Subject) => Promise<unknown>;
    } = {},
  ): Promise<void> {
    const names = Object.keys(requests);
    await tryCase(t, stage, names.join(', '), {
      prepare: async () => before(await prepare()),
      requests,
      async check(subject, { outcomes, answers }) {
        await afterwards?.(subject);
        const made = names.flatMap((name) =>
          Object.values<{ accessToken?: string }>(answers[name]!.body.data ?? {}),
        );
        const texts = [subject.text, ...made.flatMap((answer) => answer?.accessToken ?? [])];
        const valid = (await Promise.all(texts.map(works))).filter(Boolean).length;
        const summary = [...names.map((name) => outcomes[name]), valid].join(' ');
        return allowed.includes(summary) ? [] : [`${names}: ${summary}`];
      },
      ...(faults && { faults }),
    });
  }

  await tryOutcomes({ rotate, revoke }, ['done NOT_FOUND 1', 'NOT_FOUND done 0'], {
    faults: { 'a rotation that does not lock the token': without(/FOR UPDATE OF t/) },
  });
  await tryOutcomes({ rotate, rotateAgain: rotate }, ['done done 1'], {
    faults: {
      'rotations that lock nothing': without(
        /FOR (NO KEY )?UPDATE( OF t)?/,
        /access_tokens|SELECT FROM users/,
      ),
    },
  });
  await tryOutcomes({ rotate, revokeAll }, ['done done 0', 'NOT_FOUND done 0']);
  await tryOutcomes({ create, revokeAll }, ['done done 0', 'done done 1']);
  await tryOutcomes({ createByOwner, removeOwner }, ['done done 0', 'UNAUTHENTICATED done 0'], {
    faults: { 'a token that is created without a lock': without(userLock, /WITH locked/) },
  });
  await tryOutcomes({ rotate, suspend }, ['done done 0', 'BAD_REQUEST done 0']);
  await tryOutcomes({ rotate, suspend }, ['done done 1', 'BAD_REQUEST done 1'], {
    afterwards: (subject) => activate(as, subject),
  });
  await tryOutcomes({ rotate, remove }, ['done done 0', 'NOT_FOUND done 0']);
  await tryOutcomes({ create, remove }, ['done done 0', 'NOT_FOUND done 0']);
  await tryOutcomes({ rotate, suspendOwner }, ['done done 0', 'CONFLICT done 0'], {
    faults: { 'a rotation that does not lock the users': without(userLock, /SELECT FROM users/) },
  });
  await tryOutcomes({ rotate, removeOwner }, ['done done 0', 'NOT_FOUND done 0']);
  await tryOutcomes({ takeOver, suspendOwner }, ['done done 1']);
  await tryOutcomes({ takeOver, rotate }, ['done done 1']);
  await tryOutcomes({ takeOver, removeOwner }, ['done done 1', 'done done 0']);
  await tryOutcomes({ create, createAgain: create }, ['done BAD_REQUEST 2', 'BAD_REQUEST done 2'], {
    before: leaveRoom(1),
    faults: { 'a token that is created without a lock': without(userLock, /WITH locked/) },
  });
  await tryOutcomes({ create, rotateWithOverlap }, ['done BAD_REQUEST 2', 'BAD_REQUEST done 2'], {
    before: leaveRoom(1),
  });
  await tryOutcomes({ create, revoke }, ['done done 1', 'BAD_REQUEST done 0'], { before: leaveRoom(0) });
  await tryOutcomes({ rotate, revoke, suspend }, [
    ...['done NOT_FOUND done 0', 'NOT_FOUND done done 0', 'BAD_REQUEST done done 0'],
  ]);
  // A replacement that is in use is not revoked by a rotation that is repeated.
  await tryOutcomes({ use, rotate }, ['done CONFLICT 1', 'UNAUTHENTICATED done 1'], {
    before: async (subject) => {
      const { body } = await rotate(as, subject);
      return { ...subject, text: body.data.rotateAccessToken.accessToken };
    },
  });
}
