import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import { argon2Runs } from '../support/argon2-runs.js';
import { testCatalog } from '../support/catalog.js';

const issuer = 'https://issuer.example';
const audience = 'catalog';
const ann = 'urn:li:corpuser:ann';

const newKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } };
};
type Key = ReturnType<typeof newKey>;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The time of all catalogs, so that no pause after a failure ends while a test runs. */
const now = Date.now();
const seconds = () => Math.floor(now / 1_000);
const claims = (change: object = {}) => ({
  ...{ iss: issuer, aud: audience, sub: 'ann', iat: seconds(), exp: seconds() + 600 },
  ...change,
});

/** Returns a JSON Web Token. Undefined claims are left out. */
function jwt({ kid, privateKey }: Pick<Key, 'kid' | 'privateKey'>, payload: object = claims()): string {
  const body = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(payload)}`;
  return `${body}.${sign('sha256', Buffer.from(body), privateKey as KeyObject).toString('base64url')}`;
}

/** Serves keys, and counts how often they are read. */
async function serveKeys(t: Test, body: () => string, status = () => 200) {
  const counted = { reads: 0, url: '' };
  const server = createServer((_, response) => {
    counted.reads += 1;
    response.writeHead(status(), { 'content-type': 'application/json', location: '/other' }).end(body());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  counted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  return counted;
}

const settings = (more: Record<string, string>) => ({
  ...{ EXTERNAL_ISSUER: issuer, EXTERNAL_AUDIENCE: audience, FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' },
  ...more,
});

async function open(t: Test, env: Record<string, string>) {
  const log: string[] = [];
  const logger = pino({ level: 'trace', ...safeLines }, { write: (line: string) => void log.push(line) });
  const catalog = await testCatalog(t, {
    env: settings(env),
    clock: () => now,
    logger: logger as FastifyBaseLogger,
  });
  await catalog.user('ann', ['CREATE_TAGS']);
  await catalog.db.query(
    `INSERT INTO users (urn, created_at) VALUES ('urn:li:corpuser:__datahub_system', 0)`,
  );
  const as = (text: string, more: Record<string, string> = {}) =>
    catalog.withHeaders({ authorization: `Bearer ${text}`, ...more });
  const ask = (text: string, more?: Record<string, string>) => as(text, more).graphql('{ __typename }');
  return { ...catalog, log, as, ask };
}

const refusal = {
  errors: [
    {
      message: 'Unauthorized to perform this action.',
      extensions: { code: 401, type: 'UNAUTHENTICATED' },
    },
  ],
  data: null,
  extensions: {},
};

t.test('a trusted issuer’s token is a caller with the rights of its user', async (t) => {
  const key = newKey('one');
  const keys = await serveKeys(t, () => JSON.stringify({ keys: [key.jwk] }));
  const { as, ask, log, db } = await open(t, {
    EXTERNAL_JWKS_URL: keys.url,
    TRUSTED_ACTOR_PROXIES: '127.0.0.1',
  });
  const runs = argon2Runs();
  const good = jwt(key);

  t.strictSame((await ask(good)).body, { data: { __typename: 'Query' }, extensions: {} });
  t.equal((await ask(jwt(key, claims({ aud: ['other', audience] })))).status, 200);
  t.notOk((await as(good).graphql('mutation { createTag(input: {id: "a", name: "A"}) }')).body.errors);
  t.equal(
    (await as(good).graphql('mutation { deleteTag(urn: "urn:li:tag:a") }')).body.errors[0].extensions.code,
    403,
  );
  t.equal(keys.reads, 1, 'the keys are read once');

  t.test('the actor header must name the same user', async (t) => {
    t.equal((await ask(good, { 'x-service-actor': ann })).status, 200);
    t.equal((await ask(good, { 'x-service-actor': 'urn:li:corpuser:bob' })).status, 403);
  });

  const bare = (header: object, payload = claims()) => `${part(header)}.${part(payload)}`;
  const withPublicKey = bare({ alg: 'HS256', kid: 'one' });
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
  const hmac = createHmac('sha256', pem).update(withPublicKey).digest('base64url');
  const md5 = bare({ alg: 'RS1', kid: 'one' });
  const refused: Record<string, [text: string, reason: RegExp]> = {
    'no signature': [`${bare({ alg: 'none' })}.`, /malformed token/],
    'alg none, with a signature': [`${bare({ alg: 'none', kid: 'one' })}.AAAA`, /ERR_JOSE_ALG_NOT_ALLOWED/],
    'HS256 with the public key': [`${withPublicKey}.${hmac}`, /ERR_JOSE_ALG_NOT_ALLOWED/],
    'another algorithm': [
      `${md5}.${createSign('sha1').update(md5).sign(key.privateKey).toString('base64url')}`,
      /ERR_JOSE_ALG_NOT_ALLOWED/,
    ],
    'another audience': [jwt(key, claims({ aud: 'other' })), /claim aud/],
    'no audience': [jwt(key, claims({ aud: undefined })), /claim aud/],
    'another issuer': [jwt(key, claims({ iss: 'https://evil.example' })), /claim iss/],
    'no issuer': [jwt(key, claims({ iss: undefined })), /claim iss/],
    expired: [jwt(key, claims({ exp: seconds() - 1 })), /ERR_JWT_EXPIRED/],
    'no expiry': [jwt(key, claims({ exp: undefined })), /claim exp/],
    'an expiry that is no number': [jwt(key, claims({ exp: 'never' })), /claim exp/],
    'not valid yet': [jwt(key, claims({ nbf: seconds() + 60 })), /claim nbf/],
    'too long a life': [jwt(key, claims({ exp: seconds() + 90_000 })), /lives for more than 86400 s/],
    'too long a life, issued in the future': [
      jwt(key, claims({ iat: seconds() + 80_000, exp: seconds() + 90_000 })),
      /lives for more than/,
    ],
    'no user': [jwt(key, claims({ sub: undefined })), /no claim sub/],
    'a user that is no text': [jwt(key, claims({ sub: ['ann'] })), /no claim sub/],
    'a user that no text can name': [jwt(key, claims({ sub: 'a\0' })), /no claim sub/],
    'an unknown user': [jwt(key, claims({ sub: 'nobody' })), /user urn:li:corpuser:nobody: unknown/],
    'the name of the service itself': [jwt(key, claims({ sub: '__datahub_system' })), /reserved/],
    'a user by URN': [jwt(key, claims({ sub: ann })), /unknown/],
    'a changed payload': [
      `${good.split('.')[0]}.${part(claims({ sub: 'admin' }))}.${good.split('.')[2]}`,
      /SIGNATURE_VERIFICATION_FAILED/,
    ],
    'another key': [jwt(newKey('one')), /SIGNATURE_VERIFICATION_FAILED/],
    'an unknown key': [jwt(newKey('two')), /NO_MATCHING_KEY/],
    'no JSON': ['a.b.c', /external token: \w+$/],
    'too long': [jwt(key, claims({ more: 'x'.repeat(8_192) })), /malformed token/],
    encrypted: ['a.b.c.d.e', /malformed token/],
  };
  for (const [name, [text, reason]] of Object.entries(refused)) {
    t.test(`401: ${name}`, async (t) => {
      log.length = 0;
      const { status, body } = await ask(text);
      t.equal(status, 401);
      t.strictSame(body, refusal);
      const line = log.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'authentication refused');
      t.match(line.reason, reason);
      for (const secret of text.split('.').filter(({ length }) => length > 10))
        t.notMatch(log.join(''), secret);
    });
  }

  t.test('401: made-up names of keys cause no further reads', async (t) => {
    const { reads } = keys;
    for (let i = 0; i < 20; i += 1) await ask(jwt({ kid: `made up ${i}`, privateKey: key.privateKey }));
    t.ok(keys.reads - reads <= 1, `${keys.reads - reads} reads`);
  });

  t.test('401: a suspended user, from the next request on', async (t) => {
    await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1::text`, [ann]);
    t.equal((await ask(good)).status, 401);
    await db.query(`UPDATE users SET state = 'ACTIVE' WHERE urn = $1::text`, [ann]);
    t.equal((await ask(good)).status, 200);
  });

  t.equal(argon2Runs(), runs, 'no such token reaches argon2');
});

