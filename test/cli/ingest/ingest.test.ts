import t from 'tap';
import { testCatalog } from '../../support/catalog.js';
import { fakeCommands } from '../../support/fake-commands.js';

const urn = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const proposal = (name: string, aspectName: string, json: object, more: object = {}) => ({
  entityType: 'dataset',
  entityUrn: urn(name),
  changeType: 'UPSERT',
  aspectName,
  aspect: { json },
  ...more,
});
const lines = (...items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n');

async function service(env: Record<string, string> = {}) {
  const catalog = await testCatalog(t, { env });
  const url = await catalog.app.listen({ host: '127.0.0.1', port: 0 });
  const editor = await catalog.user('editor', ['EDIT_ENTITY', 'CREATE_TAGS', 'MANAGE_TAGS']);
  return { ...catalog, url, editor, remote: { url, token: editor.token } };
}

const { url, editor, remote, user } = await service();

t.test('an array of the file sink is ingested', async (t) => {
  const items = [
    proposal('häuser', 'datasetProperties', { name: 'Häuser', description: '家 😀' }),
    proposal('häuser', 'globalTags', { tags: [{ tag: 'urn:li:tag:pii' }] }),
    proposal(
      'häuser',
      'datasetProfile',
      { timestampMillis: 5, rowCount: 7 },
      { systemMetadata: { runId: 'r' } },
    ),
    proposal('häuser', 'globalTags', [{ op: 'remove', path: '/tags/urn:li:tag:pii' }], {
      changeType: 'PATCH',
    }),
  ];
  const folder = t.testdir({ 'out.json': JSON.stringify(items, null, 4), token: `${editor.token}\n` });

  const { run, printed, infoLines } = fakeCommands();
  await run('ingest', `${folder}/out.json`, '--server', `${url}/gms/`, '--token-file', `${folder}/token`);
  t.same([printed, infoLines], [['proposals: 4 written, 0 refused'], []]);

  const { body } = await editor.get(`/entitiesV2/${encodeURIComponent(urn('häuser'))}`);
  t.same(body.aspects.datasetProperties.value, { name: 'Häuser', description: '家 😀' });
  t.same(body.aspects.globalTags.value, { tags: [] });
  const request = { urn: urn('häuser'), entity: 'dataset', aspect: 'datasetProfile' };
  const profiles = await editor.post('/aspects?action=getTimeseriesAspectValues', request);
  t.match(profiles.body.value.values, [{ aspect: { value: '{"timestampMillis":5,"rowCount":7}' } }]);
});

t.test('JSON lines are read from standard input, server and token from the environment', async (t) => {
  const stdin = lines(
    ...[1, 2, 3, 4, 5].map((i) => proposal(`t${i}`, 'datasetProperties', { name: `T${i}` })),
  );
  const { run, printed } = fakeCommands({ remote, stdin });
  await run('ingest', '-', '--batch-size', '2');
  t.same(printed, ['proposals: 5 written, 0 refused']);
  const { body } = await editor.get(`/aspects/${encodeURIComponent(urn('t5'))}?aspect=datasetProperties`);
  t.match(Object.values(body.aspect), [{ name: 'T5' }]);
});

t.test('rejected proposals are reported with their location, and the others are written', async (t) => {
  const good = (i: number) => proposal(`t${i}`, 'status', { removed: false });
  const stdin = [
    ...[1, 2, 3].map((i) => JSON.stringify(good(i))),
    '{"entityUrn": ',
    JSON.stringify(proposal('bad', 'globalTags', { tags: 'none' })),
    ...[6, 7].map((i) => JSON.stringify(good(i))),
    JSON.stringify({ ...good(8), entityUrn: 'urn:li:dataset:none' }),
    JSON.stringify(good(9)),
  ].join('\n');
  const { run, printed, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-'), {
    name: 'CommandFailed',
    message: 'proposals: 6 written, 2 refused; records refused: 1 of 9',
  });
  t.match(infoLines, [
    /^record 4 \(line 4\): is not JSON: /,
    /^record 5 \(line 5\): 422 .*globalTags.*tags/,
    /^record 8 \(line 8\): 400 .*urn:li:dataset:none/,
  ]);
  t.same([infoLines.length, printed], [3, []]);
  for (const i of [1, 2, 3, 6, 7, 9]) {
    t.equal((await editor.get(`/aspects/${encodeURIComponent(urn(`t${i}`))}?aspect=status`)).status, 200);
  }
});

