import t, { type Test } from 'tap';
import { batchUrl, prefixes, proposal, refusal } from '../support/aspects.js';
import { type Answer, type Caller, testCatalog } from '../support/catalog.js';
import { containerUrn, datasetUrn, field, tagUrn } from '../support/metadata.js';
import { plainRefusal } from '../support/openapi.js';
import { seeded } from '../support/random.js';

const column = (dataset: string, path: string) => `urn:li:schemaField:(${dataset},${path})`;
const entry = (upstreams: string[], downstreams: string[]) => ({
  ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD_SET', upstreams, downstreams },
});
const upstreamLineage = (upstreams: string[], ...fineGrainedLineages: object[]) => ({
  upstreams: upstreams.map((dataset) => ({ dataset, type: 'TRANSFORMED' })),
  fineGrainedLineages,
});

async function open(t: Test, env: Record<string, string> = {}) {
  const catalog = await testCatalog(t, { env });
  const caller = await catalog.user('jane', ['EDIT_ENTITY', 'EDIT_ENTITY_TAGS']);
  const put = async (...proposals: object[]) => {
    const { status, body } = await caller.post(batchUrl, { proposals });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  return { ...catalog, caller, put };
}

interface Edge {
  readonly relationshipType: string;
  readonly source: { readonly urn: string; readonly entityType: string };
  readonly destination: { readonly urn: string; readonly entityType: string };
  readonly upstream?: string;
  readonly downstream?: string;
}

/** All pages of a scroll. */
async function scroll(caller: Caller, path: string, query: string, body: object, count = 2): Promise<Edge[]> {
  const found: Edge[] = [];
  for (let scrollId: string | undefined, pages = 0; ; pages += 1) {
    if (pages > 2_000) throw new Error('the scroll does not end');
    const more = scrollId === undefined ? '' : `&scrollId=${scrollId}`;
    const answer = await caller.post(`${path}?count=${count}${query}${more}`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    if (answer.body.results.length > count) throw new Error('the page is too long');
    found.push(...answer.body.results);
    scrollId = answer.body.scrollId;
    if (scrollId === undefined) return found;
  }
}

const lineagePath = '/openapi/v3/lineage/scroll';
const relationshipPath = '/openapi/v3/relationship/scroll';
const toText = ({ relationshipType, source, destination }: Edge) =>
  `${source.urn} ${relationshipType} ${destination.urn}`;
const lineageOf = async (caller: Caller, urns: string[], query = '', count = 2) =>
  (await scroll(caller, lineagePath, query, { urns }, count)).map(toText);
const ofUrns = (filter: string, ...values: string[]) => ({
  [filter]: { and: [{ criteria: [{ field: 'urn', values, condition: 'EQUAL' }] }] },
});

const [raw, clean, report] = ['raw', 'clean', 'report'].map(datasetUrn) as [string, string, string];
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,etl,PROD),load)';
const chart = 'urn:li:chart:(looker,sales)';

const pipeline = () => [
  proposal(job, 'dataJobInputOutput', {
    ...{ inputDatasets: [raw], outputDatasets: [clean] },
    fineGrainedLineages: [entry([column(raw, 'email')], [column(clean, 'email')])],
  }),
  proposal(
    report,
    'upstreamLineage',
    upstreamLineage([clean], entry([column(clean, 'email')], [column(report, 'email')])),
  ),
  proposal(chart, 'inputFields', { fields: [{ schemaFieldUrn: column(report, 'email') }] }),
];

