import t from 'tap';
import { add, encoded, patchProposal, proposal } from '../support/aspects.js';
import type { Answer } from '../support/catalog.js';
import { heldTokens, readWarnings } from '../support/held-tokens.js';
import { conflict, listTokens, readError, revokeToken, rotateToken, toId, tokenMetadata } from './api.js';

// A user who made tokens for others knows their texts: a suspension would mean little without these tokens.

const catalog = await heldTokens(t);
const { chief, newUser, newToken, rotated, status, managerWithTokens, ingest, batch, db } = catalog;

const setStatus = (urn: string, value: string) =>
  chief.graphql(`mutation ($urn: String!) { updateUserStatus(urn: $urn, status: ${value}) }`, { urn });
const suspend = (urn: string) => setStatus(urn, 'SUSPENDED');
const activate = (urn: string) => setStatus(urn, 'ACTIVE');
const suspended = { status: 'SUSPENDED' };
const snapshot = (urn: string) => ({
  value: {
    'com.linkedin.metadata.snapshot.CorpUserSnapshot': {
      urn,
      aspects: [{ 'com.linkedin.identity.CorpUserInfo': { active: false } }],
    },
  },
});

const suspensions: Record<string, (urn: string) => Promise<Answer>> = {
  updateUserStatus: suspend,
  corpUserStatus: (urn) => ingest(proposal(urn, 'corpUserStatus', suspended), chief),
  'corpUserInfo, not active': (urn) => ingest(proposal(urn, 'corpUserInfo', { active: false }), chief),
  'a patch of corpUserInfo': async (urn) => {
    await ingest(proposal(urn, 'corpUserInfo', { active: true }), chief);
    return ingest(patchProposal(urn, 'corpUserInfo', [add('/active', false)]), chief);
  },
  'a batch': (urn) =>
    batch([proposal(urn, 'status', { removed: false }), proposal(urn, 'corpUserStatus', suspended)], chief),
  'a snapshot': (urn) => chief.post('/entities?action=ingest', { entity: snapshot(urn) }),
  'OpenAPI, an entity': (urn) =>
    chief.post('/openapi/v3/entity/corpuser?async=false', [{ urn, corpUserStatus: { value: suspended } }]),
};

for (const [name, path] of Object.entries(suspensions)) {
  t.test(`suspended by ${name}: tokens that the user holds for others are refused meanwhile`, async (t) => {
    const { sam, bot, ann, owned, rotated } = await managerWithTokens();
    const others = [bot.token, ann.token, await newToken(chief, bot.urn)];
    const all = () => Promise.all([owned, rotated, sam.token, ...others].map(status));
    t.strictSame(await all(), [200, 200, 200, 200, 200, 200]);
    const answer = await path(sam.urn);
    t.match(answer, { status: 200 });
    t.notOk(answer.body?.errors);
    t.strictSame(await all(), [401, 401, 401, 200, 200, 200]);
    const warnings = readWarnings(answer);
    t.match(warnings, /Refused while the user is suspended: 2 access tokens of urn:li:corpuser:/);
    for (const urn of [`${bot.urn} (1)`, `${ann.urn} (1)`, sam.urn]) t.ok(warnings.includes(urn), urn);

    const restored = await activate(sam.urn);
    t.match(readWarnings(restored), /Accepted again: 2 access tokens/);
    t.strictSame(await all(), [200, 200, 200, 200, 200, 200]);
  });
}

t.test('tokens that an activation by SQL or an earlier build left refused work after another', async (t) => {
  const { sam, owned, rotated } = await managerWithTokens();
  const all = () => Promise.all([owned, rotated].map(status));
  await suspend(sam.urn);
  await db.query(`UPDATE users SET state = 'ACTIVE' WHERE urn = $1::text`, [sam.urn]);
  t.strictSame(await all(), [401, 401]);
  t.match(readWarnings(await activate(sam.urn)), /Accepted again: 2 access tokens/);
  t.strictSame(await all(), [200, 200]);
  t.equal(readWarnings(await activate(sam.urn)), '', 'nothing is left to restore');
});

const removals: Record<string, (urn: string) => Promise<Answer>> = {
  removeUser: (urn) => chief.graphql('mutation ($urn: String!) { removeUser(urn: $urn) }', { urn }),
  'the deletion of the entity': (urn) => chief.post('/entities?action=delete', { urn }),
  OpenAPI: (urn) => chief.send('DELETE', `/openapi/v3/entity/corpuser/${encoded(urn)}`),
  'a batch': (urn) =>
    batch(
      [{ entityType: 'corpuser', entityUrn: urn, changeType: 'DELETE', aspectName: 'corpUserKey' }],
      chief,
    ),
};

for (const [name, path] of Object.entries(removals)) {
  t.test(
    `removed by ${name}: tokens that the user holds for others end, suspended before or not`,
    async (t) => {
      for (const before of [activate, suspend]) {
        const { sam, bot, owned, rotated } = await managerWithTokens();
        await before(sam.urn);
        const answer = await path(sam.urn);
        t.match(answer, { status: 200 });
        t.match(readWarnings(answer), /Ended: 2 access tokens of urn:li:corpuser:/);
        t.strictSame(await Promise.all([owned, rotated, bot.token].map(status)), [401, 401, 200]);
        await catalog.services.users.createUser(catalogActor(), {
          id: sam.urn.slice('urn:li:corpuser:'.length),
        });
        t.strictSame(await Promise.all([owned, rotated].map(status)), [401, 401], 'made again');
      }
    },
  );
}