t.test('EXTERNAL_TOKENS_CAP: what a caller with a JSON Web Token makes ends with the token', async (t) => {
  const key = newKey('one');
  const file = `${t.testdir()}/keys.json`;
  writeFileSync(file, JSON.stringify({ keys: [key.jwk] }));
  const exp = seconds() + 600;
  const make = (duration = 'ONE_DAY') =>
    `mutation { createAccessToken(input: {type: PERSONAL, actorUrn: "${ann}", duration: ${duration}, name: "x"}) {
       accessToken metadata { id expiresAt } } }`;
  for (const capped of [true, false]) {
    const { as, user, db } = await open(t, {
      EXTERNAL_JWKS_FILE: file,
      EXTERNAL_TOKENS_CAP: String(capped),
      ACCESS_TOKEN_ALLOW_NO_EXPIRY: 'true',
    });
    const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
    await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
    const issued = async (answer: Promise<{ body: { data: object; errors?: unknown } }>) => {
      const { body } = await answer;
      t.notOk(body.errors);
      const [{ accessToken: text, metadata }] = Object.values(body.data);
      return { text, ...metadata } as { text: string; id: string; expiresAt: number | null };
    };
    const rotate = (id: string) =>
      `mutation { rotateAccessToken(tokenId: "${id}") { accessToken metadata { id expiresAt } } }`;
    const external = jwt(key, claims({ exp }));
    const isCapped = ({ expiresAt }: { expiresAt: number | null }) => expiresAt === exp * 1_000;
    const first = await issued(as(external).graphql(make()));
    const forever = await issued(as(external).graphql(make('NO_EXPIRY')));
    const second = await issued(as(first.text).graphql(make()));
    const third = await issued(as(second.text).graphql(make('NO_EXPIRY')));
    for (const one of [first, forever, second, third]) t.equal(isCapped(one), capped);
    const own = await issued(boss.graphql(make()));
    t.notOk(isCapped(own), 'a caller with an access token of its own');
    const rotated = await issued(as(external).graphql(rotate(own.id)));
    t.equal(isCapped(rotated), capped, 'a rotation makes a token');
    await db.query('UPDATE access_tokens SET created_at = created_at - 3600000 WHERE id = $1::text', [
      third.id,
    ]);
    if (capped)
      t.ok(isCapped(await issued(boss.graphql(rotate(third.id)))), 'whoever rotates what is capped');
    const short = await issued(as(jwt(key, claims({ exp: seconds() + 80_000 }))).graphql(make('ONE_HOUR')));
    t.ok(short.expiresAt! < now + 3_601_000, 'the end of a short token stays');
  }
});