t.test('lineage: edges on either end, seen as upstream and downstream', async (t) => {
  const { caller, put } = await open(t);
  await put(...pipeline());
  for (const prefix of prefixes) {
    const { status, body, headers } = await caller.post(`${prefix}${lineagePath}`, { urns: [clean] });
    t.equal(status, 200);
    t.equal(headers['x-catalog-partial'], undefined);
    t.strictSame(body, {
      results: [
        {
          relationshipType: 'DownstreamOf',
          source: { urn: report, entityType: 'dataset' },
          destination: { urn: clean, entityType: 'dataset' },
          ...{ upstream: clean, downstream: report },
        },
        {
          relationshipType: 'Produces',
          source: { urn: job, entityType: 'dataJob' },
          destination: { urn: clean, entityType: 'dataset' },
          ...{ upstream: job, downstream: clean },
        },
      ],
    });
  }
  t.strictSame(await lineageOf(caller, [clean], '&direction=UPSTREAM'), [`${job} Produces ${clean}`]);
  t.strictSame(await lineageOf(caller, [clean], '&direction=DOWNSTREAM'), [
    `${report} DownstreamOf ${clean}`,
  ]);
  t.strictSame(await lineageOf(caller, [clean], '&relationshipTypes=Consumes&relationshipTypes=Produces'), [
    `${job} Produces ${clean}`,
  ]);
  t.strictSame(await lineageOf(caller, [column(clean, 'email')]), [
    `${column(report, 'email')} DownstreamOf ${column(clean, 'email')}`,
    `${column(clean, 'email')} DownstreamOf ${column(raw, 'email')}`,
  ]);
  t.strictSame((await lineageOf(caller, [chart])).sort(), [
    `${chart} DownstreamOf ${report}`,
    `${chart} ShowsColumn ${column(report, 'email')}`,
  ]);
  t.strictSame(await lineageOf(caller, [clean, job, clean]), [
    `${job} Produces ${clean}`,
    `${report} DownstreamOf ${clean}`,
    `${job} Consumes ${raw}`,
  ]);
  t.strictSame(await lineageOf(caller, [datasetUrn('none')]), []);
});

t.test('lineage: a soft-deleted end, or a soft-deleted job of columns, hides its edges', async (t) => {
  const { caller, put } = await open(t);
  await put(...pipeline());
  const before = await lineageOf(caller, [], '', 100);
  await put(proposal(report, 'status', { removed: true }), proposal(job, 'status', { removed: true }));
  t.strictSame(await lineageOf(caller, [clean]), []);
  t.strictSame(await lineageOf(caller, [column(clean, 'email')]), []);
  t.strictSame(await lineageOf(caller, [], '', 1), []);
  t.strictSame(await lineageOf(caller, [], '&includeSoftDelete=true', 1), before);
});

t.test(
  'lineage: two paths with one simple path are two columns, a simple one and its path are one',
  async (t) => {
    const { caller, put } = await open(t);
    const [one, two] = ['[version=2.0].[type=string].a', '[version=2.0].[type=int].a'];
    await put(
      proposal(
        clean,
        'upstreamLineage',
        upstreamLineage([], entry([column(raw, one)], [column(clean, 'b')])),
      ),
      proposal(
        report,
        'upstreamLineage',
        upstreamLineage([], entry([column(raw, two)], [column(report, 'b')])),
      ),
    );
    const downstream = (path: string) => lineageOf(caller, [column(raw, path)]);
    t.strictSame(await downstream(one), [`${column(clean, 'b')} DownstreamOf ${column(raw, one)}`]);
    t.strictSame(await downstream(two), [`${column(report, 'b')} DownstreamOf ${column(raw, two)}`]);
    t.strictSame(await downstream('a'), []);
    t.equal((await lineageOf(caller, [column(raw, one), column(raw, two)])).length, 2);
    await put(proposal(report, 'upstreamLineage', upstreamLineage([])));
    t.strictSame(await downstream('a'), [`${column(clean, 'b')} DownstreamOf ${column(raw, one)}`]);
    t.equal((await lineageOf(caller, [column(raw, one), column(raw, 'a'), column(clean, 'b')])).length, 1);
  },
);

