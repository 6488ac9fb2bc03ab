import t from 'tap';
import { testCatalog } from '../../support/catalog.js';
import { savePolicy } from '../../support/save-policy.js';
import {
  createToken,
  forbidden,
  forOthers,
  listTokens,
  notFound,
  readError,
  revokeToken,
  toId,
} from './api.js';

const operation = 'revokeAccessToken';

t.test('revokeAccessToken', async (t) => {
  const catalog = await testCatalog(t);
  const { db, user, withHeaders } = catalog;
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const bob = await user('bob', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const guest = await user('guest');
  const status = async (text: string) =>
    (await withHeaders({ authorization: `Bearer ${text}` }).graphql('{ __typename }')).status;

  async function newToken(creator = ann, actor = creator) {
    const { body } = await createToken(creator, { actorUrn: actor.urn });
    return body.data.createAccessToken.accessToken as string;
  }

  t.test('200: true, and the token is refused from the next request on', async (t) => {
    const text = await newToken();
    t.equal(await status(text), 200);
    const { status: revoked, body } = await revokeToken(ann, toId(text));
    t.equal(revoked, 200);
    t.strictSame(body, { data: { revokeAccessToken: true }, extensions: {} });
    t.equal(await status(text), 401);
  });

  t.test('200: the user’s other tokens go on working', async (t) => {
    const [one, other] = [await newToken(), await newToken()];
    await revokeToken(ann, toId(one));
    t.equal(await status(other), 200);
    t.equal(await status(ann.token), 200);
  });

  t.test('200: by its actor, when another user has created it', async (t) => {
    const text = await newToken(boss, ann);
    t.equal((await revokeToken(ann, toId(text))).body.data.revokeAccessToken, true);
  });

  t.test('200: by its owner, when it acts as another user', async (t) => {
    const chief = await user('chief', ['MANAGE_ACCESS_TOKENS']);
    const text = await newToken(chief, ann);
    await savePolicy(db, {
      id: 'chief-platform',
      name: 'chief, not managing any more',
      type: 'PLATFORM',
      state: 'ACTIVE',
      privileges: ['GENERATE_PERSONAL_ACCESS_TOKENS'],
      actors: { allUsers: false, users: [chief.urn] },
      resources: { type: null, urns: [] },
    });
    t.equal((await revokeToken(chief, toId(text))).body.data.revokeAccessToken, true);
  });

  t.test('200: by a manager, any user’s token', async (t) => {
    const text = await newToken();
    t.equal((await revokeToken(boss, toId(text))).body.data.revokeAccessToken, true);
    t.equal(await status(text), 401);
  });

  t.test('200: the token of the request itself', async (t) => {
    const text = await newToken();
    const self = withHeaders({ authorization: `Bearer ${text}` });
    t.equal((await revokeToken(self, toId(text))).body.data.revokeAccessToken, true);
    t.equal((await revokeToken(self, toId(text))).status, 401);
  });

  t.test(
    'of several who revoke one token at once, one succeeds and the others hear that it is gone',
    async (t) => {
      const id = toId(await newToken());
      const answers = await Promise.all(Array.from({ length: 5 }, () => revokeToken(boss, id)));
      const refused = answers.map(readError).filter(Boolean);
      t.equal(refused.length, 4);
      for (const error of refused) t.match(error, notFound(operation, `There is no access token "${id}"`));
    },
  );

  const nothing: Record<string, string> = {
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

  t.test('NOT_FOUND: a manager who revokes twice', async (t) => {
    const id = toId(await newToken());
    await revokeToken(boss, id);
    t.strictSame(
      readError(await revokeToken(boss, id)),
      notFound(operation, `There is no access token "${id}"`),
    );
  });

  t.test('UNAUTHORIZED: without a privilege, also for the caller’s own tokens', async (t) => {
    t.strictSame(readError(await revokeToken(guest, toId(guest.token))), forbidden(operation, forOthers));
    t.equal(await status(guest.token), 200, 'and it was not revoked');
  });

  t.test('UNAUTHORIZED: the same bytes, whether the id is another’s, revoked or unknown', async (t) => {
    const revoked = toId(await newToken(bob));
    await revokeToken(bob, revoked);
    const answers = [
      await revokeToken(ann, toId(bob.token)),
      await revokeToken(ann, toId(boss.token)),
      await revokeToken(ann, revoked),
      await revokeToken(ann, 'unknownunknown123'),
    ];
    t.strictSame(readError(answers[0]!), forbidden(operation, forOthers));
    for (const { body } of answers) t.strictSame(body, answers[0]!.body);
    t.equal(await status(bob.token), 200, 'and none was revoked');
    await revokeToken(ann, toId(ann.token));
    const own = await revokeToken(await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']), toId(ann.token));
    t.strictSame(own.body, answers[0]!.body, 'nor is one’s own told apart once it is revoked');
  });

  t.test('400: no id', async (t) => {
    const answer = await boss.graphql('mutation { revokeAccessToken }');
    t.match(readError(answer), { status: 400, classification: 'ValidationError', message: '"tokenId"' });
  });

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
});