t.test('keys from a file, another claim, other algorithms', async (t) => {
  const [first, second] = [newKey('1'), newKey('2')];
  const folder = t.testdir();
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/keys.json`;
  writeFileSync(file, JSON.stringify({ keys: [first.jwk] }));
  const { ask } = await open(t, {
    EXTERNAL_JWKS_FILE: file,
    EXTERNAL_USER_CLAIM: 'email',
    EXTERNAL_TOKEN_MAX_SECONDS: '600',
  });
  const payload = () => claims({ sub: 'x', email: 'ann' });
  t.equal((await ask(jwt(first, payload()))).status, 200);
  t.equal((await ask(jwt(first))).status, 401, 'the claim sub does not count');
  t.equal((await ask(jwt(second, payload()))).status, 401);
  t.equal((await ask(jwt(first, claims({ email: 'ann', exp: seconds() + 700 })))).status, 401);

  const strict = await open(t, { EXTERNAL_JWKS_FILE: file, EXTERNAL_ALGORITHMS: 'ES256' });
  t.equal((await strict.ask(jwt(first))).status, 401, 'RS256 is not in the list');
});

t.test('401 while the keys cannot be read', async (t) => {
  const key = newKey('one');
  let [body, status] = ['{', 200];
  const keys = await serveKeys(
    t,
    () => body,
    () => status,
  );
  const { ask, log } = await open(t, { EXTERNAL_JWKS_URL: keys.url });
  for (const _ of [1, 2, 3]) t.strictSame((await ask(jwt(key))).body, refusal);
  body = `{"keys": [], "x": "${'x'.repeat(300_000)}"}`;
  const large = await open(t, { EXTERNAL_JWKS_URL: keys.url });
  t.equal((await large.ask(jwt(key))).status, 401);
  t.match(large.log.join(''), /the issuer's keys take more than 262144 bytes/);
  for (const wrong of [302, 500]) {
    status = wrong;
    const other = await open(t, { EXTERNAL_JWKS_URL: keys.url });
    const { reads } = keys;
    for (const _ of [1, 2, 3, 4]) t.equal((await other.ask(jwt(key))).status, 401);
    t.equal(keys.reads - reads, 1, 'a failure is not repeated at once');
  }
  t.ok(log.length > 0);
});

t.test('no issuer is trusted by default', async (t) => {
  const { withHeaders } = await testCatalog(t);
  const { status } = await withHeaders({ authorization: `Bearer ${jwt(newKey('one'))}` }).graphql(
    '{ __typename }',
  );
  t.equal(status, 401);
});
