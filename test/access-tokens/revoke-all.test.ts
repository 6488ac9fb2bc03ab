import t from 'tap';
import {
  badRequest,
  beyondScopes,
  createToken,
  forbidden,
  forOwn,
  listTokens,
  notFound,
  readError,
  revokeTokens,
  tokenCatalog,
} from './api.js';

const operation = 'revokeAccessTokens';

const { db, user, boss, ann, newUser, as, status, newToken } = await tokenCatalog(t);
const bob = await newUser('bob');
const guest = await user('guest');

t.test('200: all live tokens that act as the caller, also the calling one and of other owners', async (t) => {
  const [own, given] = [
    await newToken(ann, { actorUrn: ann.urn }),
    await newToken(boss, { actorUrn: ann.urn }),
  ];
  const expired = await newToken(ann, { actorUrn: ann.urn });
  await db.query('UPDATE access_tokens SET expires_at = 1 WHERE id = $1::text', [expired.split('_')[1]]);
  t.strictSame((await revokeTokens(ann, ann.urn)).body, {
    data: { revokeAccessTokens: 3 },
    extensions: {},
  });
  for (const text of [ann.token, own, given]) t.equal(await status(text), 401);
  t.equal(await status(bob.token), 200, 'those of others go on working');
  const filters = [{ field: 'actorUrn', value: ann.urn }];
  t.equal((await listTokens(boss, { filters })).body.data.listAccessTokens.total, 1, 'the expired one stays');
});

t.test('200: a token that the user owns and that acts as another goes on working', async (t) => {
  const other = await newToken(boss, { actorUrn: bob.urn });
  const chief = await user('chief', ['MANAGE_ACCESS_TOKENS']);
  const owned = await newToken(chief, { actorUrn: bob.urn });
  t.equal((await revokeTokens(boss, chief.urn)).body.data.revokeAccessTokens, 1);
  t.equal(await status(owned), 200);
  t.equal(await status(other), 200);
});

t.test('200: by a manager, of any user, active or not; 0 when there is none', async (t) => {
  const ann = await newUser('ann2');
  for (const state of ['SUSPENDED', 'REMOVED']) {
    await db.query('UPDATE users SET state = $2::"UserState" WHERE urn = $1::text', [ann.urn, state]);
    t.equal((await revokeTokens(boss, ann.urn)).body.data.revokeAccessTokens, state === 'SUSPENDED' ? 1 : 0);
  }
});

t.test('NOT_FOUND: an unknown user, for a manager', async (t) => {
  const unknown = 'urn:li:corpuser:nobody-knows';
  t.strictSame(
    readError(await revokeTokens(boss, unknown)),
    notFound(operation, `actorUrn "${unknown}" is not a known user`),
  );
});

t.test('BAD_REQUEST: a URN of another form, whoever asks', async (t) => {
  for (const caller of [boss, guest])
    t.match(
      readError(await revokeTokens(caller, 'bob')),
      badRequest(operation, 'actorUrn "bob" has the wrong form'),
    );
});

t.test('a token with scopes revokes all or none: none when one may do more than itself', async (t) => {
  const ann = await newUser('ann3');
  const scopes = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'WRITE'];
  const narrow = await newToken(ann, { actorUrn: ann.urn, scopes });
  const read = await newToken(ann, { actorUrn: ann.urn, scopes: ['READ', 'CREATE_TAGS'] });
  t.strictSame(readError(await revokeTokens(as(narrow), ann.urn)), forbidden(operation));
  for (const text of [ann.token, narrow, read]) t.equal(await status(text), 200);
  await db.query('UPDATE access_tokens SET revoked_at = 1 WHERE id = $1::text', [ann.token.split('_')[1]]);
  t.equal((await revokeTokens(as(narrow), ann.urn)).body.data.revokeAccessTokens, 2);
  t.strictSame(
    readError(
      await revokeTokens(as(await newToken(boss, { actorUrn: ann.urn, scopes: ['WRITE'] })), ann.urn),
    ),
    beyondScopes(operation, forOwn),
  );
});

t.test('what is created or rotated at the same time is revoked too, or not created', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const ann = await newUser(`racer${round}`);
    const creations = Array.from({ length: 5 }, () => createToken(ann, { actorUrn: ann.urn }));
    const [revoked, ...created] = await Promise.all([revokeTokens(boss, ann.urn), ...creations]);
    t.ok(revoked.body.data.revokeAccessTokens >= 1);
    for (const { body } of created) {
      const text = body.data?.createAccessToken?.accessToken;
      if (text) t.equal(await status(text), 401);
    }
  }
});

t.test('each revoked token has its audit event', async (t) => {
  const ann = await newUser('ann4');
  await newToken(ann, { actorUrn: ann.urn });
  await revokeTokens(boss, ann.urn);
  const events = await db.query(
    `SELECT actor_urn, acted_for FROM audit_events WHERE type = 'RevokeAccessTokenEvent' AND acted_for = $1::text`,
    [ann.urn],
  );
  t.strictSame(events, Array(2).fill({ actor_urn: boss.urn, acted_for: ann.urn }));
});
