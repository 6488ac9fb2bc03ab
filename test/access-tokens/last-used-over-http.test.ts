import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { createToken, listTokens, toId } from './api.js';

const minute = 60_000;
const noon = Date.UTC(2026, 4, 1, 12);

let now = noon;
const { user, withHeaders, services } = await testCatalog(t, { clock: () => now });
const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
const { body } = await createToken(boss, { actorUrn: boss.urn });
const text: string = body.data.createAccessToken.accessToken;
const client = withHeaders({ authorization: `Bearer ${text}` });

async function lastUsedAt() {
  await services.flush();
  const list = await listTokens(boss, { filters: [{ field: 'id', value: toId(text) }] });
  return list.body.data.listAccessTokens.tokens[0].lastUsedAt;
}

t.test('null before the first use', async (t) => t.equal(await lastUsedAt(), null));

t.test('a request that is rejected before argon2 does not count as a use', async (t) => {
  const wrong = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;
  const { status } = await withHeaders({ authorization: `Bearer ${wrong}` }).graphql('{ __typename }');
  t.equal(status, 401);
  t.equal(await lastUsedAt(), null);
});

t.test('the time of the use', async (t) => {
  now = noon + 5 * minute;
  await client.graphql('{ __typename }');
  t.equal(await lastUsedAt(), noon + 5 * minute);
});

t.test('to the minute', async (t) => {
  now = noon + 6 * minute - 1;
  await client.graphql('{ __typename }');
  t.equal(await lastUsedAt(), noon + 5 * minute, 'within a minute it stays');
  now = noon + 6 * minute;
  await client.post('/gms/operations?action=getIndexSizes');
  t.equal(await lastUsedAt(), noon + 6 * minute, 'a refused operation was a use of the token all the same');
});
