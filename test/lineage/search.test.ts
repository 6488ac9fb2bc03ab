import t, { type Test } from 'tap';
import { batchUrl, proposal } from '../support/aspects.js';
import { type Caller, type TestCatalogOptions, testCatalog } from '../support/catalog.js';
import { datasetUrn, field } from '../support/metadata.js';

const column = (dataset: string, path: string) => `urn:li:schemaField:(${dataset},${path})`;
const [raw, clean, report, ghost] = ['raw', 'clean', 'report', 'ghost'].map(datasetUrn) as [
  string,
  string,
  string,
  string,
];
const chart = 'urn:li:chart:(looker,sales)';
const dashboard = 'urn:li:dashboard:(looker,all)';
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,etl,PROD),load)';

const stamp = { time: 1_700_000_000_000, actor: 'urn:li:corpuser:jane' };
const entry = (upstreams: string[], downstreams: string[]) => ({
  ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams, downstreams },
});

/** raw → job → clean → report → chart → dashboard, of their columns as far as they are known. */
async function ingest(caller: Caller) {
  const proposals = [
    ...[raw, clean, report].map((urn) =>
      proposal(urn, 'schemaMetadata', {
        ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
        fields: [field('id'), field('email')],
      }),
    ),
    proposal(job, 'dataJobInputOutput', {
      ...{ inputDatasets: [], outputDatasets: [clean] },
      inputDatasetEdges: [{ destinationUrn: raw, lastModified: stamp, properties: { source: 'UI' } }],
      fineGrainedLineages: [entry([column(raw, 'email')], [column(clean, 'email')])],
    }),
    proposal(report, 'upstreamLineage', {
      upstreams: [
        { dataset: clean, type: 'TRANSFORMED', auditStamp: { time: 0, actor: 'urn:li:corpuser:unknown' } },
        { dataset: ghost, type: 'TRANSFORMED' },
      ],
      fineGrainedLineages: [entry([column(clean, 'email')], [column(report, 'email')])],
    }),
    proposal(chart, 'chartInfo', {
      ...{ title: 'Sales', description: '', lastModified: {} },
      inputs: [report],
    }),
    proposal(chart, 'inputFields', { fields: [{ schemaFieldUrn: column(report, 'email') }] }),
    proposal(dashboard, 'dashboardInfo', {
      ...{ title: 'All', description: '', lastModified: {} },
      charts: [chart],
    }),
  ];
  const { status, body } = await caller.post(batchUrl, { proposals });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function open(t: Test, options: TestCatalogOptions = {}) {
  const catalog = await testCatalog(t, options);
  const caller = await catalog.user('jane', ['EDIT_ENTITY']);
  await ingest(caller);
  return { ...catalog, caller };
}

/** As DataHub's SDK asks. */
const scrollDocument = `query scrollAcrossLineage($input: ScrollAcrossLineageInput!) {
  scrollAcrossLineage(input: $input) {
    nextScrollId total isPartial
    searchResults { degree
      entity { urn type ... on Dataset { name platform { name } properties { description } }
               ... on DataJob { jobId dataPlatformInstance { platform { name } } properties { name description } } }
      paths { path { urn type } } } } }`;

const degreesUpTo = (hops: number) => ['1', '2', '3+'].slice(0, hops);
const sdkInput = (urn: string, direction: string, hops = 3, more: object = {}) => ({
  ...{ urn, direction, count: 500, types: null },
  orFilters: [
    {
      and: [
        { field: 'degree', condition: 'EQUAL', values: degreesUpTo(hops) },
        { field: 'removed', condition: 'EQUAL', values: ['true'], negated: true },
      ],
    },
  ],
  ...more,
});

interface Result {
  readonly degree: number;
  readonly entity: { readonly urn: string };
  readonly paths: { readonly path: { readonly urn: string }[] }[];
}

async function scroll(caller: Caller, input: object): Promise<[urn: string, degree: number][]> {
  const { body } = await caller.graphql(scrollDocument, { input });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.scrollAcrossLineage.searchResults.map(({ entity, degree }: Result) => [
    entity.urn,
    degree,
  ]);
}

t.test("the SDK's scroll returns lineage by hops", async (t) => {
  const { caller } = await open(t);
  t.same(await scroll(caller, sdkInput(raw, 'DOWNSTREAM', 1)), [[job, 1]]);
  t.same(await scroll(caller, sdkInput(raw, 'DOWNSTREAM', 2)), [
    [job, 1],
    [clean, 2],
  ]);
  t.same(await scroll(caller, sdkInput(raw, 'DOWNSTREAM')), [
    [job, 1],
    [clean, 2],
    [report, 3],
    [chart, 4],
    [dashboard, 5],
  ]);
  t.same(await scroll(caller, sdkInput(dashboard, 'UPSTREAM')), [
    [chart, 1],
    [report, 2],
    [clean, 3],
    [job, 4],
    [raw, 5],
  ]);
});

t.test('a scroll of one result a page returns each once', async (t) => {
  const { caller } = await open(t);
  const found: string[] = [];
  const ids: string[] = [];
  for (let scrollId: string | null = ''; scrollId !== null; ) {
    const input = sdkInput(raw, 'DOWNSTREAM', 3, { count: 1, ...(scrollId && { scrollId }) });
    const { body } = await caller.graphql(scrollDocument, { input });
    const page = body.data.scrollAcrossLineage;
    t.equal(page.total, 5);
    found.push(...page.searchResults.map(({ entity }: Result) => entity.urn));
    scrollId = page.nextScrollId;
    if (scrollId !== null) ids.push(scrollId);
  }
  t.same(found, [job, clean, report, chart, dashboard]);
  const other = sdkInput(raw, 'UPSTREAM', 3, { scrollId: ids[0] });
  const { body } = await caller.graphql(scrollDocument, { input: other });
  t.match(body.errors[0], {
    message: /scrollId is that of another request/,
    extensions: { type: 'BAD_REQUEST' },
  });
});

const grouping = {
  groupingSpec: { groupingCriteria: { baseEntityType: 'SCHEMA_FIELD', groupingEntityType: 'SCHEMA_FIELD' } },
};

t.test('columns are results of their own, or of their datasets, with the landing column last', async (t) => {
  const { caller } = await open(t);
  const start = column(raw, 'email');
  t.same(await scroll(caller, sdkInput(start, 'DOWNSTREAM', 3, { searchFlags: grouping })), [
    [column(clean, 'email'), 1],
    [column(report, 'email'), 2],
    [chart, 3],
    [dashboard, 4],
  ]);
  const { body } = await caller.graphql(
    `query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
      start count total isPartial lineageSearchPath freshness { cached }
      facets { field aggregations { value count } }
      searchResults { degree explored ignoredAsHop truncatedChildren
        entity { urn type } paths { path { urn type ... on SchemaFieldEntity { fieldPath parent { urn type } } } } } } }`,
    { input: { urn: start, direction: 'DOWNSTREAM', query: '*', start: 0, count: 10, types: ['DATASET'] } },
  );
  const { searchResults, total, facets } = body.data.searchAcrossLineage;
  t.equal(total, 2);
  t.same(
    searchResults.map(({ entity }: Result) => entity),
    [clean, report].map((urn) => ({ urn, type: 'DATASET' })),
  );
  t.same(searchResults[1].paths[0].path.at(-1), {
    urn: column(report, 'email'),
    ...{ type: 'SCHEMA_FIELD', fieldPath: 'email', parent: { urn: report, type: 'DATASET' } },
  });
  t.match(facets.find(({ field }: { field: string }) => field === 'platform').aggregations, [
    { value: 'urn:li:dataPlatform:hive', count: 2 },
  ]);
});

t.test('filters, words, sorting and pages of what was reached', async (t) => {
  const { caller } = await open(t);
  const search = async (input: object) => {
    const { body } = await caller.graphql(
      `query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
        total searchResults { entity { urn } matchedFields { name value } } } }`,
      { input: { urn: raw, direction: 'DOWNSTREAM', ...input } },
    );
    if (body.errors) return body.errors[0].message;
    const { total, searchResults } = body.data.searchAcrossLineage;
    return [total, ...searchResults.map(({ entity }: Result) => entity.urn)];
  };
  t.same(
    await search({ orFilters: [{ and: [{ field: 'platform', values: ['urn:li:dataPlatform:hive'] }] }] }),
    [...[2, clean, report]],
  );
  t.same(await search({ query: 'sales' }), [1, chart]);
  t.same(await search({ start: 1, count: 2 }), [5, clean, report]);
  t.same(await search({ orFilters: [{ and: [{ field: 'degree', values: ['3+'] }] }] }), [
    3,
    report,
    chart,
    dashboard,
  ]);
  t.same(
    await search({
      types: ['DATASET'],
      sortInput: { sortCriterion: { field: '_entityName', sortOrder: 'DESCENDING' } },
    }),
    [2, report, clean],
  );
  const differ = [
    { and: [{ field: 'degree', values: ['1'] }] },
    { and: [{ field: 'degree', values: ['2'] }] },
  ];
  t.match(await search({ orFilters: differ }), /degree differ/);
  t.match(
    await search({ orFilters: [{ and: [{ field: 'degree', values: ['4'] }] }] }),
    /degree is "4"; expected 1, 2 or 3\+/,
  );
  t.match(await search({ urn: 'x' }), /urn/);
  t.match(await search({ urn: null }), /urn is missing/);
  t.match(await search({ count: 10_001 }), /count is 10001/);
});

t.test('soft-deleted entities follow the flags, and are passed through', async (t) => {
  const { caller } = await open(t);
  await caller.post('/aspects?action=ingestProposal', {
    proposal: proposal(clean, 'status', { removed: true }),
  });
  const search = async (searchFlags: object) => {
    const { body } = await caller.graphql(
      'query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { searchResults { entity { urn } } } }',
      { input: { urn: raw, direction: 'DOWNSTREAM', searchFlags, types: ['DATASET'] } },
    );
    return body.data.searchAcrossLineage.searchResults.map(({ entity }: Result) => entity.urn);
  };
  t.same(await search({}), [report]);
  t.same(await search({ includeSoftDeleted: true }), [clean, report]);
});

t.test('the edges of an entity, with their stamps, and those left out', async (t) => {
  const { caller } = await open(t);
  const edges = `lineage(input: $input) { start count total filtered isPartial
    relationships { type degree isManual createdOn updatedOn updatedActor { urn } entity { urn type } paths { path { urn } } } }`;
  const read = async (urn: string, input: object) => {
    const { body } = await caller.graphql(
      `query ($urns: [String!]!, $input: LineageInput!) { entities(urns: $urns) { ... on EntityWithRelationships { ${edges} } } }`,
      { urns: [urn], input },
    );
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data.entities[0].lineage;
  };
  t.match(await read(job, { direction: 'UPSTREAM' }), {
    ...{ start: 0, count: 1, total: 1, filtered: 0, isPartial: false },
    relationships: [
      {
        ...{
          type: 'Consumes',
          degree: 1,
          isManual: true,
          createdOn: null,
          updatedOn: stamp.time,
          paths: null,
        },
        updatedActor: { urn: stamp.actor },
        entity: { urn: raw, type: 'DATASET' },
      },
    ],
  });
  t.match(await read(report, { direction: 'UPSTREAM' }), { total: 1, filtered: 1 });
  const withGhosts = await read(report, { direction: 'UPSTREAM', includeGhostEntities: true });
  t.match(withGhosts, { total: 2, filtered: 0 });
  t.same(
    withGhosts.relationships.map(({ entity }: Result) => entity.urn),
    [clean, ghost],
  );
  t.match(await read(dashboard, { direction: 'UPSTREAM', count: 0 }), {
    count: 0,
    total: 1,
    relationships: [],
  });
});

t.test(
  'counts are of columns one by one, of ghosts if they are requested, and of columns of schemas',
  async (t) => {
    const { caller } = await open(t);
    const count = async (input: object) => {
      const { body } = await caller.graphql(
        'query ($input: SearchAcrossLineageCountsInput!) { searchAcrossLineageCounts(input: $input) { total } }',
        { input: { direction: 'DOWNSTREAM', ...input } },
      );
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data.searchAcrossLineageCounts.total;
    };
    t.equal(await count({ urn: raw }), 5);
    t.equal(await count({ urn: report, direction: 'UPSTREAM' }), 3);
    t.equal(await count({ urn: report, direction: 'UPSTREAM', includeGhostEntities: true }), 4);
    t.equal(await count({ urn: column(raw, 'email'), types: ['SCHEMA_FIELD'] }), 2);
    await caller.post('/aspects?action=ingestProposal', {
      proposal: proposal(clean, 'upstreamLineage', {
        ...{ upstreams: [] },
        fineGrainedLineages: [entry([column(raw, 'email')], [column(clean, 'gone')])],
      }),
    });
    t.equal(
      await count({ urn: column(raw, 'email'), types: ['SCHEMA_FIELD'] }),
      2,
      'the schema does not have it',
    );
    t.equal(
      await count({ urn: column(raw, 'email'), types: ['SCHEMA_FIELD'], validateSchemaFields: 'NONE' }),
      3,
    );
  },
);

t.test('what a caller may not see is not in its lineage, nor on the way', async (t) => {
  const hidden = clean;
  const { caller } = await open(t, { findLimit: () => (urn, bind) => `${urn} <> ${bind(hidden)}` });
  t.same(await scroll(caller, sdkInput(raw, 'DOWNSTREAM')), [[job, 1]]);
  t.same(
    await scroll(caller, sdkInput(column(raw, 'email'), 'DOWNSTREAM', 3, { searchFlags: grouping })),
    [],
  );
  t.same(await scroll(caller, sdkInput(hidden, 'DOWNSTREAM')), []);
});

t.test('a path of more than a hundred hops is returned whole', async (t) => {
  const { caller } = await open(t);
  const chain = Array.from({ length: 151 }, (_, index) => datasetUrn(`chain${index}`));
  const proposals = chain.map((urn, index) =>
    proposal(urn, 'upstreamLineage', {
      upstreams: index === 0 ? [] : [{ dataset: chain[index - 1], type: 'TRANSFORMED' }],
    }),
  );
  await caller.post(batchUrl, { proposals });
  const { body } = await caller.graphql(scrollDocument, { input: sdkInput(chain[0]!, 'DOWNSTREAM') });
  const { searchResults } = body.data.scrollAcrossLineage;
  t.equal(searchResults.length, 150);
  t.same(
    searchResults.at(-1).paths[0].path.map(({ urn }: { urn: string }) => urn),
    chain,
  );
});
