import t, { type Test } from 'tap';
import { testCatalog } from '../support/catalog.js';
import { badRequest, createToken, readError, revokeToken, toId } from './api.js';

const hour = 3_600_000;

/** Four live tokens per actor. The token of the fixture is one of them. */
async function open(t: Test) {
  let now = Date.UTC(2026, 4, 1);
  const catalog = await testCatalog(t, { env: { TOKENS_PER_ACTOR_MAX: '4' }, clock: () => now });
  const ann = await catalog.user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  return { ...catalog, ann, wait: (ms: number) => (now += ms) };
}

const tooMany = badRequest(
  'createAccessToken',
  'urn:li:corpuser:ann has 4 live access tokens, which is the limit; revoke one first',
);

t.test('BAD_REQUEST: more live tokens than TOKENS_PER_ACTOR_MAX; revoking one makes room', async (t) => {
  const { ann } = await open(t);
  const create = async () => createToken(ann, { actorUrn: ann.urn });
  const texts = [];
  for (let i = 0; i < 3; i += 1) texts.push((await create()).body.data.createAccessToken.accessToken);
  t.strictSame(readError(await create()), tooMany);
  t.equal(readError(await revokeToken(ann, toId(texts[0]!))), null);
  t.equal(readError(await create()), null);
  t.strictSame(readError(await create()), tooMany, 'room for one');
});

t.test('an expired token makes room', async (t) => {
  const { ann, wait, services } = await open(t);
  const issue = (duration: string) => services.tokens.issue({ actorUrn: ann.urn, name: duration, duration });
  await issue('ONE_HOUR');
  await issue('ONE_DAY');
  await issue('ONE_DAY');
  await t.rejects(issue('ONE_DAY'), { message: 'live access tokens' });
  wait(hour);
  await issue('ONE_DAY');
  await t.rejects(issue('ONE_DAY'), { message: 'live access tokens' }, 'one has expired');
});

t.test('the tokens of the actor count, whoever has created them, and no others', async (t) => {
  const { ann, user } = await open(t);
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
  for (let i = 0; i < 3; i += 1) t.equal(readError(await createToken(boss, { actorUrn: ann.urn })), null);
  t.strictSame(readError(await createToken(ann, { actorUrn: ann.urn })), tooMany);
  t.strictSame(
    readError(await createToken(boss, { actorUrn: ann.urn })),
    tooMany,
    'a manager has no more room',
  );
  t.equal(readError(await createToken(boss, { actorUrn: boss.urn })), null, 'the owner’s own count is apart');
});

t.test('concurrent creations never exceed the limit', async (t) => {
  const { ann, db } = await open(t);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => createToken(ann, { actorUrn: ann.urn })),
  );
  const refused = answers.filter((answer) => readError(answer) !== null);
  t.equal(answers.length - refused.length, 3);
  for (const answer of refused) t.strictSame(readError(answer), tooMany);
  t.equal(await db.prisma.accessToken.count({ where: { actorUrn: ann.urn, revokedAt: null } }), 4);
});
