import t from 'tap';
import { aspectCatalog, encoded, freshDataset, prefixes, proposal } from '../../support/aspects.js';
import { entitiesUrl, entityUrl, plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, {
  env: { PAGE_SIZE_MAX: '5', ANSWER_MAX_BYTES: '100000', ASPECTS_UNKNOWN: 'store' },
  clock: () => 1_000,
});
const { put, wire } = catalog;
const reader = await catalog.user('reader');
const systemMetadata = { runId: 'run' };
const [urn, other] = [freshDataset('größe'), freshDataset()];
const custom = '{"n":1.0,"big":12345678901234567890}';
await put(
  proposal(urn, 'status', { removed: false }, { systemMetadata }),
  proposal(urn, 'custom', custom),
  proposal(other, 'globalTags', { tags: [] }),
);
const key = { platform: 'urn:li:dataPlatform:hive', name: urn.split(',')[1], origin: 'PROD' };
const batchGet = (body: unknown, query = '') => reader.send('POST', `${entitiesUrl}/batchGet${query}`, body);

t.test('200: GET returns an entity with its aspects, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await reader.get(`${prefix}${entityUrl(urn)}`);
    t.equal(status, 200);
    t.strictSame(body, {
      urn,
      browsePathsV2: { value: { path: [{ id: 'Default' }] } },
      custom: { value: JSON.parse(custom) },
      status: { value: { removed: false } },
      datasetKey: { value: key },
    });
  }
});

t.test('200: GET returns the aspects that are asked for', async (t) => {
  for (const [query, names] of [
    ['aspects=status', ['status']],
    ['aspects=status,datasetKey', ['status', 'datasetKey']],
    ['aspects=status&aspects=custom', ['custom', 'status']],
    ['aspectNames=status', ['status']],
    ['aspects=', ['browsePathsV2', 'custom', 'status', 'datasetKey']],
    ['aspects=ownership', []],
    ['aspects=no-name', []],
  ] as const) {
    const { status, body } = await reader.get(`${entityUrl(urn)}?${query}`);
    t.equal(status, 200, query);
    t.strictSame(Object.keys(body), ['urn', ...names], query);
  }
  const { body } = await reader.get(`${entityUrl(urn)}?aspects=status&systemMetadata=true`);
  t.strictSame(body, { urn, status: { value: { removed: false }, systemMetadata } });
});

t.test('numbers keep every digit', async (t) => {
  const { text } = await wire('GET', `${entityUrl(urn)}?aspects=custom`);
  t.equal(text, `{"urn":${JSON.stringify(urn)},"custom":{"value":${custom}}}`);
});

t.test('a URN that is not percent-encoded, as the SDK sends it, keeps its own encoding', async (t) => {
  const odd = [
    'urn:li:tag:a/b//c',
    'urn:li:chart:(looker,a%2Cb)',
    'urn:li:chart:(looker,a,b)',
    'urn:li:tag:50%25',
  ];
  await put(...odd.map((one) => proposal(one, 'status', {})));
  for (const one of odd) {
    const type = one.split(':')[2];
    const sent = one.replace('%25', '%2525');
    t.equal((await reader.get(`/openapi/v3/entity/${type}/${sent}`)).body.urn, one, sent);
    t.equal((await reader.get(`/openapi/v3/entity/${type}/${encoded(one)}`)).body.urn, one, encoded(one));
  }
});

