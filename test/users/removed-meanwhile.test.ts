import t from 'tap';
import { createToken, revokeToken, rotateToken, toId } from '../access-tokens/api.js';
import { deletion, proposal } from '../support/aspects.js';
import type { Answer, Caller } from '../support/catalog.js';
import { heldTokens } from '../support/held-tokens.js';
import { addGroupMembers, createGroup, createUser, groupUrn, updateUserStatus } from '../support/people.js';

// Rows of tokens, sessions and memberships refer to users, groups and tokens by foreign keys. What a write refers to can
// be deleted after the write has been judged.

/** Holds back the next transaction until a deletion is done. */
const gate: { held?: (() => Promise<void>) | undefined } = {};
const catalog = await heldTokens(t, {
  wrap: (db) => ({
    ...db,
    async inTransaction(work, deadline) {
      const { held } = gate;
      gate.held = undefined;
      await held?.();
      return db.inTransaction(work, deadline);
    },
  }),
});
const { chief, manager, newUser, newToken, ingest, db } = catalog;
// Each user has a share of the connections, which the write that waits uses.
const remover = await newUser('remover', 'MANAGE_USERS_AND_GROUPS');

async function during(write: () => Promise<unknown>, deletes: () => Promise<unknown>): Promise<unknown> {
  let isHeld = false;
  gate.held = async () => {
    isHeld = true;
    await deletes();
  };
  const answer = await write();
  t.ok(isHeld, 'the deletion came in between');
  return answer;
}

const describeOutcome = (answer: Answer) =>
  answer.body?.errors?.[0]?.extensions.type ?? (answer.status === 200 ? 'done' : `${answer.status}`);
const removeUser = (urn: string) => async () => {
  const { body } = await remover.graphql('mutation ($urn: String!) { removeUser(urn: $urn) }', { urn });
  t.strictSame(body.data, { removeUser: true });
};
const removeGroup = (urn: string) => async () => {
  const { body } = await remover.graphql('mutation ($urn: String!) { removeGroup(urn: $urn) }', { urn });
  t.strictSame(body.data, { removeGroup: true });
};
const purge = (text: string) => () => db.query('DELETE FROM access_tokens WHERE id = $1::text', [toId(text)]);
const takeOver = (by: Caller, urn: string) =>
  by.graphql('mutation ($urn: String!) { takeOverAccessTokens(fromUrn: $urn) }', { urn });
const signIn = async (token: string) => {
  const { statusCode } = await catalog.app.inject({
    method: 'POST',
    url: '/console/session',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    payload: { token },
  });
  return { status: statusCode, body: {}, headers: {} };
};

/** A manager of tokens, an owner of a token, and the user that it acts as. */
async function people() {
  const owner = await newUser('owner', 'MANAGE_ACCESS_TOKENS');
  const other = await newUser('other', 'MANAGE_ACCESS_TOKENS');
  const bot = await newUser('bot', 'GENERATE_PERSONAL_ACCESS_TOKENS');
  const token = await newToken(owner, bot.urn);
  return { owner, other, bot, token };
}
type People = Awaited<ReturnType<typeof people>>;

const pairs: Record<
  string,
  [write: (p: People) => Promise<Answer>, deletes: (p: People) => () => Promise<unknown>, outcome: string]
