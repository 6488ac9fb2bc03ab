import type { IncomingHttpHeaders } from 'node:http';
import t, { type Test } from 'tap';
import { admin, fakeServices, reader, tokens } from '../../support/fake-services.js';
import { asAdmin, asReader, openApp, restError } from '../../support/open-app.js';

type Headers = Record<string, string | string[]>;
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

async function open(t: Test, env: Record<string, string> = {}) {
  const fakes = fakeServices();
  const { app, lines } = await openApp(t, { services: fakes.services, env });
  const call = (headers: Headers, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: '/operations?action=getIndexSizes',
      headers: headers as IncomingHttpHeaders,
      remoteAddress,
    });
  const logged = (text: string) => lines.some((line) => line.includes(text));
  return { app, lines, call, logged, asked: fakes.asked };
}

t.test('200: a bearer token, the scheme in any case', async (t) => {
  const { call } = await open(t);
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    t.equal((await call({ authorization: `${scheme} ${tokens.admin}` })).statusCode, 200, scheme);
  }
});

t.test('401: one answer for every failure, which does not say what it was', async (t) => {
  const { call, logged, asked } = await open(t);
  const failures: Record<string, Headers> = {
    'no credentials': {},
    'an unknown token': bearer('junk'),
    'another scheme': { authorization: `Basic ${tokens.admin}` },
    'no token': { authorization: 'Bearer' },
    'two tokens': { authorization: `Bearer ${tokens.admin} ${tokens.admin}` },
    'two headers': { authorization: [asAdmin.authorization, asAdmin.authorization] },
    'an empty header': { authorization: '' },
    'a header that only a trusted gateway may send': { 'x-service-actor': admin },
  };
  for (const [name, headers] of Object.entries(failures)) {
    const response = await call(headers);
    t.equal(response.statusCode, 401, name);
    t.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
    t.equal(response.headers['x-restli-error-response'], 'true');
    t.same(response.json(), restError(401, 'Unauthorized to perform this action.'));
  }
  t.same(asked.bearer, ['junk'], 'what is malformed is not looked up');
  t.ok(logged('token 0123: unknown'), 'the log says why');
});

t.test('401: also before the body is looked at', async (t) => {
  const { app } = await open(t);
  const headers = { 'content-type': 'application/json' };
  t.equal((await app.inject({ method: 'POST', url: '/operations', headers, payload: '{' })).statusCode, 401);
});

t.test('X-Service-Actor beside a token', async (t) => {
  const { call } = await open(t, { TRUSTED_ACTOR_PROXIES: '127.0.0.1' });
  for (const name of ['x-service-actor', 'X-DataHub-Actor']) {
    t.equal((await call({ ...asAdmin, [name]: admin })).statusCode, 200, `200: ${name} names the caller`);
    t.equal((await call({ ...asAdmin, [name]: reader })).statusCode, 403, `403: ${name} names another`);
    t.equal((await call({ ...asReader, [name]: admin })).statusCode, 403, '403: it never widens rights');
    t.equal((await call({ ...asAdmin, [name]: '' })).statusCode, 403, '403: it names nobody');
    t.equal((await call({ ...bearer('junk'), [name]: admin })).statusCode, 401, '401: the token decides');
  }
  const both = { ...asAdmin, 'x-service-actor': admin, 'x-datahub-actor': reader };
  t.equal((await call(both)).statusCode, 403, '403: one of two headers names another');
});

t.test('X-Service-Actor alone', async (t) => {
  const { call, asked } = await open(t, { TRUSTED_ACTOR_PROXIES: '10.0.0.0/8,2001:db8::/32' });
  const header = { 'x-service-actor': admin };
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7']) {
    t.equal((await call(header, address)).statusCode, 200, `200: from the trusted ${address}`);
  }
  t.equal((await call({ 'x-datahub-actor': admin }, '10.1.2.3')).statusCode, 200, '200: by its other name');
  t.equal((await call({ 'x-service-actor': reader }, '10.1.2.3')).statusCode, 403, '403: with their rights');
  const nobody = { 'x-service-actor': 'urn:li:corpuser:nobody' };
  t.equal((await call(nobody, '10.1.2.3')).statusCode, 401, '401: an unknown user');
  const both = { ...header, 'x-datahub-actor': reader };
  t.equal((await call(both, '10.1.2.3')).statusCode, 403, '403: the two headers disagree');
  const twice = { 'x-service-actor': [admin, reader] };
  t.equal((await call(twice, '10.1.2.3')).statusCode, 403, '403: one header twice, and they disagree');

  const before = asked.user.length;
  for (const forwarded of [{ 'x-forwarded-for': '10.1.2.3' }, { forwarded: 'for=10.1.2.3' }, {}]) {
    t.equal(
      (await call({ ...header, ...forwarded }, '192.0.2.1')).statusCode,
      401,
      '401: from anywhere else',
    );
  }
  t.equal(asked.user.length, before, 'nobody was looked up');
});

t.test('the log never holds a token', async (t) => {
  const { app, call, lines } = await open(t);
  await call(asAdmin);
  await call(bearer('secret-junk'));
  await call({ authorization: ['Bearer secret-a', 'Bearer secret-b'] });
  app.log.info({ headers: asAdmin, req: { headers: asAdmin } }, 'by mistake');
  t.match(lines.join(''), /by mistake/);
  t.notMatch(lines.join(''), new RegExp(`secret|${tokens.admin}`));
});
