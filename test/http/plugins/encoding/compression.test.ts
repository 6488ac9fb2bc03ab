import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { getIntrospectionQuery } from 'graphql';
import t from 'tap';
import { compression } from '../../../../src/http/plugins/encoding/compression.js';
import { responseTimeout } from '../../../../src/http/plugins/limits/response-timeout.js';
import { testCatalog } from '../../../support/catalog.js';

const { app, user } = await testCatalog(t);
const boss = await user('boss', ['MANAGE_ACCESS_TOKENS', 'MANAGE_TAGS']);

const ask = (query: string, encoding?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/graphql',
    payload: { query },
    headers: {
      authorization: `Bearer ${boss.token}`,
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    },
  });
const introspection = getIntrospectionQuery();
const long = 'x'.repeat(9_000);

t.test('a large answer is compressed for a client that accepts gzip', async (t) => {
  const plain = await ask(introspection);
  t.equal(plain.headers['content-encoding'], undefined);
  t.match(plain.headers.vary, 'Accept-Encoding');
  for (const encoding of ['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5', '*']) {
    const answer = await ask(introspection, encoding);
    t.equal(answer.headers['content-encoding'], 'gzip', encoding);
    t.equal(String(gunzipSync(answer.rawPayload)), plain.body);
    t.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
    t.ok(answer.rawPayload.length < plain.rawPayload.length / 4);
  }
  for (const encoding of ['identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '']) {
    const answer = await ask(introspection, encoding);
    t.equal(answer.headers['content-encoding'], undefined, encoding);
    t.equal(answer.body, plain.body);
  }
});

t.test('a small answer, and one to HEAD, is not', async (t) => {
  t.equal((await ask('{ __typename }', 'gzip')).headers['content-encoding'], undefined);
  const url = `/openapi.json`;
  const head = await app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'gzip' } });
  t.equal(head.headers['content-encoding'], undefined);
  const get = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  t.equal(get.headers['content-encoding'], 'gzip', 'REST is');
});

t.test('concurrent answers are the same, whether they are compressed or not', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } }),
    ),
  );
  const bodies = answers.map(({ headers, rawPayload }) =>
    String(headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload),
  );
  t.equal(new Set(bodies).size, 1);
});

t.test('no answer with the text of a token is compressed', async (t) => {
  const create = `createAccessToken(input: {type: PERSONAL, actorUrn: "${boss.urn}", duration: ONE_DAY,
    name: "n", description: "${long}"}) { accessToken metadata { id description } }`;
  const created = await ask(`mutation { ${create} }`, 'gzip');
  const { accessToken, metadata } = created.json().data.createAccessToken;
  const rotated = await ask(
    `mutation { rotateAccessToken(tokenId: "${metadata.id}", overlapSeconds: 60) { accessToken metadata { description } } }`,
    'gzip',
  );
  t.match(rotated.json().data.rotateAccessToken.accessToken, /^mcs_/);
  const described = await ask(`{ getAccessTokenMetadata(token: "${accessToken}") { description } }`, 'gzip');
  t.equal(described.json().data.getAccessTokenMetadata.description, long);
  for (const { headers, body } of [created, rotated, described]) {
    t.ok(body.length > 9_000);
    t.equal(headers['content-encoding'], undefined);
    t.equal(headers['cache-control'], 'no-store, no-transform');
  }
  await ask(`mutation { createTag(input: {id: "t", name: "T", description: "${long} ${accessToken}"}) }`);
  const tag = await ask('{ tag(urn: "urn:li:tag:t") { description } }', 'gzip');
  t.match(tag.body, accessToken);
  t.equal(tag.headers['content-encoding'], undefined, 'nor one that holds it as metadata');
});

t.test('the response timeout does not answer what is being compressed', async (t) => {
  const server = fastify();
  t.teardown(() => server.close());
  await server.register(responseTimeout, { timeoutMs: 50 });
  await server.register(compression);
  const large = Buffer.from(JSON.stringify(Array.from({ length: 2_000_000 }, (_, index) => Math.sin(index))));
  server.get('/', async () => large);
  const answer = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  t.equal(answer.statusCode, 200);
  t.equal(gunzipSync(answer.rawPayload).length, large.length);
});
