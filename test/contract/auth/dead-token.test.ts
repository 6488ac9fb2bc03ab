import t from 'tap';
import { argon2Runs } from '../../support/argon2-runs.js';
import { tagCatalog } from '../../support/metadata.js';
import { countStatements } from '../../support/statements.js';

const view = 'query ($urn: String!) { dataset(urn: $urn) { urn tags { tags { tag { urn } } } } }';
const add = 'mutation ($urn: String!) { addTag(input: {tagUrn: "urn:li:tag:pii", resourceUrn: $urn}) }';

t.test('a token that this process has verified, and whose user is suspended since', async (t) => {
  const catalog = await tagCatalog(t, { env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' } });
  const { app, db, editor, services } = catalog;
  await catalog.tags('pii');
  const urn = await catalog.dataset();
  const headers = { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' };
  const send = (payload: string) => app.inject({ method: 'POST', url: '/api/graphql', headers, payload });
  const ask = (query: string) => send(JSON.stringify({ query, variables: { urn } }));
  const setState = (state: 'ACTIVE' | 'SUSPENDED') =>
    db.prisma.user.update({ where: { urn: editor.urn }, data: { state } });

  t.equal((await ask(view)).json().data.dataset.urn, urn, 'the token works first');
  await services.flush();
  await setState('SUSPENDED');

  t.test('401: every request gets the same answer', async (t) => {
    const requests = {
      'a read': () => ask(view),
      'a change': () => ask(add),
      'a read that takes a privilege': () => ask('{ listAccessTokens(input: {}) { total } }'),
      'an unknown field': () => ask('{ nothing }'),
      'a wrong argument': () => ask('{ dataset(urn: "junk") { urn } }'),
      'a document that cannot be parsed': () => ask('{'),
      'a body without a document': () => send('{}'),
      'a body that is not JSON': () => send('{'),
      'an empty body': () => send(''),
      'a body that is too large': () => send(JSON.stringify({ query: ' '.repeat(2_000_000) })),
    };
    const bodies = new Set<string>();
    for (const [name, request] of Object.entries(requests)) {
      const response = await request();
      t.equal(response.statusCode, 401, name);
      t.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
      bodies.add(response.body);
    }
    t.equal(bodies.size, 1);
    await setState('ACTIVE');
    t.equal(await catalog.tagsOn(urn), null, 'and nothing was changed');
    await setState('SUSPENDED');
  });

  t.test('401: each refusal costs one statement and no argon2', async (t) => {
    await services.flush();
    const before = argon2Runs();
    const { statements } = await countStatements(async () => {
      for (let i = 0; i < 3; i += 1) t.equal((await ask(view)).statusCode, 401);
    });
    t.equal(statements, 3, 'the look-up of the token');
    t.equal(argon2Runs(), before);
  });

  t.test('403: an actor header that names another user, and nothing is changed', async (t) => {
    await setState('ACTIVE');
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
