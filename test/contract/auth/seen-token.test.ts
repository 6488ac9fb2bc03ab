import t from 'tap';
import { argon2Runs } from '../../support/argon2-runs.js';
import { tagCatalog } from '../../support/metadata.js';
import { statementsOf } from '../../support/statements.js';

// Whoever this process has seen before is read for while their token is looked up. That must show in nothing but time.

const view = 'query ($urn: String!) { dataset(urn: $urn) { urn tags { tags { tag { urn } } } } }';
const add = 'mutation ($urn: String!) { addTag(input: {tagUrn: "urn:li:tag:pii", resourceUrn: $urn}) }';

t.test('a token that was seen, and has died since', async (t) => {
  const catalog = await tagCatalog(t, { env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' } });
  const { app, db, editor, services } = catalog;
  await catalog.tags('pii');
  const urn = await catalog.dataset();
  const headers = { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' };
  const send = (payload: string) => app.inject({ method: 'POST', url: '/api/graphql', headers, payload });
  const ask = (query: string) => send(JSON.stringify({ query, variables: { urn } }));
  const setState = (state: 'ACTIVE' | 'SUSPENDED') =>
    db.prisma.user.update({ where: { urn: editor.urn }, data: { state } });

  async function works() {
    await setState('ACTIVE');
    const response = await ask(view);
    if (response.json().data?.dataset.urn !== urn) throw new Error(response.body);
    await services.flush();
  }
  async function dies() {
    await works();
    await setState('SUSPENDED');
  }

  t.test('401: whatever it asks, with one answer', async (t) => {
    const requests = {
      'a read': () => ask(view),
      'a change': () => ask(add),
      'a read for which it takes rights': () => ask('{ listAccessTokens(input: {}) { total } }'),
      'an unknown field': () => ask('{ nothing }'),
      'a wrong argument': () => ask('{ dataset(urn: "junk") { urn } }'),
      'a document that can not be parsed': () => ask('{'),
      'no document': () => send('{}'),
      'a body that is no JSON': () => send('{'),
      'no body': () => send(''),
      'a body that is too large': () => send(JSON.stringify({ query: ' '.repeat(2_000_000) })),
    };
    const bodies = new Set<string>();
    for (const [name, request] of Object.entries(requests)) {
      await dies();
      const response = await request();
      t.equal(response.statusCode, 401, name);
      t.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
      bodies.add(response.body);
    }
    t.equal(bodies.size, 1);
    await works();
    t.equal(await catalog.tagsOn(urn), null, 'and nothing was changed');
  });

  t.test('it gets ahead once, and costs no argon2', async (t) => {
    await dies();
    const before = argon2Runs();
    const { statements } = await statementsOf(async () => {
      for (let i = 0; i < 3; i += 1) t.equal((await ask(view)).statusCode, 401);
    });
    t.equal(statements, 2 + 1 + 1, 'each looks up the token, the first one the dataset too');
    t.equal(argon2Runs(), before);
  });

  t.test('403: an actor header that names another, with no answer beside it', async (t) => {
    await works();
    const response = await app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { ...headers, 'x-datahub-actor': 'urn:li:corpuser:other' },
      payload: JSON.stringify({ query: add, variables: { urn } }),
    });
    t.match(response.json(), { data: null, errors: [{ extensions: { code: 403 } }] });
    t.equal(await catalog.tagsOn(urn), null);
  });
});