> = {
  'createAccessToken, the caller, for itself': [
    ({ bot }) => createToken(bot, { actorUrn: bot.urn }),
    ({ bot }) => removeUser(bot.urn),
    'UNAUTHENTICATED',
  ],
  'createAccessToken, the caller, for another user': [
    ({ owner, bot }) => createToken(owner, { actorUrn: bot.urn }),
    ({ owner }) => removeUser(owner.urn),
    'UNAUTHENTICATED',
  ],
  'createAccessToken, the other user': [
    ({ owner, bot }) => createToken(owner, { actorUrn: bot.urn }),
    ({ bot }) => removeUser(bot.urn),
    'NOT_FOUND',
  ],
  'rotateAccessToken, the caller': [
    ({ other, token }) => rotateToken(other, toId(token)),
    ({ other }) => removeUser(other.urn),
    'UNAUTHENTICATED',
  ],
  'rotateAccessToken, the owner': [
    ({ other, token }) => rotateToken(other, toId(token)),
    ({ owner }) => removeUser(owner.urn),
    'NOT_FOUND',
  ],
  'rotateAccessToken, the actor': [
    ({ other, token }) => rotateToken(other, toId(token)),
    ({ bot }) => removeUser(bot.urn),
    'NOT_FOUND',
  ],
  'rotateAccessToken, the token': [
    ({ other, token }) => rotateToken(other, toId(token)),
    ({ token }) => purge(token),
    'NOT_FOUND',
  ],
  'revokeAccessToken, the token': [
    ({ other, token }) => revokeToken(other, toId(token)),
    ({ token }) => purge(token),
    'NOT_FOUND',
  ],
  'takeOverAccessTokens, the caller': [
    ({ other, owner }) => takeOver(other, owner.urn),
    ({ other }) => removeUser(other.urn),
    'UNAUTHENTICATED',
  ],
  'takeOverAccessTokens, the owner': [
    ({ other, owner }) => takeOver(other, owner.urn),
    ({ owner }) => removeUser(owner.urn),
    'done',
  ],
  'a sign-in, the token': [({ token }) => signIn(token), ({ token }) => purge(token), '401'],
  'a sign-in, the user': [({ token }) => signIn(token), ({ bot }) => removeUser(bot.urn), '401'],
  'a sign-in, the owner of the token': [
    ({ token }) => signIn(token),
    ({ owner }) => removeUser(owner.urn),
    '401',
  ],
};

for (const [name, [write, deletes, outcome]] of Object.entries(pairs)) {
  t.test(`${name}: ${outcome}`, async (t) => {
    const made = await people();
    const answer = (await during(() => write(made), deletes(made))) as Answer;
    t.equal(describeOutcome(answer), outcome);
  });
}

t.test('members of groups', async (t) => {
  let made = 0;
  const team = async () => {
    made += 1;
    await createGroup(manager, { id: `team${made}`, name: 'Team' });
    await createUser(manager, { id: `member${made}` });
    return { group: groupUrn(`team${made}`), user: `urn:li:corpuser:member${made}` };
  };
  for (const removed of ['group', 'user'] as const) {
    const remove = (one: { group: string; user: string }) =>
      removed === 'group' ? removeGroup(one.group) : removeUser(one.user);
    const first = await team();
    const added = await during(
      () => addGroupMembers(manager, { groupUrn: first.group, userUrns: [first.user] }),
      remove(first),
    );
    t.match(added, { error: { type: 'NOT_FOUND' } }, `addGroupMembers, the ${removed}`);

    const second = await team();
    const membership = proposal(second.user, 'nativeGroupMembership', { nativeGroups: [second.group] });
    t.match(
      await during(() => ingest(membership, chief), remove(second)),
      { status: 200 },
      `an aspect makes the ${removed} again`,
    );
    const third = await team();
    t.match(await during(() => ingest(deletion(third.user, 'nativeGroupMembership'), chief), remove(third)), {
      status: /200|404/,
    });
  }
  const last = await team();
  t.match(await during(() => updateUserStatus(manager, last.user, 'SUSPENDED'), removeUser(last.user)), {
    error: { type: 'NOT_FOUND' },
  });
});

t.test('writes and removals at the same time', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { owner, other, bot, token } = await people();
    const answers = await Promise.all([
      createToken(owner, { actorUrn: bot.urn }),
      createToken(bot, { actorUrn: bot.urn }),
      rotateToken(other, toId(token)),
      takeOver(other, owner.urn),
      removeUser(owner.urn)(),
      removeUser(bot.urn)(),
      updateUserStatus(manager, other.urn, 'SUSPENDED'),
    ]);
    for (const answer of answers)
      t.notMatch(JSON.stringify(answer ?? null), /SERVER_ERROR|SERVICE_UNAVAILABLE/);
    const dangling = await db.query(
      `SELECT id FROM access_tokens WHERE withdrawn_at IS NULL AND revoked_at IS NULL
          AND ((owner_urn = $1::text AND actor_urn <> $1::text) OR rotated_by = $1::text)`,
      [other.urn],
    );
    t.strictSame(dangling, [], 'no token of others works for who is suspended');
  }
});
