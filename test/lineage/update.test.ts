import t from 'tap';
import { batchUrl, encoded, proposal } from '../support/aspects.js';
import { type Caller, testCatalog } from '../support/catalog.js';
import { column } from '../support/lineage-graph.js';
import { call, datasetUrn, done, refused } from '../support/metadata.js';

const [raw, clean, report, other] = ['raw', 'clean', 'report', 'other'].map(datasetUrn) as [
  string,
  string,
  string,
  string,
];
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,etl,PROD),load)';
const nextJob = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,etl,PROD),publish)';
const chart = 'urn:li:chart:(looker,sales)';
const dashboard = 'urn:li:dashboard:(looker,all)';
const overview = 'urn:li:dashboard:(looker,overview)';
const entry = (upstreams: string[], downstreams: string[]) => ({
  ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD_SET', upstreams, downstreams },
});

const catalog = await testCatalog(t);
const writer = await catalog.user('writer', ['EDIT_ENTITY']);

async function ingest(...proposals: object[]) {
  const { status, body } = await writer.post(batchUrl, { proposals });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** Makes every entity, and takes lineage away. */
const reset = () =>
  ingest(
    ...[raw, clean, report, other, job, nextJob, chart, dashboard, overview].map((urn) =>
      proposal(urn, 'status', { removed: false }),
    ),
    ...[raw, clean, report, other].map((urn) => proposal(urn, 'upstreamLineage', { upstreams: [] })),
    ...[job, nextJob].map((urn) =>
      proposal(urn, 'dataJobInputOutput', { inputDatasets: [], outputDatasets: [] }),
    ),
  );

const edge = (upstreamUrn: string, downstreamUrn: string) => ({ upstreamUrn, downstreamUrn });
const update = (
  caller: Caller,
  edgesToAdd: object[],
  edgesToRemove: object[] = [],
): ReturnType<typeof call> => call(caller, 'updateLineage', { input: { edgesToAdd, edgesToRemove } });

async function readAspect(urn: string, name: string) {
  const { body } = await writer.get(`/openapi/v3/entity/${urn.split(':')[2]}/${encoded(urn)}/${name}`);
  return body.value ?? body;
}

async function upstreams(urn: string) {
  const { body } = await writer.graphql(
    `query ($urn: String!) { entity(urn: $urn) { ... on EntityWithRelationships {
       lineage(input: {direction: UPSTREAM}) { relationships { entity { urn } isManual updatedActor { urn } } } } } }`,
    { urn },
  );
  return body.data.entity.lineage.relationships as {
    entity: { urn: string };
    isManual: boolean;
    updatedActor: { urn: string } | null;
  }[];
}

const upstreamUrns = async (urn: string) => (await upstreams(urn)).map(({ entity }) => entity.urn);

const changesOf = async (urn: string) => {
  const { body } = await writer.graphql(
    `query ($input: ChangesInput!) { changes(input: $input) {
       changes { id category operation modifier fieldPath aspectName undoable undone changeSet actor { urn } } } }`,
    { input: { urn, categories: ['LINEAGE'], count: 100 } },
  );
  return body.data.changes.changes;
};

t.test('edges of every kind are added and removed', async (t) => {
  await reset();
  const edges = [
    edge(raw, clean),
    edge(job, report),
    edge(clean, job),
    edge(job, nextJob),
    edge(report, chart),
    edge(chart, dashboard),
    edge(report, dashboard),
    edge(dashboard, overview),
  ];
  t.strictSame(await update(writer, edges), done);
  for (const { downstreamUrn, upstreamUrn } of edges) {
    const found = (await upstreams(downstreamUrn)).find(({ entity }) => entity.urn === upstreamUrn);
    t.match(
      found,
      { isManual: true, updatedActor: { urn: writer.urn } },
      `${upstreamUrn} → ${downstreamUrn}`,
    );
  }
  t.match((await readAspect(clean, 'upstreamLineage')).upstreams, [
    { dataset: raw, type: 'TRANSFORMED', properties: { source: 'UI' }, auditStamp: { actor: writer.urn } },
  ]);
  t.match(await readAspect(job, 'dataJobInputOutput'), {
    inputDatasetEdges: [{ sourceUrn: job, destinationUrn: clean }],
    outputDatasetEdges: [{ sourceUrn: job, destinationUrn: report }],
  });
  t.match(await readAspect(chart, 'chartInfo'), { title: '', inputEdges: [{ destinationUrn: report }] });
  const before = await readAspect(clean, 'upstreamLineage');
  t.strictSame(await update(writer, [edge(raw, clean)]), done, 'an edge that exists stays as it is');
  t.same(await readAspect(clean, 'upstreamLineage'), before);
  t.equal((await changesOf(clean)).length, 1);

  t.strictSame(await update(writer, [edge(other, clean)], edges), done);
  for (const { downstreamUrn } of edges)
    t.same(await upstreamUrns(downstreamUrn), downstreamUrn === clean ? [other] : [], downstreamUrn);
});

t.test('an edge that is added and removed by one call is removed', async (t) => {
  await reset();
  t.strictSame(await update(writer, [edge(raw, clean)], [edge(raw, clean)]), done);
  t.same(await upstreamUrns(clean), []);
});

t.test('lists of URNs that ingestion has written lose their edges, too', async (t) => {
  await reset();
  await ingest(
    proposal(job, 'dataJobInputOutput', { inputDatasets: [raw, other], outputDatasets: [] }),
    proposal(chart, 'chartInfo', {
      ...{ title: 'Sales', description: '', lastModified: {} },
      inputs: [{ string: raw }],
    }),
  );
  t.strictSame(await update(writer, [edge(raw, job)]), done);
  t.same((await readAspect(job, 'dataJobInputOutput')).inputDatasets, [raw, other], 'no second edge');
  t.strictSame(await update(writer, [], [edge(raw, job), edge(raw, chart)]), done);
  t.same(await upstreamUrns(job), [other]);
  t.match(await readAspect(chart, 'chartInfo'), { title: 'Sales', inputs: [] });
  const [{ changeSet }] = await changesOf(job);
  t.strictSame(await call(writer, 'undoChanges', { changeSet }), done);
  t.same(await upstreamUrns(job), [other, raw]);
  t.same((await readAspect(chart, 'chartInfo')).inputs, [{ string: raw }]);
});

t.test('edges between columns are added, removed and restored', async (t) => {
  await reset();
  await ingest(
    proposal(clean, 'upstreamLineage', {
      upstreams: [],
      fineGrainedLineages: [
        entry([column(raw, 'a'), column(raw, 'b')], [column(clean, 'x'), column(clean, 'y')]),
        entry([column(other, 'c')], [column(clean, 'x')]),
      ],
    }),
  );
  const columnsOf = (path: string) => upstreamsOfColumn(column(clean, path));
  t.strictSame(await update(writer, [edge(column(other, 'd'), column(clean, 'y'))]), done);
  t.same(await columnsOf('y'), [column(other, 'd'), column(raw, 'a'), column(raw, 'b')]);

  const removed = edge(column(raw, 'a'), column(clean, 'x'));
  t.strictSame(await update(writer, [], [removed]), done);
  t.same(await columnsOf('x'), [column(other, 'c'), column(raw, 'b')]);
  t.same(await columnsOf('y'), [column(other, 'd'), column(raw, 'a'), column(raw, 'b')]);
  const [last, first] = await changesOf(clean);
  t.match(last, {
    ...{ category: 'LINEAGE', operation: 'REMOVE', modifier: column(raw, 'a'), fieldPath: 'x' },
    ...{ aspectName: 'upstreamLineage', undoable: true, actor: { urn: writer.urn } },
  });
  t.strictSame(await call(writer, 'undoChange', { id: last.id }), done);
  t.same(await columnsOf('x'), [column(other, 'c'), column(raw, 'a'), column(raw, 'b')]);
  t.strictSame(await call(writer, 'undoChange', { id: first.id }), done);
  t.same(await columnsOf('y'), [column(raw, 'a'), column(raw, 'b')]);
});

async function upstreamsOfColumn(urn: string): Promise<string[]> {
  const { body } = await writer.graphql(
    `query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { searchResults { paths { path { urn } } } } }`,
    {
      input: {
        ...{ urn, direction: 'UPSTREAM', count: 100 },
        searchFlags: { groupingSpec: { groupingCriteria: [] } },
      },
    },
  );
  return body.data.searchAcrossLineage.searchResults
    .map(({ paths }: { paths: { path: { urn: string }[] }[] }) => paths[0]!.path.at(-1)!.urn)
    .sort();
}

t.test(
  'an edge between datasets is removed with those of their columns, and comes back with them',
  async (t) => {
    await reset();
    const entries = [entry([column(raw, 'a'), column(other, 'c')], [column(clean, 'x')])];
    await ingest(proposal(clean, 'upstreamLineage', { upstreams: [], fineGrainedLineages: entries }));
    t.same(await upstreamUrns(clean), [other, raw]);
    t.strictSame(await update(writer, [], [edge(raw, clean)]), done);
    t.same(await upstreamUrns(clean), [other]);
    const [{ id }] = await changesOf(clean);
    t.strictSame(await call(writer, 'undoChange', { id }), done);
    t.same(await upstreamUrns(clean), [other, raw]);
    t.same(await upstreamsOfColumn(column(clean, 'x')), [column(other, 'c'), column(raw, 'a')]);
  },
);

t.test('a change after which the edge has changed again cannot be undone', async (t) => {
  await reset();
  t.strictSame(await update(writer, [edge(raw, clean)]), done);
  const [{ id }] = await changesOf(clean);
  await ingest(proposal(clean, 'upstreamLineage', { upstreams: [] }));
  t.match(await call(writer, 'undoChange', { id }), refused('CONFLICT'));
  t.strictSame(await update(writer, [edge(raw, clean)]), done);
  t.match(await call(writer, 'undoChange', { id }), refused('CONFLICT'));
});

t.test('the right is needed over both ends', async (t) => {
  await reset();
  const editor = await catalog.user('editor', ['EDIT_LINEAGE'], { type: 'dataset', urns: [raw, clean] });
  t.strictSame(await update(editor, [edge(raw, clean)]), done);
  t.strictSame(await update(editor, [edge(column(raw, 'a'), column(clean, 'x'))]), done);
  for (const edges of [
    [edge(other, clean)],
    [edge(raw, other)],
    [edge(raw, clean), edge(column(other, 'a'), column(clean, 'x'))],
  ]) {
    const refusal = refused('UNAUTHORIZED');
    t.match(await update(editor, edges), refusal);
    t.match(await update(editor, [], edges), refusal);
  }
  t.same(await upstreamUrns(clean), [raw]);
  const [{ id }] = await changesOf(clean);
  const reader = await catalog.user('reader', []);
  t.match(await call(reader, 'undoChange', { id }), refused('UNAUTHORIZED'));
  t.strictSame(await call(editor, 'undoChange', { id }), done);
});

t.test('what cannot be an edge is refused, and changes nothing', async (t) => {
  await reset();
  const refusal = (type: string, message: RegExp) => refused(type, message);
  const absent = datasetUrn('absent');
  for (const [edges, type, message] of [
    [[edge(raw, clean), edge(absent, clean)], 'NOT_FOUND', /absent/],
    [[edge(raw, clean), edge(raw, absent)], 'NOT_FOUND', /absent/],
    [[edge(chart, clean)], 'BAD_REQUEST', /cannot be drawn/],
    [[edge(raw, column(clean, 'x'))], 'BAD_REQUEST', /cannot be drawn/],
    [[edge(clean, clean)], 'BAD_REQUEST', /derived from itself/],
    [[edge('raw', clean)], 'BAD_REQUEST', /upstreamUrn/],
    [Array.from({ length: 1_001 }, () => edge(raw, clean)), 'BAD_REQUEST', /at most 1000 edges/],
  ] as const)
    t.match(await update(writer, [...edges]), refusal(type, message));
  t.same(await upstreamUrns(clean), []);
  t.strictSame(await update(writer, [], [edge(absent, clean)]), done, 'an edge to what is gone is removed');
  t.match(await update(writer, [], [edge(raw, absent)]), refused('NOT_FOUND'));
});

t.test('of people who edit the lineage of one dataset at the same time, none loses an edge', async (t) => {
  await reset();
  const sources = Array.from({ length: 24 }, (_, index) => datasetUrn(`source${index}`));
  await ingest(...sources.map((urn) => proposal(urn, 'status', { removed: false })));
  const answers = await Promise.all(sources.map((source) => update(writer, [edge(source, clean)])));
  for (const answer of answers) t.strictSame(answer, done);
  t.same(await upstreamUrns(clean), [...sources].sort());
  t.equal(
    (await changesOf(clean)).filter(({ operation }: { operation: string }) => operation === 'ADD').length >=
      24,
    true,
  );
});