t.test('lineage: any anchors, sizes of pages and slices give each edge once', async (t) => {
  const { caller, put } = await open(t);
  const { below, pick } = seeded(t);
  const datasets = Array.from({ length: 8 }, (_, index) => datasetUrn(`t${index}`));
  const paths = ['a', 'b', 'c'];
  const edges = new Set<string>();
  const add = (downstream: string, upstream: string) => {
    if (downstream !== upstream) edges.add(`${downstream} DownstreamOf ${upstream}`);
  };
  const proposals = datasets.map((dataset, index) => {
    const upstreams = [...new Set(Array.from({ length: below(4) }, () => pick(datasets)))];
    const entries = Array.from({ length: below(3) }, () => [
      Array.from({ length: 1 + below(3) }, () => column(pick(datasets), pick(paths))),
      Array.from({ length: 1 + below(2) }, () => column(dataset, pick(paths))),
    ]) as [string[], string[]][];
    if (index === 0) {
      const many = (of: string) => Array.from({ length: 12 }, (_, at) => column(of, `m${at}`));
      entries.push([many(datasets[1]!), many(dataset)]);
    }
    for (const upstream of upstreams) add(dataset, upstream);
    for (const [ups, downs] of entries)
      for (const up of ups) {
        add(dataset, /\((urn:li:dataset:.*),[^,]*\)$/.exec(up)![1]!);
        for (const down of downs) add(down, up);
      }
    return proposal(
      dataset,
      'upstreamLineage',
      upstreamLineage(upstreams, ...entries.map((one) => entry(...one))),
    );
  });
  // A job that says the same of columns as datasets do.
  const [same] = [...edges].filter((text) => text.startsWith('urn:li:schemaField'));
  const [down, up] = same!.split(' DownstreamOf ') as [string, string];
  proposals.push(
    proposal(job, 'dataJobInputOutput', {
      inputDatasets: [],
      outputDatasets: [],
      fineGrainedLineages: [entry([up], [down])],
    }),
  );
  await put(...proposals);
  const ends = (text: string) => text.split(' DownstreamOf ');
  const all = [...edges].sort();
  t.strictSame((await lineageOf(caller, [], '', 7)).sort(), all, 'all');
  const slices = await Promise.all(
    [0, 1, 2].map((id) => lineageOf(caller, [], `&sliceId=${id}&sliceMax=3`, 50)),
  );
  t.strictSame(slices.flat().sort(), all, 'slices');
  t.ok(slices.every((slice) => slice.length > 0));
  const nodes = [...new Set(all.flatMap(ends))];
  for (let run = 0; run < 8; run += 1) {
    const urns = Array.from({ length: 1 + below(6) }, () => pick(nodes));
    const count = 1 + below(5);
    const found = await lineageOf(caller, urns, '', count);
    const touching = (at: (ends: string[]) => boolean) => all.filter((text) => at(ends(text)));
    t.strictSame(
      found.sort(),
      touching((both) => both.some((end) => urns.includes(end))),
      `${urns}`,
    );
    for (const [direction, index] of [
      ['UPSTREAM', 0],
      ['DOWNSTREAM', 1],
    ] as const)
      t.strictSame(
        (await lineageOf(caller, urns, `&direction=${direction}`, count)).sort(),
        touching((both) => urns.includes(both[index]!)),
        direction,
      );
  }
});

t.test('lineage: the pages of a scroll are those of one request', async (t) => {
  const { caller, put } = await open(t);
  await put(...pipeline());
  const { body } = await caller.post(`${lineagePath}?count=1`, { urns: [clean] });
  const { scrollId } = body;
  t.type(scrollId, 'string');
  t.match(await caller.post(`${lineagePath}?count=5&scrollId=${scrollId}`, { urns: [clean] }), {
    status: 200,
    body: { results: [{ relationshipType: 'Produces' }] },
  });
  const refused = async (query: string, body: object, message: RegExp) =>
    t.match(await caller.post(`${lineagePath}?${query}`, body), plainRefusal(400, message), query);
  await refused(`scrollId=${scrollId}`, { urns: [raw] }, /scrollId is that of another request/);
  await refused(`scrollId=${scrollId}&direction=UPSTREAM`, { urns: [clean] }, /of another request/);
  const parts = JSON.parse(Buffer.from(scrollId, 'base64url').toString());
  for (const position of [
    null,
    [0],
    [2, ...parts[1].slice(1)],
    [0, ['a\0', '', null], null],
    [0, ['a', '', null], [1]],
  ]) {
    const forged = Buffer.from(JSON.stringify([parts[0], position])).toString('base64url');
    await refused(`scrollId=${forged}`, { urns: [clean] }, /expected scrollId of the previous page/);
  }
  await refused('scrollId=none', { urns: [clean] }, /expected scrollId of the previous page/);
  await refused('count=0', {}, /count is 0; expected an integer from 1 to 10000/);
  await refused('count=10001', {}, /count is 10001/);
  await refused('sliceId=1', {}, /sliceId and sliceMax belong together/);
  await refused('sliceId=3&sliceMax=3', {}, /sliceId is 3 and sliceMax is 3; expected/);
  await refused('direction=BOTH', {}, /direction/);
  await refused('urns=x', {}, /urns/);
  await refused('', { urns: ['x'] }, /urn "x"/);
  await refused('', { urns: Array.from({ length: 1_001 }, () => clean) }, /1000|1,000/);
  await refused('', { filter: {} }, /filter/);
});