t.test('events are written aspect by aspect, and a rejected aspect is told with its record', async (t) => {
  const event = (of: string, aspects: object, prefix = 'com.linkedin.pegasus2avro.') => ({
    auditHeader: null,
    proposedSnapshot: {
      [`${prefix}metadata.snapshot.DatasetSnapshot`]: {
        urn: of,
        aspects: Object.entries(aspects).map(([record, value]) => ({ [`${prefix}${record}`]: value })),
      },
    },
    proposedDelta: null,
  });
  const properties = { description: { string: 'Häuser' }, uri: null, customProperties: { a: 'b' } };
  const items = [
    event(urn('alt'), { 'dataset.DatasetProperties': properties, 'common.Status': { removed: false } }),
    event(
      urn('alt'),
      { 'common.GlobalTags': { tags: [{ tag: 'urn:li:tag:pii' }] }, 'common.Ownership': 7 },
      'com.linkedin.',
    ),
    event(urn('alt'), { 'common.Status': { removed: true }, 'common.Other': {} }),
    proposal('alt', 'subTypes', { typeNames: ['Table'] }),
  ];
  const { run, infoLines } = fakeCommands({ remote, stdin: lines(...items) });
  await t.rejects(run('ingest', '-'), {
    message: 'proposals: 4 written, 1 refused; records refused: 1 of 4',
  });
  t.match(infoLines.sort(), [
    /^record 2 \(line 2\), ownership: 422 /,
    /^record 3 \(line 3\): "com.linkedin.common.Other"/,
  ]);
  const { aspects } = (await editor.get(`/entitiesV2/${encodeURIComponent(urn('alt'))}`)).body;
  t.same(aspects.datasetProperties.value, { description: 'Häuser', customProperties: { a: 'b' } });
  t.same(aspects.status.value, { removed: false });
  t.same(Object.keys(aspects).sort(), [
    'browsePathsV2',
    'datasetKey',
    'datasetProperties',
    'globalTags',
    'status',
    'subTypes',
  ]);
});

t.test('a batch that is too large for the service is split', async (t) => {
  const { remote } = await service({ ASPECT_BODY_LIMIT_BYTES: '2000' });
  const long = (i: number, length: number) =>
    proposal(`t${i}`, 'datasetProperties', { description: 'x'.repeat(length) });
  const stdin = lines(long(1, 800), long(2, 800), long(3, 5_000), long(4, 800));
  const { run, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-'), { message: 'proposals: 3 written, 1 refused' });
  t.match(infoLines, [/^record 3 \(line 3\): 413 /]);
});

t.test('the refused proposals of a batch are left out in one further request', async (t) => {
  const { app, editor, remote } = await service();
  const requests: string[] = [];
  app.server.on('request', ({ url }) => requests.push(url!));
  const stdin = lines(
    ...Array.from({ length: 250 }, (_, i) =>
      proposal(`r${i}`, 'status', { removed: i % 5 === 0 ? 'no' : false }),
    ),
  );
  const { run, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-'), { message: 'proposals: 200 written, 50 refused' });
  t.equal(infoLines.length, 50);
  t.match(infoLines[1], /^record 6 \(line 6\): 422 the aspect status does not fit/);
  t.equal(requests.filter((url) => url.includes('Batch')).length, 2);
  t.equal((await editor.get(`/aspects/${encodeURIComponent(urn('r249'))}?aspect=status`)).status, 200);
});

t.test('--atomic writes nothing of a batch with a refused proposal, and continues', async (t) => {
  const good = (i: number) => JSON.stringify(proposal(`atomic${i}`, 'status', { removed: false }));
  const bad = JSON.stringify(proposal('atomicBad', 'status', { removed: 1 }));
  const stdin = [
    ...[good(1), bad, good(3), bad],
    ...[good(5), '{', good(7), bad],
    ...[good(9), good(10), good(11), good(12)],
    bad,
  ].join('\n');
  const { run, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-', '--atomic', '--batch-size', '4'), {
    message:
      'proposals: 4 written, 4 refused, 4 not written because of another proposal in their batch; records refused: 1 of 13',
  });
  t.match(infoLines, [
    /^record 2 \(line 2\): 422 /,
    /^record 4 \(line 4\): 422 /,
    /^record 1 \(line 1\) to record 4 \(line 4\): this batch is not written$/,
    /^record 6 \(line 6\): is not JSON/,
    /^record 8 \(line 8\): 422 /,
    /^record 5 \(line 5\) to record 8 \(line 8\): this batch is not written$/,
    /^record 13 \(line 13\): 422 /,
    /^record 13 \(line 13\): this batch is not written$/,
  ]);
  for (const [i, status] of [
    [1, 404],
    [3, 404],
    [5, 404],
    [7, 404],
    [9, 200],
    [12, 200],
  ]) {
    const found = await editor.get(`/aspects/${encodeURIComponent(urn(`atomic${i}`))}?aspect=status`);
    t.equal(found.status, status, `${i}`);
  }
});

t.test('--atomic counts refused proposals that the answer does not name', async (t) => {
  const bad = (i: number) => proposal(`many${i}`, 'status', { removed: 1 });
  const all = Array.from({ length: 130 }, (_, i) => bad(i));
  const stdin = [...lines(...all, proposal('many', 'status', {})).split('\n'), 'no JSON'].join('\n');
  const { run, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-', '--atomic'), {
    message:
      'proposals: 0 written, 130 refused, 1 not written because of another proposal in their batch; records refused: 1 of 132',
  });
  t.match(infoLines.at(-1), /: this batch is not written; 30 more proposals are refused$/);
});

