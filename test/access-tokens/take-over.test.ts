import t from 'tap';
import { heldTokens, readWarnings } from '../support/held-tokens.js';
import { updateUserStatus } from '../support/people.js';
import { badRequest, createToken, forbidden, notFound, readError, toId, tokenMetadata } from './api.js';

const operation = 'takeOverAccessTokens';
const catalog = await heldTokens(t);
const { chief, newUser, rotated, status, managerWithTokens, db } = catalog;

const takeOver = (by: Pick<typeof chief, 'graphql'>, urn: string, ids: readonly string[] | null = null) =>
  by.graphql(
    'mutation ($urn: String!, $ids: [String!]) { takeOverAccessTokens(fromUrn: $urn, tokenIds: $ids) }',
    { urn, ids },
  );
const suspend = (urn: string) => updateUserStatus(chief, urn, 'SUSPENDED');
const readRecord = async (text: string) =>
  (await tokenMetadata(chief, text)).body.data.getAccessTokenMetadata as { ownerUrn: string };

t.test('tokens taken over outlive the suspension and the removal of their former holder', async (t) => {
  const { sam, ann, owned, rotated } = await managerWithTokens();
  const answer = await takeOver(chief, sam.urn);
  t.equal(answer.body.data.takeOverAccessTokens, 2);
  t.match(readWarnings(answer), new RegExp(`${sam.urn} still knows the texts of these tokens: rotate them`));
  t.equal((await readRecord(owned)).ownerUrn, chief.urn);
  t.equal((await readRecord(rotated)).ownerUrn, ann.urn, 'the owner of what was only rotated stays');
  await suspend(sam.urn);
  t.strictSame(await Promise.all([owned, rotated].map(status)), [200, 200]);
  await chief.graphql('mutation ($urn: String!) { removeUser(urn: $urn) }', { urn: sam.urn });
  t.strictSame(await Promise.all([owned, rotated].map(status)), [200, 200]);
  await updateUserStatus(catalog.manager, chief.urn, 'SUSPENDED');
  t.strictSame(
    await Promise.all([owned, rotated].map(status)),
    [401, 401],
    'the new holder answers for them',
  );
  await updateUserStatus(catalog.manager, chief.urn, 'ACTIVE');
  t.strictSame(await Promise.all([owned, rotated].map(status)), [200, 200]);
});

t.test('a withdrawn token that is taken over works again, whatever its former holder does', async (t) => {
  const { sam, owned, rotated } = await managerWithTokens();
  await suspend(sam.urn);
  t.match((await takeOver(chief, sam.urn, [toId(owned)])).body, { data: { takeOverAccessTokens: 1 } });
  t.strictSame(await Promise.all([owned, rotated].map(status)), [200, 401], 'the other one is as it was');
  const { ownerUrn } = await readRecord(owned);
  t.equal(ownerUrn, chief.urn);
});

t.test('a token stays withdrawn while another of its holders is suspended', async (t) => {
  const { sam, owned } = await managerWithTokens();
  const tom = await newUser('tom', 'MANAGE_ACCESS_TOKENS');
  const text = await rotated(tom, owned);
  await suspend(sam.urn);
  await suspend(tom.urn);
  await takeOver(chief, sam.urn);
  t.equal(await status(text), 401);
  await takeOver(chief, tom.urn);
  t.equal(await status(text), 200);
});

t.test('each token has its audit event', async (t) => {
  const { sam, bot, owned } = await managerWithTokens();
  await takeOver(chief, sam.urn, [toId(owned)]);
  const events = await db.query(
    `SELECT actor_urn AS by, acted_for AS "for", detail FROM audit_events
      WHERE subject = $1::text AND type = 'TakeOverAccessTokenEvent'`,
    [`urn:li:serviceAccessToken:${toId(owned)}`],
  );
  t.match(events, [
    { by: chief.urn, for: bot.urn, detail: { name: 'a token', from: sam.urn, ownerUrn: chief.urn } },
  ]);
});

t.test('refusals: all tokens are taken over, or none', async (t) => {
  const { sam, ann, owned, rotated: other } = await managerWithTokens();
  t.match(readError(await takeOver(ann, sam.urn)), forbidden(operation));
  t.match(readError(await takeOver(chief, 'x')), badRequest(operation, /fromUrn "x"/));
  t.match(readError(await takeOver(chief, chief.urn)), badRequest(operation, /is the caller/));
  const many = Array.from({ length: 1_001 }, () => toId(owned));
  t.match(readError(await takeOver(chief, sam.urn, many)), badRequest(operation, /at most 1000 are allowed/));
  const foreign = [toId(chief.token), toId(sam.token), 'x', 'x'.repeat(17)];
  for (const id of foreign)
    t.match(
      readError(await takeOver(chief, sam.urn, [toId(owned), id])),
      notFound(operation, /access token/),
      id,
    );
  const { body } = await createToken(chief, {
    actorUrn: chief.urn,
    scopes: ['MANAGE_ACCESS_TOKENS'],
  });
  const narrow = catalog.withHeaders({ authorization: `Bearer ${body.data.createAccessToken.accessToken}` });
  t.match(readError(await takeOver(narrow, sam.urn)), forbidden(operation), 'tokens that may do more');
  t.equal((await readRecord(owned)).ownerUrn, sam.urn);
  await suspend(sam.urn);
  t.strictSame(await Promise.all([owned, other].map(status)), [401, 401]);
  t.equal((await takeOver(chief, ann.urn)).body.data.takeOverAccessTokens, 0, 'who holds none of others');
  t.equal((await takeOver(chief, 'urn:li:corpuser:unknown')).body.data.takeOverAccessTokens, 0);
});

t.test('suspensions and takeovers at a time leave no token that works with a suspended holder', async (t) => {
  for (let round = 0; round < 3; round++) {
    const { sam, bot, owned } = await managerWithTokens();
    await Promise.all([suspend(sam.urn), takeOver(chief, sam.urn), createToken(sam, { actorUrn: bot.urn })]);
    const wrong = await db.query(
      `SELECT id FROM access_tokens WHERE owner_urn = $1::text AND actor_urn <> owner_urn AND withdrawn_at IS NULL
        UNION ALL SELECT id FROM access_tokens WHERE rotated_by = $1::text AND withdrawn_at IS NULL`,
      [sam.urn],
    );
    t.strictSame(
      wrong.filter((row) => (row as { id: string }).id !== toId(sam.token)),
      [],
    );
    t.equal(await status(owned), 200);
  }
});