t.test('relationships: by either end, by types, and all, each once', async (t) => {
  const { caller, put } = await open(t);
  const [pii, gone] = [tagUrn('pii'), tagUrn('gone')];
  const tags = (...names: string[]) => ({ tags: names.map((tag) => ({ tag })) });
  await put(
    ...pipeline(),
    proposal(report, 'container', { container: containerUrn('c') }),
    proposal(report, 'globalTags', tags(pii, gone)),
    proposal(clean, 'globalTags', tags(pii)),
    proposal(report, 'schemaMetadata', {
      ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: [field('id', { globalTags: tags(pii) }), field('email', { globalTags: tags(pii) })],
    }),
    proposal(report, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: ['a', 'b', 'c'].map((fieldPath) => ({ fieldPath, globalTags: tags(pii) })),
    }),
    proposal(gone, 'status', { removed: true }),
  );
  const read = async (body: object, query = '', count = 1) =>
    (await scroll(caller, relationshipPath, query, body, count)).map(toText);
  for (const prefix of prefixes)
    t.strictSame(
      (await caller.post(`${prefix}${relationshipPath}`, ofUrns('destinationFilter', containerUrn('c'))))
        .body,
      {
        results: [
          {
            relationshipType: 'IsPartOf',
            source: { urn: report, entityType: 'dataset' },
            destination: { urn: containerUrn('c'), entityType: 'container' },
          },
        ],
      },
    );
  const ofPii = [
    `${report} SchemaFieldTaggedWith ${pii}`,
    `${clean} TaggedWith ${pii}`,
    `${report} TaggedWith ${pii}`,
    `${report} EditableSchemaFieldTaggedWith ${pii}`,
  ];
  t.strictSame(await read(ofUrns('destinationFilter', pii)), ofPii);
  t.strictSame((await read(ofUrns('sourceFilter', pii), '&direction=INCOMING')).sort(), [...ofPii].sort());
  const ofReport = await read(ofUrns('sourceFilter', report));
  t.strictSame(
    [...ofReport].sort(),
    [
      ...ofPii.filter((text) => text.startsWith(report)),
      `${report} DownstreamOf ${clean}`,
      `${report} DownstreamOf ${column(clean, 'email')}`,
      `${report} IsPartOf ${containerUrn('c')}`,
    ].sort(),
  );
  t.strictSame(
    (await read(ofUrns('sourceFilter', report), '&includeSoftDelete=true')).sort(),
    [...ofReport, `${report} TaggedWith ${gone}`].sort(),
  );
  t.strictSame(
    await read(
      { ...ofUrns('sourceFilter', report, clean), ...ofUrns('destinationFilter', pii) },
      '&relationshipTypes=TaggedWith',
    ),
    [`${clean} TaggedWith ${pii}`, `${report} TaggedWith ${pii}`],
  );
  const all = (await read({}, '', 1_000)).sort();
  t.strictSame((await read({}, '', 3)).sort(), all);
  t.equal(new Set(all).size, all.length);
  t.ok([...ofPii, ...ofReport, `${job} Produces ${clean}`].every((text) => all.includes(text)));
  const slices = await Promise.all([0, 1].map((id) => read({}, `&sliceId=${id}&sliceMax=2`, 100)));
  t.strictSame(slices.flat().sort(), all);
  t.strictSame(
    await read({}, '&sourceTypes=dataJob&destinationTypes=dataset&relationshipTypes=Produces,Consumes', 10),
    [clean, raw].map((urn) => `${job} ${urn === clean ? 'Produces' : 'Consumes'} ${urn}`),
  );
  const types = (field: string, values: string[], more = {}) => ({
    and: [{ criteria: [{ field, values, ...more }] }],
  });
  t.strictSame(
    await read({
      sourceFilter: types('entityType', ['dataJob']),
      edgeFilter: types('relationshipType', ['Produces'], { negated: true }),
    }),
    [`${job} Consumes ${raw}`],
  );
});

