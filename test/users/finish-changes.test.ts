import t from 'tap';
import { finishNext } from '../../src/users/removal/access-change-store.js';
import { listTokens, toId } from '../access-tokens/api.js';
import { encoded, proposal } from '../support/aspects.js';
import { heldTokens, readWarnings } from '../support/held-tokens.js';
import {
  addGroupMembers,
  createGroup,
  createUser,
  field,
  ok,
  removeGroup,
  removeUser,
} from '../support/people.js';

// More tokens and members than one transaction deletes or marks.
const many = 1_100;

const catalog = await heldTokens(t);
const { chief, db, newToken, newUser, rotated, status, managerWithTokens, ingest } = catalog;

const count = async (sql: string, ...params: unknown[]) =>
  (await db.query<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`, params))[0]!.count;
const finish = async () => {
  while (await finishNext(db));
};

/** Tokens that are deleted and marked before all others, because they are the newest or the first. */
const addTokens = (actor: string, owner: string) =>
  db.query(
    `INSERT INTO access_tokens (id, hash, type, name, actor_urn, owner_urn, created_at)
     SELECT '0' || $1 || i, '', 'PERSONAL', '', $1::text, $2::text, 9000000000000 + i FROM generate_series(1, ${many}) i`,
    [actor, owner],
  );

const events = (type: string, actorUrn: string) =>
  count(
    `(SELECT DISTINCT subject FROM audit_events WHERE type = $1 AND acted_for = $2 AND actor_urn = $3) x`,
    type,
    actorUrn,
    chief.urn,
  );

const removals: Record<string, (urn: string) => Promise<object>> = {
  removeUser: (urn) => removeUser(chief, urn),
  'action=delete': (urn) => chief.post('/entities?action=delete', { urn }),
};

for (const [name, remove] of Object.entries(removals)) {
  t.test(
    `${name} of a user with many tokens ends all of them at once, and deletes them in parts`,
    async (t) => {
      const { sam, bot, ann, owned, rotated: rotatedOne } = await managerWithTokens();
      await addTokens(bot.urn, sam.urn);
      await addTokens(sam.urn, ann.urn);
      t.match(await remove(sam.urn), { status: 200 });
      const old = [owned, rotatedOne, sam.token];
      t.strictSame(await Promise.all(old.map(status)), [401, 401, 401]);
      t.ok(
        (await count('stored_access_tokens WHERE $1 IN (actor_urn, owner_urn)', sam.urn)) > many,
        'most are stored',
      );

      await createUser(chief, { id: sam.urn.slice('urn:li:corpuser:'.length) });
      const [own, forBot] = [await newToken(chief, sam.urn), await newToken(chief, bot.urn)];
      await db.query('UPDATE access_tokens SET owner_urn = $1 WHERE id = $2', [sam.urn, toId(forBot)]);
      const rotatedAgain = await rotated(chief, own);
      const current = [rotatedAgain, forBot];
      const check = async () => {
        t.strictSame(await Promise.all(old.map(status)), [401, 401, 401], 'the new user gets none of them');
        t.strictSame(await Promise.all(current.map(status)), [200, 200], 'and keeps its own');
        const { body } = await listTokens(chief, { filters: [{ field: 'actorUrn', value: sam.urn }] });
        t.strictSame(
          body.data.listAccessTokens.tokens.map((one: { id: string }) => one.id),
          [toId(rotatedAgain)],
        );
      };
      await check();
      // What is left after a kill is left to the next process.
      t.equal(await finishNext(db, 300), true);
      await check();
      await finish();
      await check();
      t.equal(await count('access_changes'), 0);
      t.equal(await count('stored_access_tokens WHERE $1 IN (actor_urn, owner_urn, rotated_by)', sam.urn), 3);
      t.equal(await events('RevokeAccessTokenEvent', bot.urn), many + 1, 'each has an event');
    },
  );
}

const suspensions: Record<string, (urn: string, suspended: boolean) => Promise<object>> = {
  updateUserStatus: (urn, suspended) =>
    chief.graphql(
      `mutation { updateUserStatus(urn: "${urn}", status: ${suspended ? 'SUSPENDED' : 'ACTIVE'}) }`,
    ),
  'the aspect status': (urn, removed) => ingest(proposal(urn, 'status', { removed }), chief),
};

for (const [name, suspend] of Object.entries(suspensions)) {
  t.test(`${name}: many tokens for others are refused at once, and accepted again in parts`, async (t) => {
    const { sam, bot, owned, rotated: rotatedOne } = await managerWithTokens();
    await addTokens(bot.urn, sam.urn);
    const both = () => Promise.all([owned, rotatedOne].map(status));
    t.match(await suspend(sam.urn, true), { status: 200 });
    t.strictSame(await both(), [401, 401]);
    t.equal(await finishNext(db), true);
    t.strictSame(await both(), [401, 401]);
    await suspend(sam.urn, false);
    await finish();
    t.strictSame(await both(), [200, 200], 'also when the suspension ends before all of them are marked');
    const suspended = await suspend(sam.urn, true);
    t.match(readWarnings(suspended as never), /at least 500 access tokens/);
    await finish();
    t.equal(
      await count('stored_access_tokens WHERE owner_urn = $1 AND withdrawn_at IS NULL', sam.urn),
      1,
      'its own',
    );
    t.equal(await events('WithdrawAccessTokenEvent', bot.urn), many + 1);
    await suspend(sam.urn, false);
    await finish();
    t.strictSame(await both(), [200, 200]);
    t.equal(await count('access_tokens WHERE owner_urn = $1 AND withdrawn_at IS NOT NULL', sam.urn), 0);
  });
}

t.test('a removed group with many members grants nothing at once, nor a new one of its id', async (t) => {
  const [ann, eve] = [await newUser('member'), await newUser('member')];
  const group = 'urn:li:corpGroup:many';
  const create = () => createGroup(chief, { id: 'many', name: 'many' });
  t.strictSame(await create(), ok(group));
  await db.query(
    `WITH one AS (SELECT 'urn:li:corpuser:a' || i AS urn FROM generate_series(1, ${many}) i),
       u AS (INSERT INTO users (urn, created_at) SELECT urn, 1 FROM one),
       e AS (INSERT INTO entities (urn, type, created_at, created_by) SELECT urn, 'corpuser', 1, 'x' FROM one),
       a AS (INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
             SELECT urn, 'nativeGroupMembership', 1, 'x', 1, 'x' FROM one),
       m AS (INSERT INTO group_members (user_urn, group_urn, native, created_at, created_by)
             SELECT urn, $1::text, true, 1, 'x' FROM one)
     INSERT INTO entity_references (source, aspect, position, relationship, target)
     SELECT urn, 'nativeGroupMembership', 0, 'IsMemberOfNativeGroup', $1::text FROM one`,
    [group],
  );
  const join = (urn: string) => addGroupMembers(chief, { groupUrn: group, userUrns: [urn] });
  t.strictSame(await join(ann.urn), ok(true));
  const grant = () =>
    db.query(
      `INSERT INTO policies (id, name, type, privileges, users, groups) VALUES ('many', 'many', 'PLATFORM', '{CREATE_TAGS}', '{}', $1)`,
      [[group]],
    );
  const mayTag = async (...users: (typeof ann)[]) => {
    const created = users.map((one) => field(one, 'mutation { createTag(input: { name: "x" }) }'));
    return (await Promise.all(created)).map(({ value }) => typeof value === 'string');
  };
  await grant();
  t.strictSame(await mayTag(ann, eve), [true, false]);
  const members = async () =>
    (
      await chief.get(
        `/openapi/relationships/v1/?urn=${encoded(group)}&direction=INCOMING&relationshipTypes=IsMemberOfNativeGroup`,
      )
    ).body.entities.length;
  t.strictSame(await removeGroup(chief, group), ok(true));
  t.strictSame(await mayTag(ann, eve), [false, false]);
  t.equal(await members(), 0);
  t.ok((await count('stored_group_members WHERE group_urn = $1', group)) > 500, 'most are stored');

  t.strictSame(await create(), ok(group));
  await db.query(`DELETE FROM policies WHERE id = 'many'`);
  await grant();
  t.strictSame(await mayTag(ann, eve), [false, false]);
  t.equal(await members(), 0);
  t.strictSame(await join(eve.urn), ok(true));
  // A former member of whom a row is left becomes a member again.
  t.strictSame(await join('urn:li:corpuser:a900'), ok(true));
  t.equal(await members(), 2);
  t.strictSame(await mayTag(ann, eve), [false, true]);
  await finish();
  t.strictSame(await mayTag(ann, eve), [false, true]);
  t.equal(await members(), 2);
  t.equal(await count('stored_group_members WHERE group_urn = $1', group), 2);
  t.equal(await count('entity_references WHERE target = $1', group), 2);
});
