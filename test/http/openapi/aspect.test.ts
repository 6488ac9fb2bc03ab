import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  encoded,
  freshDataset,
  keyed,
  prefixes,
  proposal,
  us,
  valuesUrl,
} from '../../support/aspects.js';
import { tagUrn } from '../../support/metadata.js';
import { entitiesUrl, entityUrl, plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t);
const { put, writer, readAspect, wire } = catalog;
const reader = await catalog.user('reader');
const systemMetadata = { runId: 'run', lastObserved: 1 };
const url = (urn: string, aspect: string, query = '') => `${entityUrl(urn)}/${aspect}${query}`;
const notFound = (message: string | RegExp) => ({
  ...plainRefusal(404, message),
  headers: { 'not-found-reason': 'ENTITY' },
});

t.test('200: an aspect is written, read, patched and deleted, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const urn = freshDataset();
    const at = `${prefix}${url(urn, 'globalTags')}`;
    const value = { tags: [{ tag: tagUrn('a') }] };
    t.match(await writer.post(`${at}?systemMetadata=true`, { value, systemMetadata, headers: {} }), {
      status: 200,
      body: { urn, globalTags: { value, systemMetadata } },
    });
    t.strictSame((await reader.get(at)).body, { value });
    t.strictSame((await reader.get(`${at}?systemMetadata=true&version=0`)).body, { value, systemMetadata });
    t.equal((await reader.send('HEAD', at)).status, 204);
    const patch = { patch: [add(`/tags/${tagUrn('b')}`, { tag: tagUrn('b') })] };
    t.match(await writer.send('PATCH', at, patch), { status: 200, body: { urn, globalTags: {} } });
    t.strictSame(await readAspect(urn, 'globalTags'), { tags: [...value.tags, { tag: tagUrn('b') }] });
    t.match(await writer.send('DELETE', at), { status: 200, body: { urn, aspects: ['globalTags'] } });
    t.match(await reader.get(at), notFound(/has no aspect "globalTags"/));
    t.equal((await reader.send('HEAD', at)).status, 404);
    t.equal((await reader.get(`${prefix}${entityUrl(urn)}`)).status, 200, 'the entity is still there');
  }
});

t.test('the aspect and the type are found in any case, on every path of OpenAPI v3', async (t) => {
  const urn = freshDataset();
  const [type, at] = ['/openapi/v3/entity/DataSet', `/openapi/v3/entity/DATASET/${encoded(urn)}`];
  const value = { name: 'one' };
  t.match((await writer.post(`${at}/datasetproperties`, { value })).body, {
    urn,
    datasetProperties: { value },
  });
  for (const name of ['datasetproperties', 'DATASETPROPERTIES', 'datasetProperties']) {
    t.strictSame((await reader.get(`${at}/${name}`)).body, { value }, name);
    t.equal((await reader.send('HEAD', `${at}/${name}`)).status, 204, name);
    t.strictSame((await reader.get(`${at}?aspects=${name}`)).body, { urn, datasetProperties: { value } });
    t.strictSame((await reader.post(`${type}/batchGet`, [{ urn, [name]: {} }])).body, [
      { urn, datasetProperties: { value } },
    ]);
    t.equal((await writer.post(`${type}?async=false`, [{ urn, [name]: { value } }])).status, 200);
    const patch = [add('/description', name)];
    t.equal((await writer.send('PATCH', `${at}/${name}`, patch)).status, 200);
    t.strictSame(await readAspect(urn, 'datasetProperties'), { ...value, description: name });
    await writer.post(`${at}/${name}?createIfNotExists=false`, { value });
  }
  t.match((await writer.send('DELETE', `${at}?aspects=datasetproperties`)).body, {
    aspects: ['datasetProperties'],
  });
  t.equal(await readAspect(urn, 'datasetProperties'), null);
});

t.test('a POST creates unless createIfNotExists=false, as with DataHub', async (t) => {
  const urn = freshDataset();
  const write = (query: string, removed: boolean, more = {}) =>
    writer.post(url(urn, 'status', query), { value: { removed }, ...more });
  t.equal((await write('', false)).status, 200);
  t.match(await write('', true), plainRefusal(409, /already has an aspect status; createIfNotExists=false/));
  t.match(await write('?createIfEntityNotExists=true', true), plainRefusal(409, /already exists/));
  const headers = { 'If-None-Match': '*' };
  t.match(await write('', true, { headers }), { status: 200, body: { urn, status: {} } });
  t.strictSame(await readAspect(urn, 'status'), { removed: false });
  t.match(await write('?createIfNotExists=false&async=true', true), { status: 202 });
  t.strictSame(await readAspect(urn, 'status'), { removed: true });
});