t.test('relationships: 400 for what no filter has', async (t) => {
  const { caller } = await open(t);
  const refused = async (body: object, message: RegExp, query = '') =>
    t.match(await caller.post(`${relationshipPath}?${query}`, body), plainRefusal(400, message));
  const filter = (criterion: object, name = 'sourceFilter') => ({
    [name]: { and: [{ criteria: [criterion] }] },
  });
  await refused(
    filter({ field: 'platform', values: ['hive'] }),
    /sourceFilter has the field "platform"; expected urn or entityType/,
  );
  await refused(
    filter({ field: 'urn', values: ['urn:li:tag:a'] }, 'edgeFilter'),
    /edgeFilter has the field "urn"; expected relationshipType/,
  );
  await refused(
    filter({ field: 'urn', values: ['urn'], condition: 'CONTAIN' }),
    /condition CONTAIN for urn; expected EQUAL or IN/,
  );
  await refused(filter({ field: 'urn', values: [] }), /no values for urn/);
  await refused(filter({ field: 'urn', values: ['x'] }), /sourceFilter urn "x"/);
  await refused({ filter: {} }, /filter/);
  await refused({ sourceFilter: { or: [] } }, /or/);
  const many = Array.from({ length: 600 }, (_, index) => tagUrn(`${index}`));
  const twice = { and: [many, many].map((values) => ({ criteria: [{ field: 'urn', values }] })) };
  await refused({ sourceFilter: twice }, /sourceFilter has 1200 values; at most 1000/);
  const [tag] = [tagUrn('a')];
  const body = ofUrns('sourceFilter', tag);
  const forge = (id: string, position: unknown) =>
    Buffer.from(JSON.stringify([JSON.parse(Buffer.from(id, 'base64url').toString())[0], position])).toString(
      'base64url',
    );
  await caller.post(batchUrl, {
    proposals: [
      proposal(datasetUrn('d'), 'globalTags', { tags: [{ tag }, { tag: tagUrn('b') }] }),
      proposal(datasetUrn('d'), 'domains', { domains: ['urn:li:domain:a', 'urn:li:domain:b'] }),
    ],
  });
  const bySource = ofUrns('sourceFilter', datasetUrn('d'));
  const { scrollId } = (await caller.post(`${relationshipPath}?count=1`, bySource)).body;
  t.type(scrollId, 'string');
  await refused(body, /that of another request/, `scrollId=${scrollId}`);
  for (const position of [
    null,
    [0, 'a', 'b'],
    [0, 'a', 'b', 'c'],
    [1, 'a', 'b', 1],
    [3, 'a', 'b', 1],
    [0, 'a', 'b', 2 ** 40],
  ])
    await refused(
      bySource,
      /expected scrollId of the previous page/,
      `scrollId=${forge(scrollId, position)}`,
    );
});

