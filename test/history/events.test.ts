import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { maxWaitingPerActor, pollWaits } from '../../src/history/events/waiting.js';
import { changeLogStore } from '../../src/history/log-store.js';
import type { Json } from '../../src/json/lossless-json.js';
import { ingestUrl, proposal } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { call, done, field, tagCatalog } from '../support/metadata.js';
import { clearDeletedTags } from '../support/tagged-entities.js';
import { waitFor } from '../support/wait-for.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
const reader = await catalog.user('reader', ['GET_PLATFORM_EVENTS']);

const path = (query: Record<string, string | number> = {}) =>
  `/openapi/v1/events/poll?${new URLSearchParams({ topic: 'PlatformEvent_v1', ...query } as Record<string, string>)}`;
const poll = (query: Record<string, string | number>, caller: Pick<Caller, 'get'> = reader) =>
  caller.get(path(query));
const end = async (): Promise<string> => (await poll({})).body.offsetId;
/** Reads all events after an offset, at once. */
const eventsAfter = async (offsetId: string, limit = 100) => {
  const { status, body } = await poll({ offsetId, limit, pollTimeoutSeconds: 0 });
  t.equal(status, 200);
  t.equal(body.count, body.events.length);
  return {
    offsetId: body.offsetId as string,
    events: body.events.map(({ contentType, value }: Record<string, string>) => {
      t.equal(contentType, 'application/json');
      const { header, name, payload } = JSON.parse(value!);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII
      t.match(payload, { contentType: 'application/json', value: /^[\x00-\x7f]*$/ });
      const event = JSON.parse(payload.value);
      t.strictSame(
        [name, header.timestampMillis, event.version],
        ['entityChangeEvent', event.auditStamp.time, 0],
      );
      return event;
    }),
  };
};
const column = (dataset: string, name: string) => `urn:li:schemaField:(${dataset},${name})`;

t.test('a client without an offset begins after the last change, even of a backlog', async (t) => {
  await catalog.dataset('a', 'b');
  const { status, body } = await poll({});
  t.strictSame({ status, ...body, offsetId: '' }, { status: 200, offsetId: '', count: 0, events: [] });
  t.match(JSON.parse(Buffer.from(body.offsetId, 'base64').toString()), {
    'PlatformEvent_v1-0': Number,
    epoch: String,
  });
  t.strictSame((await eventsAfter(body.offsetId)).events, []);
});

t.test('tags of an entity and of a column, in order, and in pages', async (t) => {
  const urn = await catalog.dataset('v.x', '[version=2.0].[type=int].a(b,c)');
  const [tag = ''] = await catalog.tags('тег 🏷');
  const start = await end();
  const places = [
    {},
    ...['v.x', '[version=2.0].[type=int].a(b,c)'].map((subResource) => ({
      subResource,
      subResourceType: 'DATASET_FIELD',
    })),
  ];
  for (const name of ['addTag', 'removeTag'] as const)
    for (const place of places)
      await call(editor, name, { input: { tagUrn: tag, resourceUrn: urn, ...place } });
  const { events } = await eventsAfter(start);
  const parameters = { tagUrn: tag, context: '{}', sourceDetails: '{}' };
  const expected = (operation: string) => {
    const common = { category: 'TAG', operation, modifier: tag, auditStamp: { actor: editor.urn } };
    const ofColumn = (fieldPath: string, encoded: string) => ({
      ...{ ...common, entityType: 'schemaField', entityUrn: column(urn, encoded) },
      parameters: { ...parameters, fieldPath, parentUrn: urn },
    });
    return [
      { ...common, entityType: 'dataset', entityUrn: urn, parameters },
      ofColumn('v.x', 'v.x'),
      ofColumn('[version=2.0].[type=int].a(b,c)', '[version=2.0].[type=int].a%28b%2Cc%29'),
    ];
  };
  t.match(events, [...expected('ADD'), ...expected('REMOVE')]);
  t.equal(events.length, 6);
  const paged = [];
  for (let offsetId = start, page = await eventsAfter(offsetId, 4); page.events.length > 0; ) {
    paged.push(...page.events);
    offsetId = page.offsetId;
    page = await eventsAfter(offsetId, 4);
  }
  t.strictSame(paged, events);
});