t.test('a conditional write that cannot be checked is refused', async (t) => {
  const urn = freshDataset();
  const headers = { 'If-Version-Match': '1' };
  for (const query of ['', '?createIfNotExists=false'])
    t.match(
      await writer.post(url(urn, 'status', query), { value: {}, headers }),
      plainRefusal(400, /"If-Version-Match" is not supported/),
    );
  t.equal((await reader.send('HEAD', entityUrl(urn))).status, 404);
});

t.test('a patch may be a list, name keys of arrays, and have the type of RFC 6902', async (t) => {
  const urn = freshDataset();
  const source = 'urn:li:dataHubAction:a';
  const tag = { tag: tagUrn('a'), attribution: { source, time: 1, actor: 'urn:li:corpuser:a' } };
  const at = `/tags/${source}/${tagUrn('a')}`;
  const patch = keyed({ tags: [`attribution${us}source`, 'tag'] }, add(at, tag));
  const type = { 'content-type': 'application/json-patch+json' };
  for (const body of [{ ...patch, forceGenericPatch: false }, [add('/tags', [])]]) {
    const { status, text } = await wire('PATCH', url(urn, 'globalTags'), JSON.stringify(body), type);
    t.equal(status, 200, text);
    if (!Array.isArray(body)) t.match(await readAspect(urn, 'globalTags'), { tags: [tag] });
  }
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [] });
  t.equal((await wire('POST', url(urn, 'globalTags'), '{"value":{}}', type)).status, 415, 'of a patch only');
});

t.test('404: a soft-deleted entity has no aspects for HEAD', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', { removed: true }), proposal(urn, 'ownership', { owners: [] }));
  for (const name of ['status', 'ownership']) {
    t.equal((await reader.send('HEAD', url(urn, name))).status, 404);
    t.equal((await reader.get(url(urn, name))).status, 200);
  }
});

t.test('the key aspect: it is read, and its deletion deletes the entity', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}));
  t.match((await reader.get(url(urn, 'datasetkey'))).body, { value: { origin: 'PROD' } });
  t.equal((await reader.send('HEAD', url(urn, 'datasetKey'))).status, 204);
  t.match(await writer.send('DELETE', url(urn, 'datasetKey')), { status: 200 });
  t.equal((await reader.get(entityUrl(urn))).status, 404);
});

t.test('a slash may be one of the URN or the one before the aspect', async (t) => {
  const [tag, inner, deep] = ['urn:li:tag:by', 'urn:li:tag:by/slash', 'urn:li:tag:by/slash/status'];
  await put(proposal(tag, 'status', {}), proposal(inner, 'status', { removed: false }));
  const at = '/openapi/v3/entity/tag';
  const value = { removed: false };
  for (const path of [`${inner}/status`, `${encoded(inner)}/status`, `${inner}/STATUS`])
    t.strictSame((await reader.get(`${at}/${path}`)).body, { value }, path);
  t.match((await reader.get(`${at}/${inner}`)).body, { urn: inner }, 'slash is not an aspect of DataHub');
  await put(proposal(deep, 'ownership', { owners: [] }));
  t.match(
    (await reader.get(`${at}/${deep}`)).body,
    { urn: deep },
    'an entity that has the whole path as its URN',
  );
  t.match((await reader.get(`${at}/${deep}/ownership`)).body, { value: { owners: [] } });
  t.match((await writer.send('DELETE', `${at}/${deep}`)).body, { urn: deep, rows: 1 });
  t.match((await writer.send('DELETE', `${at}/${deep}`)).body, { urn: inner, aspects: ['status'] });
  t.match(await writer.send('DELETE', `${at}/${tag}/status/`), plainRefusal(400, /%2F/));
  t.strictSame(await readAspect(tag, 'status'), {});
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:s3,bucket/a/status,PROD)';
  const plain = `/openapi/v3/entity/dataset/${dataset}`;
  t.match(await writer.post(`${plain}/status`, { value }), { status: 200, body: { urn: dataset } });
  t.strictSame((await reader.get(`${plain}/status/`)).body, { value }, 'a slash after the aspect');
  t.match((await reader.get(plain)).body, { urn: dataset });
});

