import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { jwtVerifier } from '../../src/access-tokens/jwt.js';
import { addressRules } from '../../src/webhooks/addresses.js';
import { newSecret, sign } from '../../src/webhooks/secrets.js';
import { send } from '../../src/webhooks/send.js';
import { serveSecurely, startProxy, trustAll } from '../support/proxy.js';
import { serve } from '../support/serve.js';

const name = 'hooks.example.org';
const secret = newSecret();
const body = '{"a":"é"}';

/** An endpoint behind a proxy, and a way to send a message through it. */
async function open(t: Test, answer: RequestListener, { refuse }: { refuse?: number } = {}) {
  const { port } = await serveSecurely(t, [name], answer);
  const proxy = await startProxy(t, port, refuse);
  const resolved: string[] = [];
  const sendTo = (url: string, networks: readonly string[] = [], through = 'a%40b:c%2Fd') => {
    const resolve = async (host: string) => {
      resolved.push(host);
      return ['127.0.0.1'];
    };
    const address = `http://${through}${through && '@'}${proxy.host}`;
    const deps = { rules: addressRules(networks), resolve, proxy: address };
    return send({ url, id: 'i', secrets: [secret], body, now: 5_000 }, deps, new AbortController().signal);
  };
  return { ...proxy, resolved, sendTo };
}

const refused = { status: null, error: /which is not public and not in WEBHOOK_ALLOWED_NETWORKS/ };

t.test('a message goes through the proxy, which resolves the name and sees nothing of it', async (t) => {
  const received: object[] = [];
  const { sendTo, connects, plain, resolved } = await open(t, async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(100_000));
  });
  const unknown = await sendTo(`https://${name}/hook?a=b`);
  t.match(unknown, {
    status: null,
    error: 'through the proxy: the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  });
  t.equal(received.length, 0, 'the certificate of the endpoint is verified');

  trustAll(t);
  t.strictSame(await sendTo(`https://${name}/hook?a=b`), {
    ...{ status: 503, error: 'answered with status 503', retryAfter: '7' },
  });
  const authorization = `Basic ${Buffer.from('a@b:c/d').toString('base64')}`;
  t.strictSame(connects, Array(2).fill({ to: `${name}:443`, authorization }));
  const headers = {
    ...{ host: name, 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` },
    ...{ 'webhook-id': 'i', 'webhook-timestamp': '5', 'webhook-signature': sign(secret, 'i', 5, body) },
    'user-agent': 'metadata-catalog-webhooks',
  };
  t.match(received, [{ method: 'POST', url: '/hook?a=b', headers, body }]);
  t.notOk('proxy-authorization' in (received[0] as { headers: object }).headers);
  t.strictSame([plain, resolved], [[], []]);
});

t.test('redirects are not followed, and a proxy needs no user', async (t) => {
  trustAll(t);
  const { sendTo, connects } = await open(t, (_, response) =>
    response.writeHead(307, { location: 'https://other.example/' }).end(),
  );
  t.match(await sendTo(`https://${name}:8443/`, [], ''), {
    status: 307,
    error: /redirects are not followed/,
  });
  t.strictSame(connects, [{ to: `${name}:8443`, authorization: undefined }]);
});

t.test('what the proxy refuses is no answer of the endpoint, and says nothing about the proxy', async (t) => {
  for (const status of [403, 407, 410, 502]) {
    const { sendTo, connects } = await open(t, () => t.fail('connected'), { refuse: status });
    t.strictSame(await sendTo(`https://${name}/`), {
      ...{ status: null, error: `the proxy answered with status ${status}`, retryAfter: null },
    });
    t.equal(connects.length, 1);
  }
  const away = { rules: addressRules([]), resolve: async () => [], proxy: 'http://user:hunter2@127.0.0.1:1' };
  const message = { url: `https://${name}/`, id: 'i', secrets: [secret], body, now: 0 };
  t.strictSame(await send(message, away, new AbortController().signal), {
    ...{ status: null, error: 'through the proxy: the connection was refused', retryAfter: null },
  });
  const stopped = AbortSignal.abort(new Error('stopped'));
  await t.rejects(send(message, away, stopped), { message: 'stopped' });
});