t.test(
  'the context of a tag is what was given, wherever the tag is, and so are the details of its source',
  async (t) => {
    const [tag = '', other = ''] = await catalog.tags('given', 'bare');
    const context = '{"propagated":"true","origin":"urn:li:dataset:é"}';
    const sourceDetail = { actor: 'urn:li:corpuser:__datahub_system', depth: '2' };
    const attribution = { time: 1, actor: editor.urn, source: 'urn:li:dataHubAction:x', sourceDetail };
    const tags = [
      { tag, context, attribution },
      { tag: other, context: '' },
    ];
    const none = { context: '{}', sourceDetails: '{}' };
    const all = {
      [tag]: { context, sourceDetails: JSON.stringify(sourceDetail) },
      [other]: { ...none, context: '' },
    };
    const columns = [{ fieldPath: 'a', globalTags: { tags } }];
    const places: readonly [name: string, withTags: object, without: object, urn?: string][] = [
      ['globalTags', { tags }, { tags: [] }],
      ['editableSchemaMetadata', { editableSchemaFieldInfo: columns }, { editableSchemaFieldInfo: [] }],
      ['schemaMetadata', { fields: [field('a', columns[0])] }, { fields: [field('a')] }],
      [
        'businessAttributeInfo',
        { fieldPath: 'a', name: 'a', globalTags: { tags } },
        { fieldPath: 'a', name: 'a' },
        'urn:li:businessAttribute:a',
      ],
    ];
    for (const [name, withTags, without, given] of places) {
      const urn = given ?? (await catalog.dataset('a'));
      const entityType = urn.split(':')[2]!;
      await catalog.put({ urn, entityType, name, value: without as Json });
      const start = await end();
      for (const value of [withTags, without])
        await catalog.put({ urn, entityType, name, value: value as Json });
      const { events } = await eventsAfter(start);
      const told = events.map(({ operation, parameters }: { operation: string; parameters: Json }) => {
        const { context, sourceDetails } = parameters;
        return [operation, parameters.tagUrn, { context, sourceDetails }];
      });
      const expected = ['ADD', 'REMOVE'].flatMap((operation) =>
        [tag, other].map((urn) => [operation, urn, all[urn]]),
      );
      t.strictSame(told, expected, name);
    }
  },
);

t.test(
  'events of removal, undo, deletion and restoration have the context, of several sources the first',
  async (t) => {
    const urn = await catalog.dataset('a');
    const [tag = ''] = await catalog.tags('followed');
    const owner = await catalog.user('owner', ['MANAGE_TAGS', 'EDIT_ENTITY', 'DELETE_ENTITY']);
    const from = (source: string) => ({
      ...{ tag, context: source },
      attribution: { time: 1, actor: owner.urn, source, sourceDetail: {} },
    });
    const start = await end();
    const value: Json = { tags: [from('one'), from('two')] };
    await catalog.put({ urn, entityType: 'dataset', name: 'globalTags', value });
    t.match(await call(owner, 'removeTag', { input: { tagUrn: tag, resourceUrn: urn } }), done);
    const newest = 'query ($urn: String!) { changes(input: { urn: $urn, count: 1 }) { changes { id } } }';
    const [{ id }] = (await catalog.read(newest, { urn })).changes.changes;
    t.match(await call(owner, 'undoChange', { id }), done);
    t.match(await call(owner, 'deleteTag', { urn: tag }), done);
    await clearDeletedTags(catalog.db);
    t.match(await call(owner, 'restoreTag', { urn: tag }), { status: 200, error: undefined });
    const { events } = await eventsAfter(start);
    const told = events
      .filter(({ category }: Json) => category === 'TAG')
      .map(({ operation, parameters }: { operation: string; parameters: Json }) => [
        operation,
        parameters.context,
      ]);
    t.strictSame(
      told,
      ['ADD', 'REMOVE', 'ADD', 'REMOVE', 'ADD'].map((operation) => [operation, 'one']),
    );
  },
);