t.test('rights and secrets are those of the other ways', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}));
  const patch = { patch: [add('/removed', true)] };
  t.match(await reader.post(url(urn, 'ownership'), { value: { owners: [] } }), plainRefusal(403, /./));
  t.match(await reader.send('PATCH', url(urn, 'status'), patch), plainRefusal(403, /./));
  t.match(await reader.send('DELETE', url(urn, 'status')), plainRefusal(403, /./));
  t.strictSame(await readAspect(urn, 'status'), {});
  const secret = 'urn:li:dataHubSecret:one';
  await put(proposal(secret, 'dataHubSecretValue', { name: 'one', value: 'x' }));
  for (const name of ['dataHubSecretValue', 'datahubsecretvalue']) {
    t.match(await reader.get(url(secret, name)), plainRefusal(403, /./), name);
    t.equal((await reader.send('HEAD', url(secret, name))).status, 403, name);
    t.match(await writer.send('PATCH', url(secret, name), patch), plainRefusal(403, /./), name);
  }
  const policy = 'urn:li:dataHubPolicy:one';
  t.match(await reader.get(url(policy, 'dataHubPolicyInfo')), plainRefusal(403, /./));
  t.match(await writer.send('DELETE', url(policy, 'dataHubPolicyInfo')), plainRefusal(403, /./));
});

t.test('events are added, and never read or deleted as an aspect', async (t) => {
  const urn = freshDataset();
  const value = { timestampMillis: 1, operationType: 'INSERT', lastUpdatedTimestamp: 1 };
  t.match(await writer.post(url(urn, 'operation'), { value }), { status: 200 });
  t.match(await reader.get(url(urn, 'operation')), plainRefusal(400, /getTimeseriesAspectValues/));
  t.equal((await reader.send('HEAD', url(urn, 'operation'))).status, 400);
  t.match(
    await writer.send('DELETE', url(urn, 'operation')),
    plainRefusal(400, /POST \/entities\?action=delete with aspectName/),
  );
  const { body } = await writer.post(valuesUrl, { urn, entity: 'dataset', aspect: 'operation' });
  t.equal(body.value.values.length, 1);
  t.match(await writer.post('/aspects?action=ingestProposal', { proposal: deletion(urn, 'operation') }), {
    status: 400,
    body: { message: /POST \/entities\?action=delete with aspectName/ },
  });
});

t.test('400: bad requests name what is wrong', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}));
  const at = url(urn, 'status');
  for (const [method, path, body, why] of [
    ['POST', at, { removed: true }, /^the body has no value; expected {"value": …}$/],
    ['POST', at, [], /^the body has no value/],
    ['POST', at, undefined, /^the body has no value/],
    ['PATCH', at, undefined, /the body must be a JSON patch/],
    ['PATCH', at, { value: { patch: [] } }, /not RFC 6902: patch/],
    [
      'POST',
      url(urn, 'statuses'),
      { value: {} },
      /"statuses" is not an aspect of DataHub; the nearest name is status/,
    ],
    ['POST', entityUrl(urn), { value: {} }, /the path names no aspect/],
    ['PATCH', entityUrl(urn), [], /the path names no aspect/],
    ['POST', `${entitiesUrl}/x/status`, { value: {} }, /urn/],
    ['GET', `/openapi/v3/entity/tag/${encoded(urn)}/status`, undefined, /the path has the type "tag"/],
    ['GET', `${at}?version=1`, undefined, /version is 1; only 0, the latest version, is stored/],
    ['GET', `${at}?version=x`, undefined, /version/],
    ['DELETE', `${at}?aspects=ownership`, undefined, /the path names the aspect status/],
    ['DELETE', `${at}?aspect=ownership`, undefined, /"aspect"/],
    ['POST', `${at}?async=maybe`, { value: {} }, /async/],
  ] as const)
    t.match(await writer.send(method, path, body), plainRefusal(400, why), `${method} ${path}`);
  t.strictSame(await readAspect(urn, 'status'), {});
});
