import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { testCatalog } from '../support/catalog.js';
import { listTokens } from './api.js';

const url = '/gms/operations?action=getIndexSizes';
const trusted = '10.1.2.3';
const elsewhere = '192.0.2.1';

async function open(t: Test, ranges = '10.0.0.0/8, 2001:db8::/32, 203.0.113.7') {
  const env = { TRUSTED_ACTOR_PROXIES: ranges, FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' };
  const catalog = await testCatalog(t, { env });
  const admin = await catalog.user('admin', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE', 'MANAGE_ACCESS_TOKENS']);
  const reader = await catalog.user('reader');
  async function ask(headers: Record<string, string | string[]>, remoteAddress = elsewhere) {
    return catalog.app.inject({ method: 'POST', url, headers, remoteAddress });
  }
  const status = async (...args: Parameters<typeof ask>) => (await ask(...args)).statusCode;
  return { ...catalog, admin, reader, ask, status, bearer: { authorization: `Bearer ${admin.token}` } };
}

t.test('an actor header beside a token', async (t) => {
  const { admin, reader, ask, status, bearer, withHeaders } = await open(t);
  const readers = { authorization: `Bearer ${reader.token}` };
  for (const name of ['X-Service-Actor', 'X-DataHub-Actor', 'x-service-actor', 'X-DATAHUB-ACTOR']) {
    for (const address of [trusted, elsewhere]) {
      t.test(`${name}, from ${address}`, async (t) => {
        t.equal(await status({ ...bearer, [name]: admin.urn }, address), 200, '200: it names the caller');
        t.equal(await status({ ...bearer, [name]: reader.urn }, address), 403, '403: it names another');
        t.equal(await status({ ...readers, [name]: admin.urn }, address), 403, '403: it never widens rights');
        t.equal(await status({ ...bearer, [name]: 'admin' }, address), 403, '403: a name is no URN');
        t.equal(await status({ ...bearer, [name]: '' }, address), 403, '403: it names nobody');
        const junk = { authorization: 'Bearer junk', [name]: admin.urn };
        t.equal(await status(junk, address), 401, '401: a bad token is not made good by it');
      });
    }
  }

  t.test('403: the ordinary error, in the shape of the transport', async (t) => {
    const message = 'Unauthorized to perform this action. Please contact your DataHub administrator.';
    const rest = await ask({ ...bearer, 'x-service-actor': reader.urn });
    t.strictSame(rest.json(), {
      exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
      message,
      status: 403,
    });
    const graphql = await withHeaders({ ...bearer, 'x-service-actor': reader.urn }).graphql('{ __typename }');
    t.equal(graphql.status, 403);
    t.strictSame(graphql.body, {
      errors: [{ message, extensions: { code: 403, type: 'UNAUTHORIZED' } }],
      data: null,
      extensions: {},
    });
  });

  t.test('both headers', async (t) => {
    const both = (service: string, dataHub: string) => ({
      ...bearer,
      'x-service-actor': service,
      'x-datahub-actor': dataHub,
    });
    t.equal(await status(both(admin.urn, admin.urn)), 200, '200: both name the caller');
    t.equal(await status(both(admin.urn, reader.urn)), 403, '403: the second names another');
    t.equal(await status(both(reader.urn, admin.urn)), 403, '403: the first names another');
    t.equal(await status(both(reader.urn, reader.urn)), 403, '403: both name another');
    const twice = { ...bearer, 'x-service-actor': [admin.urn, reader.urn] };
    t.equal(await status(twice), 403, '403: one header twice');
  });
});

t.test('an actor header alone', async (t) => {
  const { admin, reader, db, app, status } = await open(t);
  const header = { 'x-service-actor': admin.urn };

  t.test('200: from a trusted address, as the user that it names', async (t) => {
    for (const address of [trusted, '10.255.255.255', '::ffff:10.1.2.3', '2001:db8::7', '203.0.113.7']) {
      t.equal(await status(header, address), 200, address);
    }
    t.equal(await status({ 'X-DataHub-Actor': admin.urn }, trusted), 200, 'by its other name');
    t.equal(
      await status({ 'x-service-actor': reader.urn }, trusted),
      403,
      '403: with that user’s rights alone',
    );
  });

  t.test('200: the whole API, as that user', async (t) => {
    const graphql = (query: string, variables = {}) =>
      app
        .inject({
          method: 'POST',
          url: '/api/graphql',
          headers: header,
          payload: { query, variables },
          remoteAddress: trusted,
        })
        .then((response) => ({ status: response.statusCode, body: response.json(), headers: {} }));
    t.equal((await listTokens({ graphql })).body.data.listAccessTokens.total, 2);
  });

  t.test('401: from any other address, whatever is forwarded', async (t) => {
    for (const address of [elsewhere, '11.0.0.1', '203.0.113.8', '2001:db9::1', '127.0.0.1', '::1']) {
      t.equal(await status(header, address), 401, address);
    }
    for (const forwarded of [
      { 'x-forwarded-for': trusted },
      { 'x-real-ip': trusted },
      { forwarded: `for=${trusted}` },
      { 'x-forwarded-for': [trusted, trusted] },
    ]) {
      t.equal(await status({ ...header, ...forwarded }), 401, JSON.stringify(forwarded));
    }
  });

  t.test('401: a user who is unknown, suspended or removed, or no user', async (t) => {
    const unknown = ['urn:li:corpuser:nobody', 'urn:li:corpuser:ADMIN', 'admin', '', `${admin.urn} x`];
    for (const urn of unknown) t.equal(await status({ 'x-service-actor': urn }, trusted), 401, urn);
    for (const state of ['SUSPENDED', 'REMOVED'] as const) {
      await db.prisma.user.update({ where: { urn: admin.urn }, data: { state } });
      t.equal(await status(header, trusted), 401, state);
    }
    await db.prisma.user.update({ where: { urn: admin.urn }, data: { state: 'ACTIVE' } });
    t.equal(await status(header, trusted), 200, 'and again once active');
  });

  t.test('403: two headers that disagree', async (t) => {
    t.equal(await status({ ...header, 'x-datahub-actor': reader.urn }, trusted), 403);
    t.equal(await status({ 'x-service-actor': [admin.urn, reader.urn] }, trusted), 403);
    t.equal(await status({ ...header, 'x-datahub-actor': admin.urn }, trusted), 200, '200 when they agree');
  });
});

t.test('401: nobody is trusted by default', async (t) => {
  const { admin, status } = await open(t, '');
  for (const address of ['127.0.0.1', '::1', '10.1.2.3']) {
    t.equal(await status({ 'x-service-actor': admin.urn }, address), 401, address);
  }
});

t.test('over a real socket, the address is the connection’s own', async (t) => {
  for (const [ranges, expected] of [
    ['127.0.0.1', 200],
    ['10.0.0.0/8', 401],
  ] as const) {
    const { admin, app } = await open(t, ranges);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const headers = { 'x-service-actor': admin.urn, 'x-forwarded-for': trusted };
    const status = await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: url, method: 'POST', headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    t.equal(status, expected, ranges);
  }
});
