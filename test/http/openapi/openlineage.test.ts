import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { Json } from '../../../src/json/lossless-json.js';
import { aspectCatalog, prefixes, proposal } from '../../support/aspects.js';
import type { Caller } from '../../support/catalog.js';
import { plainRefusal } from '../../support/openapi.js';
import {
  column,
  dataset,
  event,
  flowUrn,
  jobUrn,
  lineageUrl,
  madeFrom,
  readEntity,
  readStates,
  runId,
  runUrn,
  start,
  table,
} from '../../support/openlineage.js';

const [orders, customers] = [dataset('postgres', 'shop.orders'), dataset('postgres', 'shop.customers')];
const report = dataset('s3', 'lake/report');

const schema = {
  schema: {
    fields: [
      { name: 'id', type: 'BIGINT' },
      { name: 'name', type: 'VARCHAR(20)' },
    ],
  },
};
const parent = {
  _producer: 'https://github.com/apache/airflow',
  run: { runId: '01936893-9751-7b10-a4a7-000000000000' },
  job: { namespace: 'warehouse', name: 'nightly' },
};
const facets = {
  nominalTime: { nominalStartTime: '2024-12-31T00:00:00Z' },
  processing_engine: { name: 'Airflow', version: '2.9.1' },
  parent,
};
const output = table(
  '/report/',
  {
    columnLineage: {
      fields: { id: madeFrom('shop.orders', 'id', [{ type: 'DIRECT', subtype: 'IDENTITY' }]) },
    },
  },
  's3a://lake',
);
const job = {
  ...{ namespace: 'warehouse', name: 'nightly.load' },
  facets: {
    jobType: { integration: 'AIRFLOW', jobType: 'TASK', processingType: 'BATCH' },
    documentation: { description: 'Loads the report.' },
    sql: { query: 'SELECT id FROM shop.orders' },
    ownership: { owners: [{ name: 'ann', type: 'DATA_STEWARD' }, { name: 'team:shop' }] },
    tags: {
      tags: [
        { key: 'nightly', value: 'true' },
        { key: 'column', value: '', field: 'id' },
      ],
    },
  },
};

/** The events of a run, each of which names other things. */
const events: readonly Json[] = [
  event('START', 0, { inputs: [table('shop.orders', schema)], run: { runId, facets } }),
  event('RUNNING', 5, { inputs: [table('shop.customers')], job }),
  event('OTHER', 7, { run: { runId, facets: { processing_engine: { name: 'Airflow', version: '2.9.2' } } } }),
  event('COMPLETE', 9, { outputs: [output] }),
];

const everything = async (by: Caller) => ({
  states: await readStates(by),
  ...Object.fromEntries(
    await Promise.all(
      [flowUrn, jobUrn, runUrn, orders, customers, report].map(async (urn) => [
        urn,
        await readEntity(by, urn),
      ]),
    ),
  ),
});

