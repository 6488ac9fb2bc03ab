import { randomBytes } from 'node:crypto';
import t, { type Test } from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import { toId } from '../access-tokens/api.js';
import { testCatalog } from '../support/catalog.js';

const hour = 3_600_000;
const graphqlBody =
  '{"errors":[{"message":"Unauthorized to perform this action.","extensions":{"code":401,"type":"UNAUTHENTICATED"}}],"data":null,"extensions":{}}';
const restBody =
  '{"exceptionClass":"com.linkedin.restli.server.RestLiServiceException","message":"Unauthorized to perform this action.","status":401}';
const endpoints = {
  '/api/graphql': graphqlBody,
  '/operations?action=getIndexSizes': restBody,
  '/gms/operations?action=getIndexSizes': restBody,
  '/api/gms/operations?action=getIndexSizes': restBody,
};

/** A catalog with a token for each way to be invalid. */
async function open(t: Test) {
  let now = Date.UTC(2026, 4, 1);
  const env = { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' };
  const { app, db, services, user } = await testCatalog(t, { env, clock: () => now });
  const issue = async (id: string, duration = 'ONE_DAY') => {
    const actorUrn = (await user(id)).urn;
    return (await services.tokens.issue({ actorUrn, duration, name: id })).text;
  };
  const good = await issue('good');
  const expired = await issue('late', 'ONE_HOUR');
  const revoked = await issue('revoked');
  const suspended = await issue('suspended');
  const removed = await issue('removed');
  const setState = (id: string, state: 'SUSPENDED' | 'REMOVED') =>
    db.prisma.user.update({ where: { urn: `urn:li:corpuser:${id}` }, data: { state } });
  await db.prisma.storedAccessToken.update({
    where: { id: toId(revoked) },
    data: { revokedAt: BigInt(now) },
  });
  await setState('suspended', 'SUSPENDED');
  await setState('removed', 'REMOVED');
  now += hour;

  // A record that exists, with the hash of another text.
  const stranger = newTokenText(randomBytes(12), randomBytes(20));
  const { hash, ...record } = await db.prisma.accessToken.findUniqueOrThrow({
    where: { id: toId(good) },
    omit: { sortName: true },
  });
  await db.prisma.storedAccessToken.create({ data: { ...record, id: stranger.id, hash } });

  const ask = (url: string, headers: Record<string, string | string[]>) =>
    app.inject({ method: 'POST', url, headers, payload: { query: '{ __typename }' } });
  const texts = {
    unknown: newTokenText(randomBytes(12), randomBytes(20)).text,
    'with another secret': stranger.text,
    'with a wrong checksum': `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
    'cut short': good.slice(0, -1),
    'of a user’s own making': 'junk',
    expired,
    revoked,
    'of a suspended user': suspended,
    'of a removed user': removed,
  };
  return { good, texts, ask };
}

t.test('401', async (t) => {
  const { good, texts, ask } = await open(t);
  const failures: Record<string, Record<string, string | string[]>> = {
    'no credentials': {},
    'another scheme': { authorization: `Basic ${good}` },
    'a token without a scheme': { authorization: good },
    'a scheme without a token': { authorization: 'Bearer' },
    'an empty header': { authorization: '' },
    'a token in quotes': { authorization: `Bearer "${good}"` },
    'a token and more': { authorization: `Bearer ${good}, Bearer ${good}` },
    'two headers': { authorization: [`Bearer ${good}`, `Bearer ${good}`] },
    'an actor that nobody vouches for': { 'x-service-actor': 'urn:li:corpuser:good' },
    'a cookie': { cookie: `token=${good}` },
  };
  for (const [name, text] of Object.entries(texts)) {
    failures[`a token ${name}`] = { authorization: `Bearer ${text}` };
  }

  for (const [url, expected] of Object.entries(endpoints)) {
    t.test(`${url}: one answer, to the byte, for every failure`, async (t) => {
      for (const [name, headers] of Object.entries(failures)) {
        const { statusCode, body, headers: answered } = await ask(url, headers);
        t.equal(statusCode, 401, name);
        t.equal(body, expected, name);
        t.equal(answered['www-authenticate'], 'Bearer error="invalid_token"', name);
        t.match(answered['content-type'], /^application\/json/, name);
        t.equal(answered['x-restli-error-response'], expected === restBody ? 'true' : undefined, name);
      }
    });
  }

  t.test('one set of headers for every failure', async (t) => {
    const readHeaders = async (headers: Record<string, string | string[]>) => {
      const { date, 'x-request-id': id, ...rest } = (await ask('/api/graphql', headers)).headers;
      return rest;
    };
    const expected = await readHeaders({});
    for (const [name, headers] of Object.entries(failures))
      t.strictSame(await readHeaders(headers), expected, name);
  });

  t.test('before the body and the action are looked at', async (t) => {
    t.equal((await ask('/gms/operations?action=nothing', {})).statusCode, 401);
    t.equal((await ask('/api/graphql', { 'content-type': 'text/plain' })).statusCode, 401);
    t.equal((await ask('/api/graphql', { 'content-type': 'application/xml' })).statusCode, 401);
  });

  t.test('before the path and the method', async (t) => {
    const paths = {
      404: ['/nope', '/gms/nope', '/api/graphql/x', '/openapi/v9/x', '/consol', '/Config', '/console%2Fx'],
      405: [
        '/metrics',
        '/entities/x/y',
        '/aspects/x',
        '/entitiesV2/x',
        '/openapi/v1/events/poll',
        '/api/gms/entitiesV2',
      ],
    };
    for (const [status, urls] of Object.entries(paths)) {
      for (const url of urls) {
        for (const name of [
          'no credentials',
          'two headers',
          'an actor that nobody vouches for',
          'a token expired',
        ]) {
          const answer = await ask(url, failures[name]!);
          t.equal(answer.statusCode, 401, `${url}: ${name}`);
          t.match(answer.json(), { message: 'Unauthorized to perform this action.' });
          t.equal(answer.headers.allow, undefined);
          t.equal(answer.headers['not-found-reason'], undefined);
        }
        t.equal((await ask(url, { authorization: `Bearer ${good}` })).statusCode, Number(status), url);
      }
    }
    const forged = { authorization: `Bearer ${good}`, 'x-service-actor': 'urn:li:corpuser:late' };
    t.equal((await ask('/nope', forged)).statusCode, 403, 'as on every path');
  });

  t.test('but not below the paths that need no credentials', async (t) => {
    for (const url of [
      '/config',
      '/gms/config/',
      '//health',
      '/health/live',
      '/docs',
      '/console/x',
      '/openapi.json',
    ])
      t.equal((await ask(url, {})).statusCode, 405, url);
    for (const url of ['/config/x', '/api/gms/health/x', '/docs/x', '/assets/x/y', '/about/x'])
      t.equal((await ask(url, { authorization: 'Bearer junk' })).statusCode, 404, url);
  });

  t.test('200: a valid token, with the scheme in any case, on every endpoint but by privilege', async (t) => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
      const authorization = `${scheme} ${good}`;
      t.equal((await ask('/api/graphql', { authorization })).statusCode, 200, scheme);
      t.equal((await ask('/gms/operations?action=getIndexSizes', { authorization })).statusCode, 403, scheme);
    }
  });
});

t.test('the routes that need no credentials', async (t) => {
  const { anonymous } = await testCatalog(t);
  for (const url of [
    '/health',
    '/gms/health/',
    '/health/live',
    '/health/ready',
    '/config',
    '/api/gms/config',
  ]) {
    t.equal((await anonymous.get(url)).status, 200, `200: ${url}`);
  }
});