t.test(
  'what is too long to be stored, or does not fit its model, is left out of events of tags',
  async (t) => {
    const [tag = ''] = await catalog.tags('odd');
    const odd = [
      { context: 'x'.repeat(20_000) },
      { context: 5, attribution: { sourceDetail: 'x' } },
      { attribution: [] },
      { attribution: { sourceDetail: { ['__proto__']: '1' } } },
    ];
    const expected = [
      ...Array.from({ length: 3 }, () => ({ context: '{}', sourceDetails: '{}' })),
      { context: '{}', sourceDetails: '{"__proto__":"1"}' },
    ];
    for (const [name, toValue] of [
      ['globalTags', (tags: object[]) => ({ tags })],
      ['schemaMetadata', (tags: object[]) => ({ fields: [field('a', { globalTags: { tags } })] })],
    ] as const) {
      const urn = await catalog.dataset('a');
      const start = await end();
      for (const one of odd)
        for (const tags of [[{ tag, ...one }], []])
          await catalog.put({ urn, entityType: 'dataset', name, value: toValue(tags) as Json });
      const { events } = await eventsAfter(start);
      const told = events.map(({ parameters: { context, sourceDetails } }: { parameters: Json }) => ({
        ...{ context, sourceDetails },
      }));
      t.strictSame(
        told,
        expected.flatMap((one) => [one, one]),
        name,
      );
    }
  },
);