t.test('404: an entity that does not exist', async (t) => {
  const missing = await reader.get(entityUrl(freshDataset()));
  t.match(missing, plainRefusal(404, /There is no entity "urn:li:dataset/));
  t.match(missing.headers, { 'not-found-reason': 'ENTITY' });
});

t.test('HEAD says whether an entity exists and is not soft-deleted', async (t) => {
  const removed = freshDataset();
  await put(proposal(removed, 'status', { removed: true }));
  for (const [one, status] of [
    [urn, 204],
    [other, 204],
    [removed, 404],
    [freshDataset(), 404],
  ] as const) {
    t.equal((await reader.send('HEAD', entityUrl(one))).status, status);
  }
});

t.test('400: invalid reads', async (t) => {
  for (const [url, why] of [
    ['/openapi/v3/entity/dataset/urn:li:dataset:x', /wrong form/],
    [`/openapi/v3/entity/tag/${encoded(urn)}`, /the path has the type "tag", but urn .* is a dataset$/],
    [`${entityUrl(urn)}?aspects=operation`, /operation is a time-series aspect/],
    [`${entityUrl(urn)}?systemMetadata=1`, /systemMetadata/],
  ] as const) {
    t.match(await reader.get(url), plainRefusal(400, why), url);
  }
  t.equal((await reader.get(`/openapi/v3/entity/DATASET/${encoded(urn)}`)).status, 200);
});

t.test('200: batchGet returns the entities that exist, in the order of the request', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await reader.send(
      'POST',
      `${prefix}${entitiesUrl}/batchGet?systemMetadata=true`,
      [
        { urn: other, globalTags: {} },
        { urn: freshDataset(), status: {} },
        { urn, status: {}, datasetKey: {} },
      ],
    );
    t.equal(status, 200);
    t.strictSame(body, [
      { urn: other, globalTags: { value: { tags: [] } } },
      { urn, status: { value: { removed: false }, systemMetadata }, datasetKey: { value: key } },
    ]);
  }
  const all = await batchGet([{ urn: other }, { urn, custom: { headers: {} } }]);
  t.strictSame(
    all.body.map((one: object) => Object.keys(one)),
    [
      ['urn', 'browsePathsV2', 'globalTags', 'datasetKey'],
      ['urn', 'custom'],
    ],
    'without names, all aspects',
  );
});

t.test('an entity that is asked for several times is answered once, with all of it', async (t) => {
  const { body } = await batchGet([
    { urn, status: {} },
    { urn: other, globalTags: {} },
    { urn, custom: {} },
  ]);
  t.strictSame(
    body.map((one: object) => Object.keys(one).sort()),
    [
      ['custom', 'status', 'urn'],
      ['globalTags', 'urn'],
    ],
  );
  const large = freshDataset();
  await put(proposal(large, 'custom', { text: 'x'.repeat(60_000) }));
  const repeated = Array.from({ length: 5 }, () => ({ urn: large, custom: {} }));
  t.equal((await batchGet(repeated)).body.length, 1);
});

t.test('400: invalid batches', async (t) => {
  for (const [body, why] of [
    [{}, /must be a list/],
    [[], /must have at least one entity/],
    [[1], /\[0\] is not an object/],
    [[{ urn }, {}], /\[1\]\.urn is required/],
    [[{ urn: 'urn:li:tag:x' }], /the path has the type "dataset", but urn .* is a tag/],
    [[{ urn, status: { headers: { 'if-version-match': '1' } } }], /"if-version-match" is not supported/],
    [Array.from({ length: 6 }, () => ({ urn })), /6 entities are requested; at most 5/],
  ] as const) {
    t.match(await batchGet(body), plainRefusal(400, why));
  }
});

t.test('400: more aspects than there can be', async (t) => {
  const names = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`a${index}`, {}]));
  t.match(await batchGet([{ urn, ...names }]), plainRefusal(400, /1001 aspects are requested; at most 1000/));
});

t.test('400: entities that are too large together', async (t) => {
  const large = [freshDataset(), freshDataset()];
  await put(...large.map((one) => proposal(one, 'custom', { text: 'x'.repeat(60_000) })));
  const why = /The aspects take more than 100000 bytes.*custom has \d+.*request fewer entities/;
  t.match(await batchGet(large.map((one) => ({ urn: one }))), plainRefusal(400, why));
  t.equal((await batchGet(large.map((one) => ({ urn: one, status: {} })))).status, 200);
  t.equal((await batchGet([{ urn: large[0] }])).status, 200);
});
