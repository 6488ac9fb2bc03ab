import t from 'tap';
import { batchUrl, proposal } from '../support/aspects.js';
import { testCatalog } from '../support/catalog.js';
import {
  columnCounts,
  edgeCounts,
  impact,
  neighbours,
  nodes,
  structure,
  structureInput,
} from '../support/lineage-documents.js';
import { datasetUrn, field, tagsWith } from '../support/metadata.js';

const [raw, clean, report, ghost] = ['raw', 'clean', 'report', 'ghost'].map(datasetUrn) as [
  string,
  string,
  string,
  string,
];
const model = 'urn:li:dataset:(urn:li:dataPlatform:dbt,model,PROD)';
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,etl,PROD),load)';
const chart = 'urn:li:chart:(looker,sales)';
const column = (dataset: string, path = 'email') => `urn:li:schemaField:(${dataset},${path})`;
const changedAt = 1_700_000_000_000;
const changedBy = 'urn:li:corpuser:jane';

// raw → job → clean → model (dbt) → report → chart, ghost → report; the columns of the datasets alike, without the job.
const catalog = await testCatalog(t);
const caller = await catalog.user('jane', ['EDIT_ENTITY']);
const derive = (urn: string, ...upstreams: string[]) =>
  proposal(urn, 'upstreamLineage', {
    upstreams: upstreams.map((dataset) => ({
      ...{ dataset, type: 'TRANSFORMED' },
      auditStamp: { time: changedAt, actor: changedBy },
    })),
    fineGrainedLineages: upstreams.map((dataset) => ({
      ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD' },
      upstreams: [column(dataset)],
      downstreams: [column(urn)],
    })),
  });
const { status } = await caller.post(batchUrl, {
  proposals: [
    ...[raw, clean, report].map((urn) =>
      proposal(urn, 'schemaMetadata', {
        ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
        fields: [field('email')],
      }),
    ),
    proposal(clean, 'globalTags', tagsWith('pii')),
    proposal(job, 'dataJobInfo', { name: 'Load', type: 'COMMAND' }),
    proposal(job, 'dataJobInputOutput', {
      ...{ inputDatasets: [raw], outputDatasets: [clean] },
      fineGrainedLineages: [
        {
          ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD' },
          ...{ upstreams: [column(raw)], downstreams: [column(clean)] },
        },
      ],
    }),
    derive(model, clean),
    derive(report, model, ghost),
    proposal(chart, 'chartInfo', { title: 'Sales', description: '', lastModified: {}, inputs: [report] }),
  ],
});
t.equal(status, 200);

// biome-ignore lint/suspicious/noExplicitAny: each test says what it expects
async function ask(document: string, variables: Record<string, unknown>): Promise<any> {
  const { body } = await caller.graphql(document, variables);
  t.equal(body.errors, undefined, JSON.stringify(body.errors));
  return body.data;
}

interface Result {
  readonly ignoredAsHop?: boolean;
  readonly entity: { readonly urn: string };
  readonly paths: readonly { readonly path: readonly { readonly urn: string }[] }[];
}

t.test('the structure of entities, one hop away and whole', async (t) => {
  const near = await ask(structure, { input: structureInput(raw, 'DOWNSTREAM') });
  t.match(near.searchAcrossLineage, { start: 0, count: 10_000, total: 2 });
  // A job costs no hop, so what it produces is one hop away.
  const path = (...urns: string[]) => [
    { path: urns.map((urn) => ({ urn, type: urn === job ? 'DATA_JOB' : 'DATASET' })) },
  ];
  t.same(near.searchAcrossLineage.searchResults, [
    {
      ...{ entity: { urn: job, type: 'DATA_JOB' }, paths: path(raw, job) },
      ...{ explored: true, ignoredAsHop: true },
    },
    {
      ...{ entity: { urn: clean, type: 'DATASET' }, paths: path(raw, job, clean) },
      ...{ explored: false, ignoredAsHop: false },
    },
  ]);
  const whole = { degrees: ['1', '2', '3+'] };
  const { searchResults } = (await ask(structure, { input: structureInput(chart, 'UPSTREAM', whole) }))
    .searchAcrossLineage;
  t.same(
    searchResults.map(({ entity, ignoredAsHop }: Result) => [entity.urn, ignoredAsHop]),
    [
      // Of one degree, by URN: what costs no hop has the degree of what is before it.
      [model, true],
      [report, false],
      [job, true],
      [clean, false],
      [raw, false],
    ],
  );
});