t.test('each category has the operations and parameters of DataHub', async (t) => {
  const urn = await catalog.dataset();
  const start = await end();
  const owner = 'urn:li:corpuser:o';
  const stamp = { time: 1, actor: owner };
  const property = 'urn:li:structuredProperty:p';
  const term = 'urn:li:glossaryTerm:t';
  const long = 'x'.repeat(5_000);
  const schema = (...fields: object[]) => ({ fields });
  const typeUrn = 'urn:li:ownershipType:__system__data_steward';
  const steps: readonly [name: string, value: object][] = [
    ['schemaMetadata', schema(field('a'), field('b', { description: 'old' }))],
    [
      'schemaMetadata',
      schema(
        field('a', { nativeDataType: 'int', nullable: true }),
        field('b', { nullable: true, description: 'new' }),
      ),
    ],
    ['editableDatasetProperties', { description: 'd' }],
    ['editableDatasetProperties', { description: long }],
    ['editableDatasetProperties', {}],
    ['ownership', { owners: [{ owner, type: 'DATAOWNER' }], lastModified: stamp }],
    ['ownership', { owners: [{ owner, type: 'CUSTOM', typeUrn }], lastModified: stamp }],
    [
      'ownership',
      {
        owners: [
          { owner, type: 'CUSTOM', typeUrn },
          { owner, type: 'PRODUCER' },
        ],
        lastModified: stamp,
      },
    ],
    ['ownership', { owners: [{ owner, type: 'CUSTOM', typeUrn }], lastModified: stamp }],
    ['ownership', { owners: [], lastModified: stamp }],
    ['domains', { domains: ['urn:li:domain:d'] }],
    ['glossaryTerms', { terms: [{ urn: term }], auditStamp: stamp }],
    ['deprecation', { deprecated: true, note: 'n', actor: owner }],
    ['deprecation', { deprecated: true, note: 'another', actor: owner }],
    ['deprecation', { deprecated: false, note: '', actor: owner }],
    [
      'structuredProperties',
      { properties: [{ propertyUrn: property, values: [{ string: 'v' }, { double: 2.5 }] }] },
    ],
    ['structuredProperties', { properties: [] }],
    [
      'institutionalMemory',
      { elements: [{ url: 'https://x.test', description: 'link', createStamp: stamp }] },
    ],
    ['status', { removed: true }],
    ['status', { removed: false }],
    ['status', { removed: false }],
  ];
  for (const [name, value] of steps)
    await catalog.put({ urn, entityType: 'dataset', name, value: value as Json });
  const { events } = await eventsAfter(start);
  const schemaEvent = (operation: string, path: string, more: object) => ({
    ...{ entityUrn: urn, category: 'TECHNICAL_SCHEMA', operation, modifier: column(urn, path) },
    parameters: { fieldPath: path, fieldUrn: column(urn, path), ...more },
  });
  const ofColumn = {
    entityUrn: column(urn, 'b'),
    entityType: 'schemaField',
    category: 'DOCUMENTATION',
    modifier: 'b',
  };
  const document = { entityUrn: urn, entityType: 'dataset', category: 'DOCUMENTATION' };
  const withOwner = (operation: string, more: object) => ({
    ...{ category: 'OWNER', operation, modifier: owner, parameters: { ownerUrn: owner, ...more } },
  });
  const steward = { ownerType: 'DATA_STEWARD', ownerTypeUrn: typeUrn };
  const deprecated = (status: string) => ({
    ...{ category: 'DEPRECATION', operation: 'MODIFY', modifier: status, parameters: { status } },
  });
  const propertyValues = { propertyUrn: property, propertyValues: '["v",2.5]' };
  const withProperty = { category: 'STRUCTURED_PROPERTY', modifier: property, parameters: propertyValues };
  const expected = [
    schemaEvent('ADD', 'a', { nullable: false }),
    schemaEvent('ADD', 'b', { nullable: false }),
    { ...ofColumn, operation: 'ADD', parameters: { description: 'old' } },
    schemaEvent('MODIFY', 'a', { nullable: true, modificationCategory: 'TYPE_CHANGE' }),
    schemaEvent('MODIFY', 'b', { nullable: true, modificationCategory: 'OTHER' }),
    { ...ofColumn, operation: 'MODIFY', parameters: { description: 'new' } },
    { ...document, operation: 'ADD', parameters: { description: 'd' } },
    { ...document, operation: 'MODIFY', parameters: undefined },
    { ...document, operation: 'REMOVE', parameters: undefined },
    withOwner('ADD', { ownerType: 'DATAOWNER' }),
    withOwner('MODIFY', steward),
    withOwner('ADD', { ownerType: 'PRODUCER' }),
    withOwner('REMOVE', { ownerType: 'PRODUCER' }),
    withOwner('REMOVE', steward),
    {
      category: 'DOMAIN',
      operation: 'ADD',
      modifier: 'urn:li:domain:d',
      parameters: { domainUrn: 'urn:li:domain:d' },
    },
    { category: 'GLOSSARY_TERM', operation: 'ADD', modifier: term, parameters: { termUrn: term } },
    deprecated('DEPRECATED'),
    deprecated('ACTIVE'),
    { ...withProperty, operation: 'ADD' },
    { ...withProperty, operation: 'REMOVE' },
    { category: 'LIFECYCLE', operation: 'SOFT_DELETE', modifier: undefined, parameters: undefined },
    { category: 'LIFECYCLE', operation: 'REINSTATE', modifier: undefined, parameters: undefined },
  ];
  const told = events.map(({ auditStamp, version, ...event }: Record<string, unknown>) => event);
  for (const [index, event] of expected.entries()) t.match(told[index], event);
  t.equal(told.length, expected.length);
});

t.test('an aspect that does not fit its model stops no reader', async (t) => {
  const urn = await catalog.dataset();
  const start = await end();
  const wrong = [5, 'x', {}, true, [5], ['abc'], [null], [[]], [{}], [[1]], [{ a: { b: 1 } }]];
  for (const values of wrong)
    await catalog.put({
      ...{ urn, entityType: 'dataset', name: 'structuredProperties' },
      value: { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values }] } as unknown as Json,
    });
  const { events } = await eventsAfter(start);
  t.strictSame(
    events.map(({ parameters }: { parameters: { propertyValues: string } }) =>
      JSON.parse(parameters.propertyValues),
    ),
    [5, 'x', {}, true, [5], ['abc'], [null], [null], [null], [1], [{ b: 1 }]],
  );
});

