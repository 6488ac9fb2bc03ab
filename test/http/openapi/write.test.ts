import t from 'tap';
import {
  add,
  aspectCatalog,
  encoded,
  freshDataset,
  keyed,
  prefixes,
  valuesUrl,
} from '../../support/aspects.js';
import { tagUrn } from '../../support/metadata.js';
import { entitiesUrl, entity, plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { writer, readAspect, readText, wire } = catalog;
const reader = await catalog.user('reader');
const post = (body: unknown, query = '') => writer.send('POST', `${entitiesUrl}${query}`, body);
const patch = (body: unknown, query = '') => writer.send('PATCH', `${entitiesUrl}${query}`, body);
const systemMetadata = { runId: 'run', lastObserved: 1 };

t.test('200: a synchronous POST writes aspects and returns them, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const [urn, other] = [freshDataset(), freshDataset()];
    const answer = await writer.send('POST', `${prefix}${entitiesUrl}?async=false`, [
      entity(urn, { status: { removed: false }, globalTags: { tags: [{ tag: tagUrn('a') }] } }),
      entity(other, { status: { removed: true } }, { systemMetadata }),
      entity(urn, { ownership: { owners: [] } }),
    ]);
    t.equal(answer.status, 200);
    t.strictSame(answer.body, [
      {
        urn,
        status: { value: { removed: false } },
        globalTags: { value: { tags: [{ tag: tagUrn('a') }] } },
        ownership: { value: { owners: [] } },
      },
      { urn: other, status: { value: { removed: true } } },
    ]);
    t.strictSame(await readAspect(urn, 'globalTags'), { tags: [{ tag: tagUrn('a') }] });
    t.strictSame(await readAspect(urn, 'ownership'), { owners: [] });
    const { body } = await writer.get(`/entitiesV2/${encoded(other)}?aspects=List(status)`);
    t.match(body.aspects.status, { value: { removed: true }, systemMetadata });
  }
});

t.test('202: an asynchronous POST has written before its answer', async (t) => {
  for (const query of ['', '?async=true', '?async=True']) {
    const urn = freshDataset();
    const { status, body } = await post([entity(urn, { status: {} })], query);
    t.equal(status, 202, query);
    t.strictSame(body, [{ urn, status: { value: {} } }]);
    t.strictSame(await readAspect(urn, 'status'), {});
  }
});

t.test('a POST with If-None-Match: * creates an aspect, and leaves one that exists as it is', async (t) => {
  const [urn, other] = [freshDataset(), freshDataset()];
  const headers = { 'If-None-Match': '*' };
  for (const comment of ['first', 'second']) {
    const { status, body } = await post([
      entity(urn, { embed: { comment } }, { headers }),
      entity(other, { embed: { comment } }),
    ]);
    t.equal(status, 202);
    t.strictSame(body, [
      { urn, embed: {} },
      { urn: other, embed: { value: { comment } } },
    ]);
  }
  t.strictSame(await readAspect(urn, 'embed'), { comment: 'first' });
  t.strictSame(await readAspect(other, 'embed'), { comment: 'second' });
});

t.test('systemMetadata=true returns what was sent', async (t) => {
  const urn = freshDataset();
  const { body } = await post(
    [entity(urn, { status: {} }, { systemMetadata }), entity(urn, { ownership: {} })],
    '?systemMetadata=true',
  );
  t.strictSame(body, [{ urn, status: { value: {}, systemMetadata }, ownership: { value: {} } }]);
});

t.test('numbers keep every digit, and members their order', async (t) => {
  const urn = freshDataset();
  const value = '{"b":1.0,"a":12345678901234567890,"e":1e400,"__proto__":{"x":[0.10]}}';
  const metadata = '{"lastObserved":9007199254740993}';
  const { status, text } = await wire(
    'POST',
    `${entitiesUrl}?async=false&systemMetadata=true`,
    `[{"urn":"${urn}","custom":{"value":${value},"systemMetadata":${metadata}}}]`,
  );
  t.equal(status, 200);
  t.equal(text, `[{"urn":"${urn}","custom":{"value":${value},"systemMetadata":${metadata}}}]`);
  t.equal(await readText(urn, 'custom'), value);
});

t.test('a large write answers without values', async (t) => {
  const urn = freshDataset();
  const value = { text: 'x'.repeat(20_000) };
  const { body } = await post([entity(urn, { custom: value })], '?async=false');
  t.strictSame(body, [{ urn, custom: {} }]);
  t.strictSame(await readAspect(urn, 'custom'), value);
});

t.test('events of time series are added', async (t) => {
  const urn = freshDataset();
  const { status } = await post(
    [1, 2].map((timestampMillis) => entity(urn, { operation: { timestampMillis, a: 1 } })),
    '?async=false',
  );
  t.equal(status, 200);
  const { body } = await writer.post(valuesUrl, { urn, entity: 'dataset', aspect: 'operation' });
  t.equal(body.value.values.length, 2);
});

t.test('the type of the path is compared without case', async (t) => {
  const urn = 'urn:li:glossaryTerm:t';
  const { status } = await writer.send('POST', '/openapi/v3/entity/glossaryterm?async=false', [
    entity(urn, { status: {} }),
  ]);
  t.equal(status, 200);
  t.strictSame(await readAspect(urn, 'status'), {});
});

