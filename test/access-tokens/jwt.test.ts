import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import t from 'tap';
import { jwtVerifier } from '../../src/access-tokens/jwt.js';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import { isJwt } from '../../src/access-tokens/trusted-issuer.js';

t.test('no access token has the form of a JSON Web Token', async (t) => {
  const { text } = newTokenText(new Uint8Array(12).fill(255), new Uint8Array(20).fill(255));
  t.notOk(isJwt(text));
  t.ok(isJwt('a.b.c'));
  for (const other of ['', 'a.b', 'a.b.', 'a.b.c.d', 'a.b.c.d.e', 'a. b.c', `a.${'b'.repeat(8_192)}.c`])
    t.notOk(isJwt(other), other.slice(0, 20));
});

t.test('the keys of an issuer can change: a new key is found, and the old one ends', async (t) => {
  const file = `${t.testdir({ keys: '' })}/keys`;
  const newKey = (kid: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
  };
  const [first, second] = [newKey('1'), newKey('2')];
  const publish = (...keys: { jwk: object }[]) =>
    writeFileSync(file, JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Date.now();
  const expiresAt = (Math.floor(now / 1_000) + 60) * 1_000;
  function jwt({ kid, privateKey }: typeof first, change: object = {}): string {
    const exp = expiresAt / 1_000;
    const body = `${part({ alg: 'ES256', kid })}.${part({ iss: 'i', aud: 'a', sub: 'ann', exp, ...change })}`;
    const signature = sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${body}.${signature.toString('base64url')}`;
  }
  const trusted = {
    ...{ issuer: 'i', audiences: ['a'], keys: { file }, algorithms: ['ES256'], userClaim: 'sub' },
    maxSeconds: 60,
  };
  const verify = jwtVerifier(trusted, () => now, 0);
  publish(first);
  t.same(await verify(jwt(first)), { urn: 'urn:li:corpuser:ann', expiresAt });
  await t.rejects(verify(jwt(second)), { message: 'Unauthorized', refusal: 'wrong_signature' });
  await t.rejects(verify('a.b.c'), { message: 'Unauthorized', refusal: 'malformed' });
  await t.rejects(verify(jwt(first, { exp: 1 })), { message: 'Unauthorized', refusal: 'expired' });
  await t.rejects(verify(jwt(first, { aud: 'b' })), { message: 'Unauthorized', refusal: 'wrong_claim' });
  const away = jwtVerifier({ ...trusted, keys: { file: `${file}-away` } }, () => now, 0);
  await t.rejects(away(jwt(first)), { message: 'Unauthorized', refusal: 'keys_unavailable' });
  const folder = jwtVerifier({ ...trusted, keys: { file: t.testdirName } }, () => now, 0);
  const refused = await folder(jwt(first)).catch((error: { detail: string }) => error.detail);
  t.match(refused, /the keys of the issuer cannot be read: .*it is a folder/);
  writeFileSync(file, Buffer.from(`\uFEFF${JSON.stringify({ keys: [first.jwk] })}`, 'utf16le'));
  const fromWindows = jwtVerifier(trusted, () => now, 0);
  t.same(await fromWindows(jwt(first)), { urn: 'urn:li:corpuser:ann', expiresAt });
  publish(second);
  t.same(await verify(jwt(second)), { urn: 'urn:li:corpuser:ann', expiresAt });
  await t.rejects(verify(jwt(first)), { message: 'Unauthorized' });
});