t.test('changes that are no events of DataHub are left out, and the offset goes past them', async (t) => {
  const [tag = ''] = await catalog.tags('renamed');
  const start = await end();
  await call(editor, 'setTagColor', { urn: tag, colorHex: '#aabbcc' });
  const { offsetId, events } = await eventsAfter(start);
  t.strictSame(events, []);
  t.not(offsetId, start);
});

t.test('an empty answer is held, and ends with the next change', async (t) => {
  const urn = await catalog.dataset();
  const [tag] = await catalog.tags('held');
  const offsetId = await end();
  const began = performance.now();
  t.match(await poll({ offsetId, pollTimeoutSeconds: 1 }), {
    status: 200,
    body: { count: 0, events: [], offsetId },
  });
  t.ok(performance.now() - began > 950);
  const held = poll({ offsetId });
  await sleep(50);
  await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: urn } });
  t.match(await held, { status: 200, body: { count: 1 } });
});

t.test('the log is not looked at for polls that have ended', async (t) => {
  const log = changeLogStore(catalog.db);
  const looks: number[] = [];
  const hasMore = (afterSeq: number) => {
    looks.push(afterSeq);
    return log.hasMore(afterSeq);
  };
  const { signal } = new AbortController();
  const poll = {
    actorUrn: editor.urn,
    afterSeq: Number.MAX_SAFE_INTEGER,
    signal,
    check: async () => undefined,
  };
  const waits = pollWaits({ ...log, hasMore });
  await waits.wait({ ...poll, ms: 1 });
  await sleep(300);
  t.strictSame(looks, []);
  await waits.wait({ ...poll, ms: 300 });
  t.strictSame(looks, [poll.afterSeq]);
});

t.test('who has lost its right or its token is refused, also while it waits', async (t) => {
  const offsetId = await end();
  const leaving = await catalog.user('leaving', ['GET_PLATFORM_EVENTS']);
  const held = poll({ offsetId }, leaving);
  await sleep(50);
  const began = performance.now();
  await catalog.db.query(`UPDATE policies SET state = 'INACTIVE' WHERE id = 'leaving-platform'`);
  t.match(await held, { status: 403, body: { missingPrivileges: ['GET_PLATFORM_EVENTS'] } });
  t.ok(performance.now() - began < 9_000, 'before its ten seconds are over');
  await catalog.db.query(`UPDATE policies SET state = 'ACTIVE' WHERE id = 'leaving-platform'`);
  const other = poll({ offsetId }, leaving);
  await sleep(50);
  await catalog.db.query('UPDATE access_tokens SET revoked_at = 1 WHERE actor_urn = $1', [leaving.urn]);
  t.match(await other, { status: 401 });
});

t.test('topics, rights and wrong values', async (t) => {
  for (const topic of ['MetadataChangeLog_Versioned_v1', 'MetadataChangeLog_Timeseries_v1', 'x', ''])
    t.match(await poll({ topic }), { status: 403, body: '' });
  t.match(await poll({}, editor), { status: 403, body: { missingPrivileges: ['GET_PLATFORM_EVENTS'] } });
  t.match(await poll({}, catalog.anonymous), { status: 401 });
  t.match(await reader.get('/openapi/v1/events/poll'), { status: 400, body: { message: /topic/ } });
  for (const [name, value] of [
    ...['0', '-1', '1.5', 'x', ''].map((one) => ['limit', one] as const),
    ...['-1', 'x'].map((one) => ['pollTimeoutSeconds', one] as const),
    ...['-1', 'x'].map((one) => ['lookbackWindowDays', one] as const),
    ...['', 'x', btoa('1'), btoa('{"PlatformEvent_v1-0":-1}'), btoa('null'), 'a'.repeat(9_999)].map(
      (one) => ['offsetId', one] as const,
    ),
  ])
    t.match(
      await poll({ [name]: value }),
      { status: 400, body: { message: new RegExp(name) } },
      `${name}=${value}`,
    );
  t.match(await poll({ limit: 999_999, pollTimeoutSeconds: 99 }), { status: 200 });
});

