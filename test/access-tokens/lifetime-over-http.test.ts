import t, { type Test } from 'tap';
import { testCatalog } from '../support/catalog.js';
import { warningsIn } from '../support/warnings.js';
import { badRequest, createToken, readError, toId } from './api.js';

const day = 86_400_000;
const operation = 'createAccessToken';

async function open(t: Test, env: Record<string, string> = {}) {
  const catalog = await testCatalog(t, { env });
  const ann = await catalog.user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const create = (input: object) => createToken(ann, { actorUrn: ann.urn, duration: undefined, ...input });
  async function lifetime(input: object) {
    const { createdAt, expiresAt } = (await create(input)).body.data.createAccessToken.metadata;
    return expiresAt - createdAt;
  }
  return { ...catalog, ann, create, lifetime };
}

t.test('a token lives for duration or durationIso, exactly one of them', async (t) => {
  const { create, lifetime } = await open(t);
  t.equal(await lifetime({ durationIso: 'P30D' }), 30 * day);
  t.equal(await lifetime({ durationIso: 'PT12H', duration: null }), day / 2);
  t.equal(await lifetime({ duration: 'ONE_WEEK', durationIso: null }), 7 * day);
  for (const [input, message] of [
    [{}, 'duration is missing; set it, or durationIso such as P30D'],
    [{ duration: null, durationIso: null }, 'duration is missing'],
    [
      { duration: 'ONE_DAY', durationIso: 'P1D' },
      'duration and durationIso are both set; set only one of them',
    ],
    [{ durationIso: 'P1Y' }, 'durationIso is "P1Y"; expected an ISO 8601 duration'],
    [{ durationIso: 'P366D' }, /31622400 s; at most 31536000 s are allowed \(ACCESS_TOKEN_MAX_DAYS/],
  ] as const)
    t.match(readError(await create(input)), badRequest(operation, message as string), JSON.stringify(input));
});

t.test('settings say how long a token may live', async (t) => {
  const env = { ACCESS_TOKEN_DURATIONS: 'ONE_HOUR, ONE_MONTH, ONE_YEAR', ACCESS_TOKEN_MAX_DAYS: '30' };
  const { create, lifetime } = await open(t, env);
  t.equal(await lifetime({ duration: 'ONE_MONTH' }), 30 * day);
  t.equal(await lifetime({ durationIso: 'P2D' }), 2 * day);
  const settings = '(ACCESS_TOKEN_DURATIONS, ACCESS_TOKEN_MAX_DAYS)';
  for (const duration of ['ONE_DAY', 'ONE_YEAR'])
    t.match(
      readError(await create({ duration })),
      badRequest(
        operation,
        `duration ${duration} is not allowed ${settings}; allowed are ONE_HOUR, ONE_MONTH`,
      ),
    );
});

t.test('an answer warns in the last fifth of the life of its token, and in its last 7 days', async (t) => {
  const { ann, create, withHeaders, db } = await open(t, { TRUSTED_ACTOR_PROXIES: '127.0.0.1' });
  const { accessToken } = (await create({ durationIso: 'PT1H' })).body.data.createAccessToken;
  const caller = withHeaders({ authorization: `Bearer ${accessToken}` });
  const ask = async (query = '{ __typename }') => {
    const answer = await caller.graphql(query);
    t.strictSame(answer.body.extensions, {}, query);
    return warningsIn(answer);
  };
  const live = (lifeMs: number | null, leftMs: number) =>
    db.query(
      'UPDATE access_tokens SET created_at = $2::bigint, expires_at = $3::bigint WHERE id = $1::text',
      [
        ...[toId(accessToken), Date.now() + leftMs - (lifeMs ?? 0)],
        lifeMs === null ? null : Date.now() + leftMs,
      ],
    );
  t.strictSame(await ask(), [], 'a new token for an hour');
  for (const [life, warnsFrom] of [
    [day / 24, day / 24 / 5],
    [day, day / 5],
    [35 * day, 7 * day],
    [365 * day, 7 * day],
  ] as const) {
    await live(life, warnsFrom + 60_000);
    t.strictSame(await ask(), [], `${life}`);
    await live(life, warnsFrom - 1);
    t.equal((await ask()).length, 1, `${life}`);
  }
  const pattern = new RegExp(
    `^The access token ${toId(accessToken)} ends at 20..-..-..T.*Z; use its replacement, or create one with rotateAccessToken$`,
  );
  for (const query of ['{ tag(urn: "no") { urn } }', 'mutation { deleteTag(urn: "urn:li:tag:x") }'])
    t.match(await ask(query), [pattern], query);
  const refused = await caller.graphql('{ no }');
  t.strictSame([refused.status, warningsIn(refused)], [400, []]);
  await live(null, day);
  t.strictSame(await ask(), [], 'a token without an end');
  const byHeader = await withHeaders({ 'x-service-actor': ann.urn }).graphql('{ __typename }');
  t.strictSame(warningsIn(byHeader), []);
});
