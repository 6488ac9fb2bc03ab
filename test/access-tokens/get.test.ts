import t from 'tap';
import { testCatalog } from '../support/catalog.js';

const { db, user } = await testCatalog(t);
const getToken = (by: Awaited<ReturnType<typeof user>>) =>
  by.graphql('query ($input: GetAccessTokenInput!) { getAccessToken(input: $input) { accessToken } }', {
    input: { type: 'PERSONAL', actorUrn: by.urn, duration: 'ONE_HOUR', name: 'x' },
  });

t.test('getAccessToken names the operation that replaces it, and creates nothing', async (t) => {
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const count = async () => (await db.query('SELECT FROM access_tokens')).length;
  const before = await count();
  t.match(await getToken(ann), {
    status: 200,
    body: {
      data: { getAccessToken: null },
      errors: [{ message: /use the mutation createAccessToken/, extensions: { type: 'BAD_REQUEST' } }],
    },
  });
  t.equal(await count(), before);
});