t.test('--atomic counts items that are no proposals in their own batch only', async (t) => {
  const stdin = [
    'no JSON',
    'no JSON',
    ...lines(proposal('own1', 'status', {}), proposal('own2', 'status', {})).split('\n'),
  ];
  const { run, infoLines } = fakeCommands({ remote, stdin: stdin.join('\n') });
  await t.rejects(run('ingest', '-', '--atomic', '--batch-size', '2'), {
    message: 'proposals: 2 written, 0 refused; records refused: 2 of 4',
  });
  t.match(infoLines, [/^record 1 \(line 1\): is not JSON/, /^record 2 \(line 2\): is not JSON/]);
});

t.test('--atomic does not split a batch that is too large', async (t) => {
  const { remote } = await service({ ASPECT_BODY_LIMIT_BYTES: '2000' });
  const long = (i: number) => proposal(`long${i}`, 'datasetProperties', { description: 'x'.repeat(800) });
  const { run, infoLines } = fakeCommands({ remote, stdin: lines(long(1), long(2), long(3)) });
  await t.rejects(run('ingest', '-', '--atomic'), {
    message: 'proposals: 0 written, 0 refused, 3 not written because of another proposal in their batch',
  });
  t.match(infoLines, [/^record 1 \(line 1\) to record 3 \(line 3\): 413 /]);
});

t.test('without the privilege, each proposal is reported in one line', async (t) => {
  const { token } = await user('nobody');
  const stdin = lines(proposal('a', 'status', {}), proposal('b', 'status', {}));
  const { run, infoLines } = fakeCommands({ remote: { url, token }, stdin });
  await t.rejects(run('ingest', '-'), { message: 'proposals: 0 written, 2 refused' });
  t.match(infoLines, [/^record 1 \(line 1\): 403 /, /^record 2 \(line 2\): 403 /]);
});

t.test('the items before the end of a truncated input are written', async (t) => {
  const stdin = `[${JSON.stringify(proposal('a', 'status', {}))}, {`;
  const { run, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-'), {
    name: 'CommandFailed',
    message:
      /^The input ends within brackets.*\nStopped: proposals: 1 written, 0 refused; records refused: 1; the rest was not sent\.$/,
  });
  t.match(infoLines, [/^record 2 \(line 1\): is not JSON/]);
});