t.test('the structure of columns', async (t) => {
  const input = structureInput(column(raw), 'DOWNSTREAM', { columns: true, degrees: ['1', '2', '3+'] });
  const { searchResults } = (await ask(structure, { input })).searchAcrossLineage;
  t.same(
    searchResults.map(({ entity, paths }: Result) => [entity.urn, paths[0]!.path.length]),
    [
      [column(model), 3],
      [column(clean), 2],
      [column(report), 4],
    ],
  );
});

t.test('nodes with their edges, and the numbers of edges', async (t) => {
  const { entities } = await ask(nodes, { urns: [clean, job, report, chart, column(report)], ghosts: false });
  t.match(entities[0], {
    ...{
      urn: clean,
      type: 'DATASET',
      exists: true,
      name: 'clean',
      tags: { tags: [{ tag: { name: 'pii' } }] },
    },
    schemaMetadata: { fields: [{ fieldPath: 'email' }] },
    upstream: {
      total: 1,
      filtered: 0,
      relationships: [{ type: 'Produces', degree: 1, entity: { urn: job } }],
    },
    downstream: {
      total: 1,
      relationships: [
        {
          ...{ type: 'DownstreamOf', entity: { urn: model, type: 'DATASET' } },
          ...{ updatedOn: changedAt, updatedActor: { urn: changedBy }, isManual: false },
        },
      ],
    },
  });
  t.match(entities[1], { properties: { name: 'Load' }, upstream: { total: 1 }, downstream: { total: 1 } });
  t.match(entities[2], { upstream: { total: 1, filtered: 1 }, downstream: { total: 1 } });
  t.match(entities[3], { properties: { name: 'Sales' }, upstream: { total: 1 }, downstream: { total: 0 } });
  t.equal(entities[4], null, 'columns are not read by URN');
  const counts = await ask(edgeCounts, { urns: [report, model], ghosts: true });
  t.same(counts.entities, [
    { urn: report, upstream: { filtered: 0, total: 2 }, downstream: { filtered: 0, total: 1 } },
    { urn: model, upstream: { filtered: 0, total: 1 }, downstream: { filtered: 0, total: 1 } },
  ]);
  const later = await ask(edgeCounts, { urns: [report], ghosts: true, from: changedAt + 1 });
  t.match(later.entities, [{ upstream: { total: 0 }, downstream: { total: 1 } }], 'the chart has no times');
});

t.test('the types and platforms of neighbours', async (t) => {
  const { upstreams, downstreams } = await ask(neighbours, { urn: report });
  t.match(upstreams, { start: 0, count: 2_000, total: 1 });
  t.match(downstreams, { total: 1 });
  const values = ({ facets }: { facets: { field: string; aggregations: object[] }[] }, name: string) =>
    facets.find(({ field }) => field === name)?.aggregations;
  t.match(values(upstreams, '_entityType'), [{ value: 'DATASET', count: 1 }]);
  t.match(values(upstreams, 'platform'), [
    { value: 'urn:li:dataPlatform:dbt', count: 1, entity: { type: 'DATA_PLATFORM', name: 'dbt' } },
  ]);
  t.match(values(downstreams, '_entityType'), [{ value: 'CHART', count: 1 }]);
});

t.test('the numbers of columns, with those of datasets that were never ingested', async (t) => {
  t.same(await ask(columnCounts, { urn: column(report) }), {
    upstream: { total: 4 },
    downstream: { total: 0 },
  });
  t.same(await ask(columnCounts, { urn: column(raw) }), { upstream: { total: 0 }, downstream: { total: 3 } });
});

t.test('the impact as a file', async (t) => {
  const found: string[] = [];
  let scrollId: string | null = null;
  do {
    const orFilters = [{ and: [{ field: 'degree', values: ['1', '2', '3+'] }] }];
    const input: object = { urn: raw, direction: 'DOWNSTREAM', query: '*', count: 2, orFilters, scrollId };
    const page = (await ask(impact, { input })).scrollAcrossLineage;
    found.push(...page.searchResults.map(({ entity }: Result) => entity.urn));
    scrollId = page.nextScrollId;
  } while (scrollId !== null);
  t.same(found, [job, clean, model, report, chart]);
});
