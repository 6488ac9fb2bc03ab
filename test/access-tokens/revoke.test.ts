import t from 'tap';
import {
  forbidden,
  forOthers,
  listTokens,
  notFound,
  readError,
  revokeToken,
  toId,
  tokenCatalog,
} from './api.js';

const operation = 'revokeAccessToken';

const { db, user, boss, ann, newUser, status, newToken } = await tokenCatalog(t);
const bob = await newUser('bob');
const guest = await user('guest');

t.test('200: true, and the token is refused from the next request on', async (t) => {
  const text = await newToken(ann);
  t.equal(await status(text), 200);
  const { status: revoked, body } = await revokeToken(ann, toId(text));
  t.equal(revoked, 200);
  t.strictSame(body, { data: { revokeAccessToken: true }, extensions: {} });
  t.equal(await status(text), 401);
  t.equal(await status(ann.token), 200, 'the user’s other tokens go on working');
});

t.test('200: by its actor, when another user has created it', async (t) => {
  const text = await newToken(boss, { actorUrn: ann.urn });
  t.equal((await revokeToken(ann, toId(text))).body.data.revokeAccessToken, true);
});

t.test('200: by its owner, when it acts as another user', async (t) => {
  const chief = await user('chief', ['MANAGE_ACCESS_TOKENS']);
  const text = await newToken(chief, { actorUrn: ann.urn });
  await db.query(
    `UPDATE policies SET privileges = '{GENERATE_PERSONAL_ACCESS_TOKENS}' WHERE id = 'chief-platform'`,
  );
  t.equal((await revokeToken(chief, toId(text))).body.data.revokeAccessToken, true);
});

t.test('of several who revoke one token at once, one succeeds and others hear that it went', async (t) => {
  const id = toId(await newToken(ann));
  const answers = await Promise.all(Array.from({ length: 5 }, () => revokeToken(boss, id)));
  const refused = answers.map(readError).filter(Boolean);
  t.equal(refused.length, 4);
  for (const error of refused) t.match(error, notFound(operation, `There is no access token "${id}"`));
});

const revoked = toId(await newToken(ann));
await revokeToken(boss, revoked);
const nothing: Record<string, string> = {
  'a revoked token': revoked,
  'an unknown id': 'unknownunknown123',
  'no id at all': '',
  'the URN in place of the id': 'urn:li:serviceAccessToken:unknownunknown123',
  'an id with NUL': '\0',
  'an id with a lone surrogate': '\ud800',
  'an id without end': 'x'.repeat(100_000),
  'an id that looks like SQL': "' OR '1'='1",
};
for (const [name, id] of Object.entries(nothing)) {
  t.test(`NOT_FOUND for a manager, the ordinary refusal for others: ${name}`, async (t) => {
    t.match(readError(await revokeToken(boss, id)), notFound(operation, 'There is no access token "'));
    t.strictSame(readError(await revokeToken(ann, id)), forbidden(operation, forOthers));
    t.strictSame(readError(await revokeToken(guest, id)), forbidden(operation, forOthers));
  });
}

t.test('a rejected revocation changes nothing', async (t) => {
  // lastUsedAt is saved in the background.
  const list = async () => {
    const { data } = (await listTokens(boss, { count: 1_000 })).body;
    return data.listAccessTokens.tokens.map(({ lastUsedAt, ...token }: { lastUsedAt: unknown }) => token);
  };
  const before = await list();
  await revokeToken(bob, toId(boss.token));
  await revokeToken(guest, toId(boss.token));
  t.strictSame(await list(), before);
});