const catalogActor = () => ({ urn: chief.urn, can: () => true });

t.test('a withdrawn token is listed with whose suspension it was, and counts in the limit', async (t) => {
  const { sam, bot, owned } = await managerWithTokens();
  await suspend(sam.urn);
  const fields = 'id withdrawnAt withdrawnBecauseOf';
  const { body } = await chief.graphql(
    `query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { tokens { ${fields} } } }`,
    { input: { filters: [{ field: 'actorUrn', value: bot.urn }] } },
  );
  const tokens = new Map(
    body.data.listAccessTokens.tokens.map((one: { id: string }) => [one.id, one] as const),
  );
  t.match(tokens.get(toId(owned)), { withdrawnAt: Number, withdrawnBecauseOf: [sam.urn] });
  t.strictSame(tokens.get(toId(bot.token)), {
    id: toId(bot.token),
    withdrawnAt: null,
    withdrawnBecauseOf: [],
  });
  t.match((await tokenMetadata(chief, owned)).body.data.getAccessTokenMetadata, { id: toId(owned) });
  t.equal((await revokeToken(chief, toId(owned))).body.data.revokeAccessToken, true, 'and can be revoked');
  await activate(sam.urn);
  t.equal(await status(owned), 401, 'for good');
});

t.test('a token of two suspended users is refused until both are active', async (t) => {
  const [sam, tom] = [
    await newUser('sam', 'MANAGE_ACCESS_TOKENS'),
    await newUser('tom', 'MANAGE_ACCESS_TOKENS'),
  ];
  const bot = await newUser('bot');
  const text = await rotated(tom, await newToken(sam, bot.urn));
  await suspend(sam.urn);
  await suspend(tom.urn);
  await activate(sam.urn);
  t.equal(await status(text), 401);
  await activate(tom.urn);
  t.equal(await status(text), 200);
});

t.test('a token that acts as its owner is not withdrawn: it is refused with its user', async (t) => {
  const sam = await newUser('sam', 'MANAGE_ACCESS_TOKENS');
  const other = await newToken(sam, sam.urn);
  t.equal(readWarnings(await suspend(sam.urn)), '');
  t.equal(await status(other), 401);
  t.strictSame(await db.query('SELECT withdrawn_at FROM access_tokens WHERE id = $1::text', [toId(other)]), [
    { withdrawn_at: null },
  ]);
});

t.test('the session of a withdrawn token ends, and none begins', async (t) => {
  const { sam, owned } = await managerWithTokens();
  const signIn = () =>
    catalog.app.inject({
      method: 'POST',
      url: '/console/session',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      payload: { token: owned },
    });
  const { statusCode, cookies } = await signIn();
  t.equal(statusCode, 200);
  const [{ name, value }] = cookies as [{ name: string; value: string }];
  const browser = catalog.withHeaders({ cookie: `${name}=${value}`, 'sec-fetch-site': 'same-origin' });
  t.match(await browser.graphql('{ __typename }'), { status: 200 });
  await suspend(sam.urn);
  t.match(await browser.graphql('{ __typename }'), { status: 401 });
  t.match(await signIn(), { statusCode: 401 });
});

t.test('a withdrawn token cannot be rotated', async (t) => {
  const { sam, owned } = await managerWithTokens();
  await suspend(sam.urn);
  t.match(
    readError(await rotateToken(chief, toId(owned))),
    conflict('rotateAccessToken', /is suspended; take it over first/),
  );
  await activate(sam.urn);
  t.equal(await status(owned), 200);
});

t.test('what is marked and unmarked has its audit events', async (t) => {
  const { sam, bot, owned } = await managerWithTokens();
  await suspend(sam.urn);
  await activate(sam.urn);
  const events = await db.query(
    `SELECT type, acted_for AS "for", detail FROM audit_events WHERE subject = $1::text ORDER BY id`,
    [`urn:li:serviceAccessToken:${toId(owned)}`],
  );
  t.match(events, [
    { type: 'CreateAccessTokenEvent' },
    { type: 'WithdrawAccessTokenEvent', for: bot.urn, detail: { ownerUrn: sam.urn, name: 'a token' } },
    { type: 'RestoreAccessTokenEvent', for: bot.urn },
  ]);
});

t.test('a change that leaves the state leaves the tokens, as of users suspended before', async (t) => {
  const { sam, owned } = await managerWithTokens();
  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1::text`, [sam.urn]);
  t.equal(readWarnings(await suspend(sam.urn)), '');
  await ingest(proposal(sam.urn, 'corpUserStatus', suspended), chief);
  t.equal(await status(owned), 200);
  const list = await listTokens(chief, { filters: [{ field: 'ownerUrn', value: sam.urn }] });
  t.notOk(list.body.errors);
});

t.test('a caller can suspend and remove whoever made its token; the token ends with it', async (t) => {
  for (const name of ['updateUserStatus', 'removeUser']) {
    const sam = await newUser('sam', 'MANAGE_ACCESS_TOKENS');
    const text = await newToken(sam, chief.urn);
    const { graphql } = catalog.withHeaders({ authorization: `Bearer ${text}` });
    const more = name === 'updateUserStatus' ? ', status: SUSPENDED' : '';
    const { status: code, body } = await graphql(`mutation ($u: String!) { ${name}(urn: $u${more}) }`, {
      u: sam.urn,
    });
    t.equal(code, 200, name);
    t.notOk(body.errors, name);
    t.equal(await status(text), 401, name);
  }
});
