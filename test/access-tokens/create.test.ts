import t, { type Test } from 'tap';
import { testCatalog } from '../support/catalog.js';
import { createToken, listTokens, readError } from './api.js';

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.UTC(2026, 4, 1, 12);

async function open(t: Test, env: Record<string, string> = {}) {
  let now = noon;
  const catalog = await testCatalog(t, { env, clock: () => now });
  const ann = await catalog.user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  return { ...catalog, ann, wait: (ms: number) => (now += ms) };
}

t.test('createAccessToken for oneself', async (t) => {
  const { ann } = await open(t);
  const created = async (input: object) =>
    (await createToken(ann, { actorUrn: ann.urn, ...input })).body.data.createAccessToken;

  t.test('200: the text, this once, and its record', async (t) => {
    const { status, body } = await createToken(ann, {
      actorUrn: ann.urn,
      name: 'nightly job',
      description: 'Runs the checks',
    });
    const { accessToken } = body.data.createAccessToken;
    t.equal(status, 200);
    t.match(accessToken, /^mcs_[0-9A-Za-z]{17}_[0-9A-Za-z]{33}$/, 'as the secret scanners know it');
    const id = accessToken.split('_')[1];
    const expected = {
      urn: `urn:li:serviceAccessToken:${id}`,
      type: 'ACCESS_TOKEN',
      id,
      name: 'nightly job',
      description: 'Runs the checks',
      actorUrn: ann.urn,
      ownerUrn: ann.urn,
      createdAt: noon,
      expiresAt: noon + hour,
      lastUsedAt: null,
      scopes: null,
    };
    t.strictSame(body, {
      data: { createAccessToken: { accessToken, metadata: expected } },
      extensions: {},
    });
  });

  for (const description of ['', ' ', ' \n\t ', null, undefined]) {
    t.test(`200: the description ${JSON.stringify(description)} stays null`, async (t) => {
      t.equal((await created({ description })).metadata.description, null);
    });
  }

  for (const name of ['x', 'x'.repeat(255), '𝒳'.repeat(255), ' Ünïcode, "quotes" & <tags> ']) {
    t.test(`200: the name ${name.slice(0, 10)}, ${[...name].length} characters, is kept`, async (t) => {
      t.equal((await created({ name })).metadata.name, name);
    });
  }

  t.test('200: names need not be unique, records and texts are', async (t) => {
    const [one, other] = [await created({ name: 'twin' }), await created({ name: 'twin' })];
    t.not(one.metadata.id, other.metadata.id);
    t.not(one.accessToken, other.accessToken);
  });
});

t.test('createAccessToken for others', async (t) => {
  const { user, withHeaders } = await open(t);
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
  const robot = await user('robot', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);

  t.test('200: a manager creates one that acts as another, with that one’s rights', async (t) => {
    const { body } = await createToken(boss, { actorUrn: robot.urn });
    const { accessToken, metadata } = body.data.createAccessToken;
    t.match(metadata, { actorUrn: robot.urn, ownerUrn: boss.urn });
    const bearer = withHeaders({ authorization: `Bearer ${accessToken}` });
    t.equal((await bearer.post('/gms/operations?action=getIndexSizes')).status, 200, 'may what robot may');
    t.equal(readError(await listTokens(bearer))?.code, 403, 'and nothing that the manager may');
  });
});

t.test('200: NO_EXPIRY where ACCESS_TOKEN_ALLOW_NO_EXPIRY allows it', async (t) => {
  const { ann, withHeaders, wait } = await open(t, { ACCESS_TOKEN_ALLOW_NO_EXPIRY: 'true' });
  const { body } = await createToken(ann, { actorUrn: ann.urn, duration: 'NO_EXPIRY' });
  const { accessToken, metadata } = body.data.createAccessToken;
  t.equal(metadata.expiresAt, null);
  wait(100 * 365 * day);
  const bearer = withHeaders({ authorization: `Bearer ${accessToken}` });
  t.equal((await bearer.graphql('{ __typename }')).status, 200, 'a hundred years later it still works');
});