t.test('a usage aggregation becomes an event, and a wrong one is refused as a record', async (t) => {
  const usage = {
    bucket: 1_700_000_000_000,
    duration: 'DAY',
    resource: urn('used'),
    metrics: { uniqueUserCount: 2, users: [{ user: 'urn:li:corpuser:ann', count: 3, userEmail: null }] },
  };
  const { run, infoLines } = fakeCommands({
    remote,
    stdin: lines(usage, { ...usage, duration: 'MINUTE' }, { ...usage, resource: 'urn:li:chart:(looker,x)' }),
  });
  await t.rejects(run('ingest', '-'), {
    message: 'proposals: 1 written, 1 refused; records refused: 1 of 3',
  });
  t.match(infoLines, [/^record 2 \(line 2\): has a bucket.*duration/, /^record 3 \(line 3\): 422 .*dataset/]);
  const request = { urn: urn('used'), entity: 'dataset', aspect: 'datasetUsageStatistics' };
  const { body } = await editor.post('/aspects?action=getTimeseriesAspectValues', request);
  t.same(
    body.value.values.map(({ aspect }: { aspect: { value: string } }) => JSON.parse(aspect.value)),
    [
      {
        timestampMillis: 1_700_000_000_000,
        eventGranularity: { unit: 'DAY', multiple: 1 },
        uniqueUserCount: 2,
        userCounts: [{ user: 'urn:li:corpuser:ann', count: 3 }],
      },
    ],
  );
});

t.test('a name that no aspect has is warned of once, and refused', async (t) => {
  const stdin = lines(
    proposal('w1', 'datasetPropertis', { name: 'a' }),
    proposal('w2', 'datasetPropertis', { name: 'a' }),
    proposal('w1', 'datasetProperties', { name: 'a' }),
    proposal('w1', 'datasetProfile', { timestampMillis: 5 }),
    proposal('w1', 'datasetKey', { platform: 'urn:li:dataPlatform:hive', name: 'w1', origin: 'PROD' }),
  );
  const { run, infoLines } = fakeCommands({ remote, stdin });
  await t.rejects(run('ingest', '-'), { message: 'proposals: 3 written, 2 refused' });
  const problem = /"datasetPropertis" is not an aspect of DataHub; the nearest name is datasetProperties/;
  t.match(infoLines[0], /^record 1 \(line 1\): warning: /);
  t.match(infoLines[0], problem);
  t.equal(infoLines.filter((line) => line.includes('warning')).length, 1);
  t.equal(infoLines.filter((line) => problem.test(line)).length, 3, 'and each refusal names it');
});

t.test('what the service warns of is printed', async (t) => {
  const { token } = await user('manager', ['MANAGE_POLICIES']);
  const policy = {
    entityType: 'dataHubPolicy',
    entityUrn: 'urn:li:dataHubPolicy:warned',
    changeType: 'UPSERT',
    aspectName: 'dataHubPolicyInfo',
    aspect: {
      json: {
        ...{ displayName: 'a "b"', description: '', type: 'PLATFORM', state: 'ACTIVE' },
        ...{ privileges: ['CREATE_TAGS'], actors: { users: ['urn:li:corpuser:"x"'] } },
      },
    },
  };
  const { run, printed, infoLines } = fakeCommands({ remote: { url, token }, stdin: lines(policy) });
  await run('ingest', '-');
  t.same(printed, ['proposals: 1 written, 0 refused']);
  t.same(infoLines, [
    'warning: urn:li:dataHubPolicy:warned: these users and groups do not exist here: urn:li:corpuser:"x"',
  ]);
});

t.test('an element after a missing comma is refused', async (t) => {
  const [first, second, third] = [1, 2, 3].map((i) => JSON.stringify(proposal(`c${i}`, 'status', {})));
  const { run, infoLines } = fakeCommands({ remote, stdin: `[${first} ${second}, ${third}]` });
  await t.rejects(run('ingest', '-'), {
    message: 'proposals: 2 written, 0 refused; records refused: 1 of 3',
  });
  t.same(infoLines, ['record 2 (line 1): has no comma before it']);
});

t.test('an empty input is no error', async (t) => {
  const { run, printed } = fakeCommands({ remote, stdin: '[]' });
  await run('ingest', '-');
  t.same(printed, ['proposals: 0 written, 0 refused']);
});