async function open(t: Parameters<typeof aspectCatalog>[0]) {
  const catalog = await aspectCatalog(t);
  const { writer } = catalog;
  async function send(...bodies: readonly Json[]) {
    for (const body of bodies) {
      const { status, body: answer } = await writer.post(lineageUrl, body);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`);
    }
  }
  const read = (urn: string) => readEntity(writer, urn);
  return { ...catalog, send, read };
}

t.test('a run becomes a flow, a job, a run with its states, and lineage', async (t) => {
  const { send, writer } = await open(t);
  await send(...events);
  const found = await everything(writer);
  t.match(found[flowUrn], {
    dataFlowInfo: { name: 'nightly', customProperties: { processingEngineVersion: '2.9.2' } },
    status: { removed: false },
  });
  t.match(found[jobUrn], {
    dataJobInfo: {
      ...{ name: 'load', type: { string: 'airflow' }, flowUrn, description: 'Loads the report.' },
      customProperties: { jobType: 'TASK', integration: 'AIRFLOW', processingType: 'BATCH' },
    },
    dataJobInputOutput: {
      inputDatasetEdges: [{ destinationUrn: customers }, { destinationUrn: orders }],
      outputDatasetEdges: [{ destinationUrn: report }],
      inputDatajobEdges: [{ destinationUrn: `urn:li:dataJob:(${flowUrn},nightly)` }],
    },
    dataTransformLogic: {
      transforms: [{ queryStatement: { value: 'SELECT id FROM shop.orders', language: 'SQL' } }],
    },
    globalTags: { tags: [{ tag: 'urn:li:tag:nightly' }] },
    ownership: {
      owners: [
        { owner: 'urn:li:corpuser:ann', type: 'DATA_STEWARD' },
        { owner: 'urn:li:corpuser:team:shop', type: 'TECHNICAL_OWNER' },
      ],
    },
    subTypes: { typeNames: ['TASK'] },
  });
  t.match(found[runUrn], {
    dataProcessInstanceProperties: {
      ...{ name: runId, created: { time: Date.UTC(2024, 11, 31), actor: writer.urn } },
      customProperties: { nominalStartTime: '2024-12-31T00:00:00.000Z' },
    },
    dataProcessInstanceRelationships: {
      parentTemplate: jobUrn,
      parentInstance: 'urn:li:dataProcessInstance:01936893-9751-7b10-a4a7-000000000000',
    },
    dataProcessInstanceInput: { inputs: [customers, orders] },
    dataProcessInstanceOutput: { outputs: [report] },
  });
  t.match(found.states, [
    {
      timestampMillis: start + 9_000,
      status: 'COMPLETE',
      result: { type: 'SUCCESS', nativeResultType: 'COMPLETE' },
    },
    { timestampMillis: start + 5_000, status: 'STARTED' },
    { timestampMillis: start, status: 'STARTED' },
  ]);
  t.match(found[orders], { schemaMetadata: { fields: [{ fieldPath: 'id' }, { fieldPath: 'name' }] } });
  t.match(found[report], {
    upstreamLineage: {
      upstreams: [
        { dataset: customers, type: 'TRANSFORMED' },
        { dataset: orders, type: 'TRANSFORMED' },
      ],
      fineGrainedLineages: [
        {
          ...{ upstreams: [column(orders, 'id')], downstreams: [column(report, 'id')] },
          transformOperation: 'DIRECT:IDENTITY',
        },
      ],
    },
  });
});

t.test('GraphQL has the runs of the job', async (t) => {
  const { send, read, writer } = await open(t);
  await send(...events);
  const { body } = await writer.graphql(
    'query ($urn: String!) { dataJob(urn: $urn) { urn runs(start: 0, count: 5) { total runs { urn created { time actor } } } } }',
    { urn: jobUrn },
  );
  t.same(body.data.dataJob.runs, {
    total: 1,
    runs: [{ urn: runUrn, created: { time: Date.UTC(2024, 11, 31), actor: writer.urn } }],
  });
  t.ok(await read(runUrn));
});

function* permutations<T>(given: readonly T[]): Generator<readonly T[]> {
  if (given.length === 0) yield [];
  for (const [index, first] of given.entries())
    for (const rest of permutations(given.filter((_, at) => at !== index))) yield [first, ...rest];
}

t.test('events of a run in any order, also sent twice, have the same result', async (t) => {
  const { send, writer, put } = await open(t);
  await send(...events);
  const expected = await everything(writer);
  const forget = ['dataFlowKey', 'dataJobKey', 'dataProcessInstanceKey'];
  for (const order of permutations(events)) {
    const urns = [flowUrn, jobUrn, runUrn, orders, customers, report];
    for (const urn of urns) {
      const key = forget.find((name) => urn.startsWith(`urn:li:${name.replace('Key', ':')}`)) ?? 'datasetKey';
      await put({ entityType: urn.split(':')[2], entityUrn: urn, changeType: 'DELETE', aspectName: key });
    }
    t.same(await everything(writer), { states: [], ...Object.fromEntries(urns.map((urn) => [urn, null])) });
    await send(...order, ...order.slice(1));
    t.same(await everything(writer), expected, order.map(({ eventType }) => eventType).join(' '));
  }
});

t.test('an event that is sent again changes nothing', async (t) => {
  const { send, db } = await open(t);
  const rows = () =>
    db.query<{ row: string }>(
      `SELECT row_to_json(a)::text AS row FROM aspects a UNION ALL SELECT row_to_json(e)::text FROM timeseries_events e
       UNION ALL SELECT row_to_json(c)::text FROM change_events c ORDER BY 1`,
    );
  await send(...events);
  const before = await rows();
  t.ok(before.length > 20, `${before.length} rows`);
  await send(...events, ...events);
  t.same(await rows(), before);
});

t.test('events of a run at the same time lose nothing', async (t) => {
  const { writer, read } = await open(t);
  const names = Array.from({ length: 6 }, (_, index) => `t${index}`);
  const bodies = names.flatMap((name, index) => [
    event('RUNNING', index, { inputs: [table(name)] }),
    event('RUNNING', index, { outputs: [table(`out_${name}`)] }),
  ]);
  const answers = await Promise.all(bodies.map((body) => writer.post(lineageUrl, body)));
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  const upstreams = names.map((name) => ({ dataset: dataset('postgres', name), type: 'TRANSFORMED' }));
  for (const name of names)
    t.match(await read(dataset('postgres', `out_${name}`)), { upstreamLineage: { upstreams } }, name);
  t.match(await read(runUrn), { dataProcessInstanceProperties: { created: { time: start } } });
});

t.test('states of a run: failures, and events of one millisecond', async (t) => {
  const { send, writer } = await open(t);
  const failure = {
    errorMessage: { message: 'no space', programmingLanguage: 'PYTHON', stackTrace: 'x'.repeat(30_000) },
  };
  const runs: readonly [type: string, id: string, state: Json][] = [
    [
      'FAIL',
      '00000000-0000-4000-8000-000000000001',
      { status: 'COMPLETE', result: { type: 'FAILURE', nativeResultType: 'FAIL' } },
    ],
    [
      'ABORT',
      '00000000-0000-4000-8000-000000000002',
      { status: 'COMPLETE', result: { type: 'FAILURE', nativeResultType: 'ABORT' } },
    ],
    ['COMPLETE', '00000000-0000-4000-8000-000000000003', { status: 'COMPLETE', result: { type: 'SUCCESS' } }],
  ];
  for (const [type, id, state] of runs) {
    const run = { runId: id, facets: type === 'FAIL' ? failure : {} };
    await send(event(type, 0, { run }), event('START', 0, { run }), event('RUNNING', 0, { run }));
    const urn = `urn:li:dataProcessInstance:${id}`;
    const states = await readStates(writer, urn);
    t.match(states[0], state, type);
    t.equal(states.length, 3);
  }
  const failed = await readEntity(writer, `urn:li:dataProcessInstance:${runs[0]![1]}`);
  const { customProperties } = failed!.dataProcessInstanceProperties as {
    customProperties: Record<string, string>;
  };
  t.match(customProperties, { errorMessage: 'no space', programmingLanguage: 'PYTHON' });
  t.equal(customProperties.stackTrace!.length, 20_000);
});

t.test('what other jobs and people have written stays', async (t) => {
  const { send, read, put, writer } = await open(t);
  const other = dataset('postgres', 'other');
  const stamp = { time: 5, actor: 'urn:li:corpuser:bob' };
  await put(
    proposal(report, 'upstreamLineage', {
      upstreams: [
        { dataset: other, type: 'COPY', auditStamp: stamp },
        { dataset: orders, type: 'TRANSFORMED', auditStamp: stamp, properties: { a: 'b' } },
      ],
    }),
    proposal(report, 'datasetProperties', {
      name: 'Report',
      description: 'by bob',
      customProperties: { a: 'b' },
    }),
    proposal(orders, 'schemaMetadata', {
      ...{ schemaName: 'orders', platform: 'urn:li:dataPlatform:postgres', version: 0, hash: '' },
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: 'DDL' } },
      fields: [
        { fieldPath: 'id', type: { type: { 'com.linkedin.schema.NumberType': {} } }, nativeDataType: 'int8' },
      ],
    }),
    proposal(customers, 'status', { removed: true }),
    proposal(jobUrn, 'ownership', { owners: [] }),
  );
  const described = { ...output, facets: { ...output.facets, documentation: { description: 'by the job' } } };
  await send(events[0]!, events[1]!, event('COMPLETE', 9, { outputs: [described] }));
  t.match(await read(report), {
    upstreamLineage: {
      upstreams: [
        { dataset: other, type: 'COPY', auditStamp: stamp },
        { dataset: customers },
        { dataset: orders, auditStamp: stamp, properties: { a: 'b' } },
      ],
    },
    datasetProperties: { name: 'Report', description: 'by bob', customProperties: { a: 'b' } },
  });
  t.match(await read(orders), {
    schemaMetadata: { schemaName: 'orders', fields: [{ nativeDataType: 'int8' }] },
  });
  t.match(await read(customers), { status: { removed: true } });
  t.match(await read(jobUrn), { ownership: { owners: [] } });

  const untag = 'mutation ($input: TagAssociationInput!) { removeTag(input: $input) }';
  const { body } = await writer.graphql(untag, {
    input: { tagUrn: 'urn:li:tag:nightly', resourceUrn: jobUrn },
  });
  t.same(body.data, { removeTag: true });
  await send(events[1]!);
  t.notOk(JSON.stringify((await read(jobUrn))?.globalTags ?? {}).includes('nightly'));
});

t.test('a schema follows the newest event that has one', async (t) => {
  const { send, read } = await open(t);
  const withFields = (second: number, ...names: readonly string[]) =>
    event('RUNNING', second, {
      inputs: [
        table('shop.orders', { schema: { fields: names.map((name) => ({ name, type: 'struct<a:int>' })) } }),
      ],
    });
  const paths = async () => {
    const { fields } = (await read(orders))!.schemaMetadata as { fields: readonly { fieldPath: string }[] };
    return fields.map(({ fieldPath }) => fieldPath);
  };
  await send(withFields(5, 'a'));
  t.same(await paths(), ['a']);
  await send(withFields(9, 'a', 'b'), withFields(7, 'c'));
  t.same(await paths(), ['a', 'b']);
  const unnamed = [{ name: '' }, { name: 'a', type: 'int' }, { name: 'a', type: 'text' }];
  await send(event('COMPLETE', 10, { inputs: [table('shop.orders', { schema: { fields: unnamed } })] }));
  t.same(await paths(), ['a']);
  const nested = { name: 'a', type: 'struct', fields: [{ name: 'x', type: 'array', description: 'deep' }] };
  await send(event('COMPLETE', 11, { outputs: [table('shop.orders', { schema: { fields: [nested] } })] }));
  t.match(await read(orders), {
    schemaMetadata: {
      fields: [
        { fieldPath: 'a', type: { type: { 'com.linkedin.schema.MapType': {} } } },
        { fieldPath: 'a.x', description: 'deep', type: { type: { 'com.linkedin.schema.ArrayType': {} } } },
      ],
    },
  });
});

t.test('tables of files, dropped datasets, and datasets that a job reads and writes', async (t) => {
  const { send, read } = await open(t);
  const folder = table(
    '/warehouse/orders',
    {
      symlinks: { identifiers: [{ namespace: 'hive://metastore', name: 'shop.orders', type: 'TABLE' }] },
    },
    's3://lake',
  );
  const fields = {
    id: { inputFields: [{ namespace: 's3://lake', name: '/warehouse/orders', field: 'id' }] },
  };
  const target = table('target', { columnLineage: { fields } });
  const dropped = table('old', { lifecycleStateChange: { lifecycleStateChange: 'DROP' } });
  await send(
    event('COMPLETE', 0, { inputs: [folder, table('target')], outputs: [target, dropped] }),
    event('START', 0, { outputs: [table('old')] }),
  );
  const hive = dataset('hive', 'shop.orders');
  const found = await read(dataset('postgres', 'target'));
  t.same(
    (found!.upstreamLineage as { upstreams: Json[] }).upstreams.map(({ dataset: urn }) => urn),
    [hive],
  );
  t.match(found, { upstreamLineage: { fineGrainedLineages: [{ upstreams: [column(hive, 'id')] }] } });
  t.equal(await read(dataset('s3', 'lake/warehouse/orders')), null);
  t.match(await read(dataset('postgres', 'old')), { status: { removed: true } });
});

t.test('events of a job and of a dataset have no run', async (t) => {
  const { send, read } = await open(t);
  const {
    run: _run,
    eventType: _type,
    ...static_
  } = event('START', 0, { inputs: [table('shop.orders')], outputs: [output] });
  await send(static_);
  t.match(await read(jobUrn), { dataJobInputOutput: { outputDatasetEdges: [{ destinationUrn: report }] } });
  t.match(await read(report), { upstreamLineage: { upstreams: [{ dataset: orders }] } });
  t.equal(await read(runUrn), null);
  await send({ eventTime: static_.eventTime, dataset: table('shop.customers', schema) });
  t.match(await read(customers), {
    schemaMetadata: { fields: [{ fieldPath: 'id' }, { fieldPath: 'name' }] },
  });
});

t.test(
  'the path has the prefixes of others, takes compressed bodies and answers with an empty body',
  async (t) => {
    const { app, writer } = await open(t);
    for (const prefix of prefixes) {
      const response = await app.inject({
        ...{ method: 'POST', url: `${prefix}${lineageUrl}` },
        headers: {
          authorization: `Bearer ${writer.token}`,
          ...{ 'content-type': 'application/json', 'content-encoding': 'gzip' },
        },
        payload: gzipSync(JSON.stringify(events[0])),
      });
      t.match(response, { statusCode: 200, body: '' }, prefix);
    }
  },
);

t.test('403: one missing right refuses the whole event', async (t) => {
  const { user, read, anonymous } = await open(t);
  const reader = await user('reader');
  const ofDatasets = await user('of_datasets', ['EDIT_ENTITY'], { type: 'dataset', urns: [] });
  const ofOthers = await user('of_others', ['EDIT_ENTITY'], {
    type: null,
    urns: [flowUrn, jobUrn, runUrn, report],
  });
  const body = event('COMPLETE', 9, { inputs: [table('shop.orders')], outputs: [output] });
  for (const by of [reader, ofDatasets, ofOthers]) {
    const { status, body: answer } = await by.post(lineageUrl, body);
    t.equal(status, 403);
    t.match(answer, {
      status: 403,
      error: 'Forbidden',
      failures: [{ status: 403, missingPrivileges: ['EDIT_ENTITY'] }],
    });
  }
  t.match(await anonymous.post(lineageUrl, body), { status: 401 });
  for (const urn of [flowUrn, jobUrn, runUrn, orders, report]) t.equal(await read(urn), null, urn);
});

t.test('a refusal does not tell what is stored', async (t) => {
  const { user, send } = await open(t);
  const reader = await user('reader');
  const ask = async () => {
    const body = event('COMPLETE', 4, { inputs: [table('shop.orders', schema)] });
    return JSON.stringify((await reader.post(lineageUrl, body)).body);
  };
  const before = await ask();
  t.match(before, /failures/);
  await send(...events);
  t.equal(await ask(), before);
});

t.test('400 and 413: nothing is written', async (t) => {
  const { writer, read, app } = await open(t);
  const bad = event('COMPLETE', 9, { inputs: [table('shop.orders')], outputs: [{ name: 'x' }] });
  t.match(await writer.post(lineageUrl, bad), plainRefusal(400, 'outputs.0.namespace is required'));
  t.match(
    await writer.post(lineageUrl, event('COMPLETE', 0, { run: { runId: 'x' } })),
    plainRefusal(400, 'run.runId is "x"; expected a UUID'),
  );
  t.match(await writer.post(lineageUrl, []), plainRefusal(400, /^body must be an event/));
  t.equal(await read(jobUrn), null);
  const response = await app.inject({
    ...{ method: 'POST', url: lineageUrl, payload: '{' },
    headers: { authorization: `Bearer ${writer.token}`, 'content-type': 'application/json' },
  });
  t.match(response.json(), { status: 400, message: /is not valid JSON/ });
  const large = await writer.post(lineageUrl, event('START', 0, { x: 'x'.repeat(17_000_000) }));
  t.match(large, { status: 413 });
});