t.test('a proxy that does not answer holds no attempt that ends', async (t) => {
  const silent = createServer();
  const arrived = once(silent, 'connection');
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const deps = { rules: addressRules([]), resolve: async () => [], proxy: `http://127.0.0.1:${port}` };
  const stopping = new AbortController();
  const sent = send(
    { url: `https://${name}/`, id: 'i', secrets: [secret], body, now: 0 },
    deps,
    stopping.signal,
  );
  const [socket] = await arrived;
  stopping.abort(new Error('stopped'));
  await t.rejects(sent, { message: 'stopped' });
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  silent.close();
});

t.test('addresses in URLs are checked here, and listed ones are reached directly', async (t) => {
  trustAll(t);
  const { sendTo, connects, resolved } = await open(t, (_, response) => response.writeHead(204).end());
  for (const url of ['https://127.0.0.1/', 'https://10.1.2.3/', 'https://[::1]/', 'https://169.254.169.254/'])
    t.match(await sendTo(url), refused, url);
  for (const url of ['https://localhost/', 'https://a.localhost/', 'https://localhost./'])
    t.match(await sendTo(url), refused, url);
  t.equal(connects.length, 0);
  t.match(await sendTo('https://8.8.8.8/'), { status: 204 });
  t.match(await sendTo('https://[2606:4700::1111]:8443/'), { status: 204 });
  t.strictSame(
    connects.map(({ to }) => to),
    ['8.8.8.8:443', '[2606:4700::1111]:8443'],
  );

  const direct = await serve(t, (_, response) => response.writeHead(200).end());
  const { port } = await serveSecurely(t, [name], (_, response) => response.writeHead(202).end());
  const listed = ['127.0.0.0/8'];
  t.match(await sendTo(direct.url, listed), { status: 200 });
  t.match(await sendTo(direct.url.replace('127.0.0.1', name), listed), { status: 200 }, 'over http');
  t.match(await sendTo(`https://127.0.0.1:${port}/`, listed), { status: 202 });
  t.match(await sendTo(`https://localhost:${port}/`, listed), { status: 202 });
  t.match(await sendTo(`http://${name}/`), { status: null, error: /WEBHOOK_ALLOWED_NETWORKS/ });
  t.equal(connects.length, 2);
  t.ok(resolved.includes(name));
});

t.test('the keys of an issuer are read through the proxy, and those on this machine directly', async (t) => {
  trustAll(t);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1' }] });
  const answer: RequestListener = (_, response) => response.end(keys);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 60;
  const signed = `${part({ alg: 'ES256', kid: '1' })}.${part({ iss: 'i', aud: 'a', sub: 'ann', exp })}`;
  const signature = signBytes('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const verify = (url: string, proxy: string) =>
    jwtVerifier(
      {
        ...{ issuer: 'i', audiences: ['a'], algorithms: ['ES256'], userClaim: 'sub', maxSeconds: 60 },
        keys: { url, proxy },
      },
      Date.now,
    )(`${signed}.${signature.toString('base64url')}`);

  const { port } = await serveSecurely(t, ['issuer.example'], answer);
  const proxy = await startProxy(t, port);
  t.match(await verify('https://issuer.example/keys', proxy.url), { urn: 'urn:li:corpuser:ann' });
  t.match(proxy.connects, [{ to: 'issuer.example:443' }]);
  const { url } = await serve(t, answer);
  t.match(await verify(url, proxy.url), { urn: 'urn:li:corpuser:ann' });
  t.equal(proxy.connects.length, 1);

  const strict = await startProxy(t, port, 407);
  const withPassword = strict.url.replace('//', '//user:hunter2@');
  const detail = await verify('https://issuer.example/keys', withPassword).catch((error) => error.detail);
  t.equal(
    detail,
    'external token: the keys of the issuer cannot be read: the proxy answered with status 407',
  );
});
