import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { aspectCatalog, encoded, prefixes, proposal } from '../support/aspects.js';

const catalog = await aspectCatalog(t, {}, ['DELETE_ENTITY']);
const { app, put, writer } = catalog;
await app.listen({ host: '127.0.0.1', port: 0 });
const served = app.server.address() as AddressInfo;

/** What proxies make of the path of a request. */
const proxies: Record<string, (path: string) => string> = {
  nothing: (path) => path,
  slashes: (path) => path.replace(/%2F/gi, '/'),
  // As nginx does with a URI in proxy_pass and `merge_slashes off`.
  'all, and encodes again': (path) => encodeURI(decodeURIComponent(path)).replace(/[?#]/g, encoded),
  'all printable characters': (path) => path.replace(/%(2[1-9A-F]|[3-7][0-9A-F])/gi, decodeURIComponent),
  colons: (path) => path.replace(/%3A/gi, ':'),
};
const merged = (path: string) => decodeURIComponent(path).replace(/\/{2,}/g, '/');

/** Starts a proxy in front of the catalog. @returns a function that sends requests through it */
async function proxy(change: (path: string) => string) {
  const server = createServer((incoming, outgoing) => {
    const [path = '', query] = incoming.url!.split('?', 2);
    const url = change(path) + (query === undefined ? '' : `?${query}`);
    const { method, headers } = incoming;
    send({ host: served.address, port: served.port, path: url, method: method!, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (method: string, url: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: { authorization: `Bearer ${writer.token}`, connection: 'close' },
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? null : JSON.parse(text),
      reason: answer.headers.get('not-found-reason'),
      allow: answer.headers.get('allow'),
    };
  };
}

const getType = (urn: string) => urn.split(':')[2]!;
const urns = [
  'urn:li:dataset:(urn:li:dataPlatform:s3,bucket/a/b,PROD)',
  'urn:li:dataset:(urn:li:dataPlatform:s3,s3://bucket//a,PROD)',
  'urn:li:dataset:(urn:li:dataPlatform:s3,a%2Cb/ü,PROD)',
  'urn:li:dataset:(urn:li:dataPlatform:s3,a/schemaMetadata,PROD)',
  'urn:li:chart:(looker,a/b%2Cc)',
  'urn:li:dataJob:(urn:li:dataFlow:(airflow,f/g,PROD),gs://x/status)',
  'urn:li:tag:a/b',
  'urn:li:tag:/a//b/',
  'urn:li:tag:globalTags/status',
  'urn:li:tag:aspects/entitiesV2/gms/openapi',
  'urn:li:corpuser:https://idp/ann',
];
for (const urn of urns)
  await put(proposal(urn, 'globalTags', { tags: [{ tag: 'urn:li:tag:kept' }] }), proposal(urn, 'status', {}));

for (const [what, change] of Object.entries(proxies)) {
  t.test(`a URN in a path is taken whole behind a proxy that decodes ${what}`, async (t) => {
    const through = await proxy(change);
    for (const urn of urns) {
      const isCut = change('%2F') === '/' && urn.endsWith('/');
      for (const prefix of prefixes) {
        const aspect = await through('GET', `${prefix}/aspects/${encoded(urn)}?aspect=globalTags&version=0`);
        const all = await through('GET', `${prefix}/entitiesV2/${encoded(urn)}?aspects=List(globalTags)`);
        const entity = await through('GET', `${prefix}/openapi/v3/entity/${getType(urn)}/${encoded(urn)}`);
        const head = await through('HEAD', `${prefix}/openapi/v3/entity/${getType(urn)}/${encoded(urn)}`);
        if (isCut) {
          for (const one of [aspect, all, entity])
            t.match(one, { status: 400, body: { message: /ends in a slash/ } }, urn);
          t.equal(head.status, 400);
          continue;
        }
        t.match(aspect, { status: 200, body: { aspect: { 'com.linkedin.common.GlobalTags': {} } } }, urn);
        t.match(all, { status: 200, body: { urn, aspects: { globalTags: {} } } }, urn);
        t.match(entity, { status: 200, body: { urn, globalTags: {} } }, urn);
        t.equal(head.status, 204, urn);
      }
    }
  });

  t.test(`a method that the path of a URN does not have, behind ${what}`, async (t) => {
    const through = await proxy(change);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const path of ['/gms/aspects', '/entitiesV2']) {
        const answer = await through(method, `${path}/${encoded(urns[1]!)}`);
        t.match(answer, { status: 405, allow: 'GET, HEAD' }, `${method} ${path}`);
      }
    }
  });
}

t.test('DELETE takes the URN whole', async (t) => {
  const through = await proxy(proxies.slashes!);
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:s3,s3://to/be/deleted,PROD)';
  await put(proposal(urn, 'status', {}));
  const path = `/api/gms/openapi/v3/entity/dataset/${encoded(urn)}`;
  t.match(await through('DELETE', path), { status: 200, body: { urn, rows: 2 } });
  t.match(await through('GET', path), { status: 404, reason: 'ENTITY' });
});

const answers = (urn: string): [method: string, url: string][] => [
  ['GET', `/aspects/${encoded(urn)}?aspect=globalTags&version=0`],
  ['HEAD', `/gms/aspects/${encoded(urn)}?aspect=globalTags&version=0`],
  ['GET', `/api/gms/entitiesV2/${encoded(urn)}`],
  ['GET', `/openapi/v3/entity/${getType(urn)}/${encoded(urn)}`],
  ['HEAD', `/gms/openapi/v3/entity/${getType(urn)}/${encoded(urn)}`],
  ['DELETE', `/openapi/v3/entity/${getType(urn)}/${encoded(urn)}`],
  ['DELETE', `/openapi/v3/entity/${getType(urn)}/${encoded(urn)}?aspects=globalTags`],
];

t.test('400: a URN whose slashes a proxy has merged names the setting, and deletes nothing', async (t) => {
  const through = await proxy(merged);
  for (const urn of [
    urns[1]!,
    'urn:li:dataset:(urn:li:dataPlatform:hdfs,hdfs://node:9000/x,PROD)',
    'urn:li:dataset:(urn:li:dataPlatform:file,file:///tmp/x,PROD)',
    'urn:li:corpuser:https://idp/ann',
    'urn:li:tag:s3://b',
  ]) {
    await put(proposal(urn, 'globalTags', { tags: [] }));
    for (const [method, url] of answers(urn)) {
      const { status, body } = await through(method, url);
      t.equal(status, 400, `${method} ${url}`);
      if (method !== 'HEAD') t.match(body.message, /merge_slashes off/);
    }
    t.equal((await writer.get(answers(urn)[0]![1])).status, 200, 'it is still there');
  }
});

t.test('a URN that has one slash after a colon is not refused', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:dbfs,dbfs:/mnt/x,PROD)';
  t.match(await writer.get(answers(urn)[0]![1]), { status: 404 }, 'encoded, it is what the client means');
  await put(proposal(urn, 'globalTags', { tags: [] }));
  const through = await proxy(merged);
  for (const [method, url] of answers(urn).slice(0, 5))
    t.match(await through(method, url), { status: method === 'HEAD' && url.includes('v3') ? 204 : 200 }, url);
  t.match(await through('DELETE', answers(urn)[5]![1]), { status: 200, body: { urn, rows: 2 } });
});

t.test('a URN may be sent with its commas and parentheses only encoded', async (t) => {
  for (const sent of [
    '/aspects/urn:li:chart:%28looker%2Ca%2Fb%252Cc%29?aspect=globalTags',
    '/aspects/urn:li:chart:(looker,a/b%2Cc)?aspect=globalTags',
    '/entitiesV2/urn:li:dataset:%28urn:li:dataPlatform:s3%2Cbucket/a/b%2CPROD%29',
    '/openapi/v3/entity/dataset/urn:li:dataset:%28urn:li:dataPlatform:s3%2Cbucket/a/b%2CPROD%29',
  ])
    t.equal((await writer.get(sent)).status, 200, sent);
});

t.test('a 404 says whether the path, the entity or the aspect does not exist', async (t) => {
  const missing = 'urn:li:tag:not/there';
  const there = urns[0]!;
  for (const prefix of prefixes) {
    for (const [method, url, reason] of [
      ['GET', `/aspects/${encoded(missing)}?aspect=status`, 'ASPECT'],
      ['HEAD', `/aspects/${encoded(there)}?aspect=ownership`, 'ASPECT'],
      ['GET', `/openapi/v3/entity/tag/${encoded(missing)}`, 'ENTITY'],
      ['HEAD', `/openapi/v3/entity/tag/${encoded(missing)}`, 'ENTITY'],
      ['GET', `/openapi/v3/entity/dataset/${there}/ownership`, 'ENTITY'],
      ['HEAD', `/openapi/v3/entity/dataset/${there}/ownership`, 'ENTITY'],
      ['GET', `/openapi/v3/entity/tag/${missing}/globalTags`, 'ENTITY'],
      ['HEAD', `/openapi/v3/entity/tag/${missing}/globalTags`, 'ENTITY'],
      ['GET', `/openapi/v2/entity/dataset/${there}/globalTags`, 'ROUTE'],
      ['GET', `/openapi/v1/entities/latest/${encoded(there)}`, 'ROUTE'],
      ['GET', `/entities/${encoded(missing)}`, 'ENTITY'],
      ['HEAD', `/entitiesVersionedV2/${there}`, 'ROUTE'],
      ['GET', `/nope/${there}`, 'ROUTE'],
      ['POST', '/entities?action=browse', 'ROUTE'],
    ] as const) {
      const { status, headers } = await writer.send(method, prefix + url);
      t.match([status, headers['not-found-reason']], [404, reason], `${method} ${prefix}${url}`);
    }
  }
});

t.test('what is not a URN is never answered as one that has no aspect', async (t) => {
  for (const rest of [
    'x/y/z',
    `${urns[0]}/status`,
    `${encoded(urns[0]!)}/status/x`,
    `urn:li:tag:${'a/'.repeat(1_500)}b`,
    encoded('é'.repeat(1_000)),
  ])
    for (const path of ['aspects', 'entitiesV2'])
      t.equal((await writer.get(`/${path}/${rest}?aspect=status`)).status, 400, rest);
});