t.test('GET /relationships: DownstreamOf of a column leads to columns, in all doors', async (t) => {
  const { caller, put } = await open(t);
  const many = (of: string) =>
    Array.from({ length: 12 }, (_, at) => column(of, `m${String(at).padStart(2, '0')}`));
  await put(
    ...pipeline(),
    proposal(clean, 'upstreamLineage', upstreamLineage([], entry(many(raw), many(clean)))),
    proposal(job, 'dataJobInputOutput', {
      ...{ inputDatasets: [raw], outputDatasets: [clean], inputDatasetFields: [column(raw, 'm00')] },
      fineGrainedLineages: [entry([column(raw, 'email')], [column(clean, 'email')])],
    }),
  );
  const restli = async (urn: string, direction: string, more: string) => {
    const { status, body } = await caller.get(
      `/relationships?direction=${direction}&urn=${encodeURIComponent(urn)}${more}`,
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const downstreamOf = '&types=List(DownstreamOf)';
  for (const prefix of prefixes)
    t.match(
      await caller.get(
        `${prefix}/relationships?direction=INCOMING${downstreamOf}&urn=${encodeURIComponent(column(clean, 'email'))}&count=1000&start=0`,
      ),
      {
        status: 200,
        body: {
          start: 0,
          count: 1,
          total: 1,
          relationships: [{ type: 'DownstreamOf', entity: column(report, 'email') }],
        },
      },
    );
  t.strictSame((await restli(column(report, 'email'), 'OUTGOING', downstreamOf)).relationships, [
    { type: 'DownstreamOf', entity: column(clean, 'email') },
  ]);
  t.strictSame((await restli(clean, 'INCOMING', downstreamOf)).relationships, [
    { type: 'DownstreamOf', entity: report },
  ]);

  // Through the node of a large entry, between two other relationships by name.
  const start = column(raw, 'm00');
  const expected = [['Consumes', job], ...many(clean).map((urn) => ['DownstreamOf', urn])];
  const pages: string[][] = [];
  for (let from = 0; from < 20; from += 5) {
    const page = await restli(start, 'INCOMING', `&start=${from}&count=5`);
    t.equal(page.total, 13);
    pages.push(
      ...page.relationships.map(({ type, entity }: { type: string; entity: string }) => [type, entity]),
    );
  }
  t.strictSame(pages, expected);
  const { body } = await caller.get(
    `/openapi/relationships/v1?direction=INCOMING&urn=${encodeURIComponent(start)}`,
  );
  t.strictSame(
    body.entities.map(({ relationshipType, urn }: { relationshipType: string; urn: string }) => [
      relationshipType,
      urn,
    ]),
    expected,
  );
  const document = `query ($urn: String!) { entity(urn: $urn) { ... on SchemaFieldEntity {
    relationships(input: {types: ["Consumes", "DownstreamOf"], direction: INCOMING, start: 1, count: 3}) {
      start count total relationships { type entity { urn } } } } } }`;
  await put(proposal(start, 'documentation', { documentations: [] }));
  const { data } = (await caller.graphql(document, { urn: start })).body;
  t.strictSame(data.entity.relationships, {
    ...{ start: 1, count: 3, total: 13 },
    relationships: many(clean)
      .slice(0, 3)
      .map((urn) => ({ type: 'DownstreamOf', entity: { urn } })),
  });

  await put(proposal(report, 'status', { removed: true }));
  t.equal(
    (await restli(column(clean, 'email'), 'INCOMING', downstreamOf)).total,
    1,
    'soft-deleted ones are included',
  );
  const notRemoved = document.replace('start: 1, count: 3', 'includeSoftDelete: false');
  await put(proposal(column(clean, 'email'), 'documentation', { documentations: [] }));
  const { entity } = (await caller.graphql(notRemoved, { urn: column(clean, 'email') })).body.data;
  t.strictSame(entity.relationships, { start: 0, count: 0, total: 0, relationships: [] });
});

t.test('a header says that edges can be missing: not stored yet, or cut', async (t) => {
  const { caller, put, db } = await open(t, { LINEAGE_MAX_RELATIONS: '1' });
  const downstreams = ['a', 'b'].map((path) => column(clean, path));
  await put(
    proposal(clean, 'upstreamLineage', upstreamLineage([raw], entry([column(raw, 'a')], downstreams))),
  );
  const ofUrn = (urn: string) => `urn=${encodeURIComponent(urn)}&direction=INCOMING`;
  const requests: Record<string, () => Promise<Answer>> = {
    restli: () => caller.get(`/relationships?${ofUrn(raw)}`),
    openapi: () => caller.get(`/openapi/relationships/v1?${ofUrn(raw)}`),
    lineage: () => caller.post(lineagePath, { urns: [raw] }),
    relationships: () => caller.post(relationshipPath, ofUrns('sourceFilter', clean)),
  };
  const isMarked = async (send: () => Promise<Answer>) => {
    const { status, headers } = await send();
    return [status, headers['x-catalog-partial']];
  };
  for (const [name, send] of Object.entries(requests))
    t.strictSame(await isMarked(send), [200, undefined], name);
  const cut = await caller.get(`/relationships?${ofUrn(column(raw, 'a'))}&types=List(DownstreamOf)`);
  t.match(cut, { headers: { 'x-catalog-partial': 'true' }, body: { total: 1 } });
  await db.query(`UPDATE aspects SET derived_at = NULL WHERE urn = $1`, [clean]);
  for (const [name, send] of Object.entries(requests))
    t.strictSame(await isMarked(send), [200, 'true'], name);
});

t.test('GET /relationships: 400', async (t) => {
  const { caller } = await open(t);
  const refused = async (query: string, message: RegExp) =>
    t.match(await caller.get(`/relationships?${query}`), refusal(400, message), query);
  await refused('urn=x&direction=INCOMING', /urn "x"/);
  await refused('urn=urn:li:tag:a', /direction/);
  await refused('urn=urn:li:tag:a&direction=INCOMING&types=DownstreamOf', /expected List/);
  await refused('urn=urn:li:tag:a&direction=INCOMING&count=1001', /count is 1001/);
  await refused(`urn=${encodeURIComponent(column(raw, 'a'))}&direction=INCOMING&count=1001`, /count is 1001/);
});