t.test('a pipeline stores its offset as a platform resource, and reads it back', async (t) => {
  const pipeline = await catalog.user('pipeline', ['EDIT_ENTITY'], { type: 'platformResource', urns: [] });
  const urn = 'urn:li:platformResource:6d2f0c1c0e6f4f0f9c1f2d3e4f5a6b7c';
  const read = () => pipeline.get(`/aspects/${urn}?aspect=platformResourceInfo&version=0`);
  t.match(await read(), { status: 404 });
  const info = {
    resourceType: 'eventConsumerState',
    primaryKey: 'urn:li:dataHubAction:print',
    value: {
      blob: '{"offset_id":"x"}',
      contentType: 'JSON',
      schemaType: 'JSON',
      schemaRef: 'EventConsumerState@1',
    },
  };
  for (const blob of ['{"offset_id":"x"}', '{"offset_id":"y"}']) {
    const value = { ...info, value: { ...info.value, blob } };
    t.match(
      await pipeline.post(ingestUrl, {
        proposal: proposal(urn, 'platformResourceInfo', value),
        async: 'false',
      }),
      {
        status: 200,
      },
    );
    t.match(await read(), {
      body: { aspect: { 'com.linkedin.platformresource.PlatformResourceInfo': value } },
    });
  }
});

t.test('an offset that the log does not have continues at the oldest change', async (t) => {
  const current = JSON.parse(Buffer.from(await end(), 'base64').toString());
  const oldest = (await poll({ lookbackWindowDays: 1, limit: 1 })).body;
  t.equal(oldest.count, 1);
  for (const other of [{ epoch: 'x' }, { epoch: undefined }, { 'PlatformEvent_v1-0': 999_999 }])
    t.strictSame(
      (await poll({ offsetId: btoa(JSON.stringify({ ...current, ...other })), limit: 1 })).body,
      oldest,
    );
  await catalog.db.query('UPDATE change_events SET time = 1 WHERE seq <= 3');
  const { value } = (await poll({ lookbackWindowDays: 1, limit: 1 })).body.events[0];
  t.not(value, oldest.events[0].value);
});

t.test('each caller may have so many polls that wait, and all end when the service stops', async (t) => {
  await catalog.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = catalog.app.server.address() as { port: number };
  const offsetId = await end();
  const headers = { authorization: `Bearer ${reader.token}` };
  const url = (base: string) => `${base}${path({ offsetId })}`;
  const waiting = Array.from({ length: maxWaitingPerActor }, () =>
    fetch(url(`http://127.0.0.1:${port}`), { headers }),
  );
  const count = async () => Number(/catalog_event_polls_waiting (\d+)/.exec(await metrics())?.[1]);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  await waitFor(async () => (await count()) === maxWaitingPerActor);
  const refused = await fetch(url(`http://127.0.0.1:${port}`), { headers });
  t.match(
    [refused.status, refused.headers.get('retry-after'), await refused.json()],
    [429, '5', { message: /20 polls of urn:li:corpuser:reader wait/ }],
  );
  t.match(await metrics(), /catalog_events_total\{result="sent"\} [1-9]/);
  // While they wait, the caller's other requests have the whole share of connections.
  t.match(await reader.graphql('{ listTags(input: {}) { total } }'), { status: 200 });
  const gone = await catalog.user('gone', ['GET_PLATFORM_EVENTS']);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET ${path({ offsetId })} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gone.token}\r\n\r\n`,
  );
  await waitFor(async () => (await count()) === maxWaitingPerActor + 1);
  socket.destroy();
  await once(socket, 'close');
  await waitFor(async () => (await count()) === maxWaitingPerActor);
  const began = performance.now();
  await catalog.app.close();
  t.ok(performance.now() - began < 9_000, 'before their ten seconds are over');
  for (const answer of await Promise.all(waiting)) t.match(await answer.json(), { count: 0, offsetId });
});