t.test('createIfNotExists refuses to replace an aspect', async (t) => {
  const urn = freshDataset();
  const body = [entity(urn, { status: { removed: true } })];
  t.equal((await post(body, '?async=false&createIfNotExists=true')).status, 200);
  const again = [entity(urn, { status: {}, ownership: {} })];
  t.match(await post(again, '?createIfNotExists=true'), plainRefusal(409, /already has an aspect status/));
  t.strictSame(await readAspect(urn, 'status'), { removed: true });
  t.equal(await readAspect(urn, 'ownership'), null, 'nothing was written');
});

t.test('PATCH applies patches, and answers without values', async (t) => {
  const urn = freshDataset();
  const tag = (id: string) => add(`/tags/${tagUrn(id)}`, { tag: tagUrn(id) });
  const { status, body } = await patch(
    [
      entity(urn, { globalTags: { patch: [tag('a')] } }),
      entity(urn, { globalTags: keyed({ tags: ['tag'] }, tag('b')) }),
      entity(urn, { status: { patch: [add('/removed', true)], forceGenericPatch: false } }),
    ],
    '?async=false',
  );
  t.equal(status, 200);
  t.strictSame(body, [{ urn, globalTags: {}, status: {} }]);
  t.match(await readAspect(urn, 'globalTags'), { tags: [{ tag: tagUrn('a') }, { tag: tagUrn('b') }] });
  t.strictSame(await readAspect(urn, 'status'), { removed: true });
  t.equal((await patch([entity(urn, { status: { patch: [add('/removed', false)] } })])).status, 202);
});

t.test('400 and 422: invalid bodies, of which nothing is written', async (t) => {
  const urn = freshDataset();
  const good = entity(urn, { status: {} });
  for (const [what, body, status, why] of [
    ['no list', good, 400, /must be a list of entities/],
    ['an empty list', [], 400, /must have at least one entity/],
    ['no object', [good, 1], 400, /\[1\] is not an object/],
    ['no URN', [good, { status: { value: {} } }], 400, /entityUrn/],
    ['a bad URN', [good, entity('urn:li:dataset:x', { status: {} })], 400, /wrong form/],
    [
      'another type',
      [good, entity('urn:li:tag:x', { status: {} })],
      400,
      /entityType "dataset" does not fit/,
    ],
    ['no aspects', [good, { urn }], 400, /\[1\] names no aspect/],
    ['no wrapper', [good, { urn, status: { removed: true } }], 400, /\[1\]\.status has no value/],
    ['an aspect that is no object', [good, { urn, status: null }], 400, /\[1\]\.status has no value/],
    ['a value that is no object', [good, entity(urn, { status: 1 })], 422, /must be a JSON object/],
    ['an invalid aspect', [good, entity(urn, { globalTags: { tags: 1 } })], 422, /globalTags does not fit/],
    [
      'a condition',
      [good, entity(urn, { ownership: {} }, { headers: { 'If-Version-Match': '1' } })],
      400,
      /the header "If-Version-Match" is not supported/,
    ],
    [
      'invalid system metadata',
      [good, entity(urn, { ownership: {} }, { systemMetadata: 'x' })],
      422,
      /systemMetadata/,
    ],
  ] as const) {
    t.match(await post(body), plainRefusal(status, why), what);
  }
  t.match(await writer.send('POST', entitiesUrl), plainRefusal(400, /must be a list/), 'no body');
  t.match(await post([good], '?async=maybe'), plainRefusal(400, /async/));
  t.match(await patch([entity(urn, { status: { patch: 1 } })]), plainRefusal(400, /not RFC 6902/));
  t.equal(await readAspect(urn, 'status'), null);
});

t.test('a refused batch names every bad proposal', async (t) => {
  const urn = freshDataset();
  const { body } = await post([
    entity(urn, { status: {} }),
    entity('urn:li:dataset:x', { status: {} }),
    entity(urn, { ownership: 1, globalTags: { tags: 1 } }),
  ]);
  t.match(body, {
    status: 400,
    error: 'Bad Request',
    message: /3 of 4 proposals are refused/,
    failureCount: 3,
    failures: [
      { index: 1, urn: 'urn:li:dataset:x', aspect: 'status', status: 400, reason: /wrong form/ },
      { index: 2, urn, aspect: 'ownership', status: 422, reason: /must be a JSON object/ },
      { index: 3, urn, aspect: 'globalTags', status: 422, reason: /does not fit its model/ },
    ],
  });
  t.equal(await readAspect(urn, 'status'), null);
});

t.test('createIfEntityNotExists refuses an entity that exists', async (t) => {
  const urn = freshDataset();
  const create = () => post([entity(urn, { status: {} })], '?async=false&createIfEntityNotExists=true');
  t.equal((await create()).status, 200);
  t.match(await create(), plainRefusal(409, /exists/));
});

t.test('other headers have no effect', async (t) => {
  const headers = { 'X-DataHub-Sync-Index-Update': 'true' };
  t.equal((await post([entity(freshDataset(), { status: {} }, { headers })])).status, 202);
});

t.test('403, 405, 413 and 415 have the form of the path family', async (t) => {
  const body = [entity(freshDataset(), { status: {} })];
  t.match(await reader.send('POST', entitiesUrl, body), plainRefusal(403, /./));
  t.match(await writer.send('PUT', entitiesUrl, body), plainRefusal(405, /PATCH, POST/));
  const type = { 'content-type': 'text/plain' };
  t.match(JSON.parse((await wire('POST', entitiesUrl, '[]', type)).text), plainRefusal(415, /json/).body);
  const large = `[${' '.repeat(catalog.config.ASPECT_BODY_LIMIT_BYTES)}]`;
  t.match(JSON.parse((await wire('POST', entitiesUrl, large)).text), plainRefusal(413, /./).body);
});
