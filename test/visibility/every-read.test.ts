import {
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import t, { type Test } from 'tap';
import { type Privilege, privileges } from '../../src/datahub/privileges.js';
import { schema } from '../../src/graphql/schema/schema.js';
import type { FindLimit } from '../../src/visibility/visibility.js';
import { encoded, ingestUrl, proposal } from '../support/aspects.js';
import { type Caller, testCatalog } from '../support/catalog.js';
import { everyOperation, type Operation } from '../support/every-operation.js';
import { createDocument } from '../support/operation-documents.js';
import { hive, type Made } from '../support/operation-samples.js';
import { listActions, listRoutes } from '../support/routes.js';

// docs/wire-contract.md, "Visibility". A rule hides one dataset from one caller. No read shows that caller the dataset: each
// answers as for a dataset that does not exist.

const [name, absentName] = ['fct_users_created', 'fct_users_missing'];
const shows = (text: string) => /fct_users_created|One row for each user that was created/.test(text);
const downstream = hive.replace(name, 'fct_sign_ups');

const limitedUrn = 'urn:li:corpuser:limited';
const hidesHive: FindLimit = ({ urn }) =>
  urn === limitedUrn ? (entity, bind) => `${entity} <> ${bind(hive)}::text` : null;

const catalog = await testCatalog(t, {
  sample: true,
  env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' },
  findLimit: hidesHive,
});
const all = Object.keys(privileges) as Privilege[];
const [full, limited] = [await catalog.user('full', all), await catalog.user('limited', all)];

async function must(by: Caller, text: string): Promise<unknown> {
  const { body } = await by.graphql(text);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

const legacy = 'urn:li:tag:Legacy';
await must(
  full,
  `mutation {
    addTag(input: {tagUrn: "${legacy}", resourceUrn: "${hive}"})
    column: addTag(input: {tagUrn: "${legacy}", resourceUrn: "${hive}", subResourceType: DATASET_FIELD, subResource: "user_id"})
    updateDescription(input: {description: "Edited", resourceUrn: "${hive}"}) }`,
);
const lineage = { upstreams: [{ dataset: hive, type: 'TRANSFORMED' }] };
const byColumn = hive.replace(name, 'fct_by_column');
const columnLineage = {
  upstreams: [],
  fineGrainedLineages: [
    {
      ...{ upstreamType: 'FIELD_SET', upstreams: [`urn:li:schemaField:(${hive},user_id)`] },
      ...{ downstreamType: 'FIELD', downstreams: [`urn:li:schemaField:(${byColumn},id)`] },
    },
  ],
};
const edits = {
  editableSchemaFieldInfo: [{ fieldPath: 'gone', description: 'Of a column that is no longer there' }],
};
for (const [urn, aspect, value] of [
  [downstream, 'datasetProperties', { name: 'sign_ups' }],
  [downstream, 'upstreamLineage', lineage],
  [byColumn, 'upstreamLineage', columnLineage],
  [hive, 'datasetProperties', { name, description: 'One row for each user that was created' }],
  [hive, 'editableSchemaMetadata', edits],
] as const) {
  const { status, body } = await full.post(ingestUrl, { proposal: proposal(urn, aspect, value) });
  if (status !== 200) throw new Error(JSON.stringify(body));
}
await full.post('/entities?action=delete', { urn: hive, aspectName: 'operation', endTimeMillis: 1 });

interface Sent {
  readonly text: string;
  readonly status: number;
}
type Send = (by: Caller, name: string) => Promise<Sent>;

/** Sends a request about a dataset of a name. Undefined: the request names no dataset. */
async function compare(t: Test, send: Send, namesHive: boolean, label: string): Promise<boolean> {
  const [seen, unseen] = [await send(full, name), await send(limited, name)];
  if (namesHive) {
    const absent = await send(limited, absentName);
    t.equal(
      `${unseen.status} ${unseen.text.replaceAll(name, '…')}`,
      `${absent.status} ${absent.text.replaceAll(absentName, '…')}`,
      `${label}: as one that does not exist`,
    );
  } else t.notOk(shows(unseen.text), `${label}: ${unseen.text.slice(0, 1_000)}`);
  return seen.status === 200 && shows(seen.text);
}

/** Returns a selection of everything that can be read without arguments; of entities that are reached, their URNs. */
function select(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output);
  if (isLeafType(type)) return '';
  if (isUnionType(type)) return '{ __typename }';
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${type}`);
  const isEntity = type.name === 'Entity' || type.getInterfaces().some(({ name }) => name === 'Entity');
  if (isInterfaceType(type) || (isEntity && depth < 5)) return isEntity ? '{ urn }' : '{ __typename }';
  const fields = Object.values(type.getFields())
    .filter(({ args, type }) => args.length === 0 && (depth > 0 || isLeafType(getNamedType(type))))
    .map((field) => `${field.name} ${select(field.type, depth - 1)}`);
  return `{ __typename ${fields.join(' ')} }`;
}

function withAll(operation: Operation): Operation {
  const [type = '', field = ''] = operation.name.split('.');
  const of = schema.getType(type);
  return isObjectType(of) ? { ...operation, selection: select(of.getFields()[field]!.type, 5) } : operation;
}

const none: Made = {
  n: 1,
  policy: 'urn:li:dataHubPolicy:none',
  account: 'urn:li:corpuser:service_none',
  tokenId: 'none',
};

const everyDataset = { input: { types: ['DATASET'], query: '*', count: 100 } };
/** Operations with arguments of their own, because the samples name what does not exist. */
const own: Readonly<Record<string, object>> = {
  'Query.changes': { input: { urn: hive } },
  'Query.auditEvents': { input: {} },
  'Query.autoComplete': { input: { query: 'fct', type: 'DATASET' } },
  'Query.autoCompleteForMultiple': { input: { query: 'fct' } },
  'Query.orphanedColumnEdits': {},
  'Query.searchAcrossEntities': everyDataset,
  'Query.scrollAcrossEntities': everyDataset,
  'Query.searchAcrossLineage': { input: { urn: downstream, direction: 'UPSTREAM' } },
  'Query.scrollAcrossLineage': { input: { urn: downstream, direction: 'UPSTREAM' } },
  'Query.tagReach': { input: { tagUrn: legacy, direction: 'DOWNSTREAM' } },
  'Container.relationships': { input: { types: ['IsPartOf'], direction: 'INCOMING' } },
};

/** The operations that show the dataset to a caller who may see it, by what is hidden from the other. */
const showing = new Set<string>();

t.test('no GraphQL operation shows it', async (t) => {
  for (const given of everyOperation().filter(({ root }) => root === 'query')) {
    const operation = withAll(given);
    const { text, variables } = createDocument(operation, none);
    for (const one of [...variables, ...(own[operation.name] ? [own[operation.name]!] : [])]) {
      const request = JSON.stringify({ query: text, variables: one });
      const send: Send = async (by, name) => {
        const { status, body } = await by.post(
          '/api/graphql',
          JSON.parse(request.replaceAll('fct_users_created', name)),
        );
        return { status, text: JSON.stringify(body) };
      };
      if (await compare(t, send, request.includes(name), operation.name)) showing.add(operation.name);
    }
  }
  const isShown = (operation: string) => t.ok(showing.has(operation), `${operation} shows it to others`);
  for (const operation of [
    ...['dataset', 'entity', 'entities', 'search', 'searchAcrossEntities', 'scrollAcrossEntities', 'changes'],
    ...['searchAcrossLineage', 'scrollAcrossLineage', 'tagReach'],
    ...['auditEvents', 'autoComplete', 'autoCompleteForMultiple', 'orphanedColumnEdits'],
  ])
    isShown(`Query.${operation}`);
  for (const operation of ['Tag.associations', 'Tag.associationsOn', 'Container.relationships'])
    isShown(operation);
});

t.test('the queries without arguments read no entities but the caller', async (t) => {
  const names = Object.values(schema.getQueryType()!.getFields()).filter(({ args }) => args.length === 0);
  t.strictSame(
    names.map(({ name }) => name),
    ['appConfig', 'globalViewsSettings', 'me', 'serviceHealth', 'timeseriesIndexes'],
  );
});

const at = (name: string) => encoded(hive.replace('fct_users_created', name));
const get =
  (url: (urn: string) => string): Send =>
  (by, name) =>
    by.get(url(at(name))).then(({ status, body }) => ({ status, text: JSON.stringify(body) }));
const post =
  (url: string, payload: unknown): Send =>
  async (by, name) => {
    const sent = JSON.parse(JSON.stringify(payload).replaceAll('fct_users_created', name));
    const { status, body } = await by.post(url, sent);
    return { status, text: JSON.stringify(body) };
  };
const ofUrn = (filter: string, urn: string) => ({
  [filter]: { and: [{ criteria: [{ field: 'urn', values: [urn], condition: 'EQUAL' }] }] },
});
const events =
  '/openapi/v1/events/poll?topic=PlatformEvent_v1&lookbackWindowDays=1&pollTimeoutSeconds=0&limit=5000';

/** The reads over HTTP, and whether each names the dataset. */
const reads: Readonly<Record<string, readonly (readonly [Send, namesHive: boolean])[]>> = {
  'GET /aspects/*': [[get((urn) => `/aspects/${urn}?aspect=datasetProperties`), true]],
  'GET /entities/*': [[get((urn) => `/entities/${urn}`), true]],
  'GET /entitiesV2/*': [[get((urn) => `/entitiesV2/${urn}`), true]],
  'GET /entitiesV2': [[get((urn) => `/entitiesV2?ids=List(${urn})`), true]],
  'GET /openapi/relationships/v1': [
    [get((urn) => `/openapi/relationships/v1?urn=${urn}&direction=OUTGOING`), true],
    [get((urn) => `/openapi/relationships/v1?urn=${urn}&direction=INCOMING`), true],
    [get(() => `/openapi/relationships/v1?urn=${encoded(downstream)}&direction=OUTGOING`), false],
    [
      get(
        () =>
          `/openapi/relationships/v1?urn=${encoded('urn:li:container:datahub_schema')}&direction=INCOMING`,
      ),
      false,
    ],
  ],
  'GET /relationships': [
    [get((urn) => `/relationships?urn=${urn}&direction=INCOMING&types=List(DownstreamOf)`), true],
    [
      get(() => `/relationships?urn=${encoded(downstream)}&direction=OUTGOING&types=List(DownstreamOf)`),
      false,
    ],
    [
      get(
        (urn) =>
          `/relationships?urn=urn:li:schemaField:(${urn},user_id)&direction=INCOMING&types=List(DownstreamOf)`,
      ),
      true,
    ],
    [
      get(
        () =>
          `/relationships?urn=${encoded(`urn:li:schemaField:(${byColumn},id)`)}&direction=OUTGOING&types=List(DownstreamOf)`,
      ),
      false,
    ],
  ],
  'POST /openapi/v3/lineage/scroll': [
    [post('/openapi/v3/lineage/scroll?count=100', { urns: [hive] }), true],
    [post('/openapi/v3/lineage/scroll?count=100', { urns: [`urn:li:schemaField:(${hive},user_id)`] }), true],
    [post('/openapi/v3/lineage/scroll?count=100', { urns: [downstream] }), false],
    [post('/openapi/v3/lineage/scroll?count=100', { urns: [`urn:li:schemaField:(${byColumn},id)`] }), false],
    [post('/openapi/v3/lineage/scroll?count=100', {}), false],
  ],
  'POST /openapi/v3/relationship/scroll': [
    [post('/openapi/v3/relationship/scroll?count=1000', ofUrn('sourceFilter', hive)), true],
    [post('/openapi/v3/relationship/scroll?count=1000', ofUrn('destinationFilter', hive)), true],
    [post('/openapi/v3/relationship/scroll?count=1000', ofUrn('sourceFilter', downstream)), false],
    [post('/openapi/v3/relationship/scroll?count=1000', ofUrn('destinationFilter', legacy)), false],
    [post('/openapi/v3/relationship/scroll?count=1000', {}), false],
  ],
  'GET /openapi/v3/entity/:type': [
    [get(() => '/openapi/v3/entity/dataset?count=100&aspects=datasetProperties'), false],
  ],
  'GET /openapi/v3/entity/:type/*': [
    [get((urn) => `/openapi/v3/entity/dataset/${urn}`), true],
    [get((urn) => `/openapi/v3/entity/dataset/${urn}/datasetProperties`), true],
  ],
  'GET /openapi/v2/entity/dataHubExecutionRequest': [
    [get(() => '/openapi/v2/entity/dataHubExecutionRequest'), false],
  ],
  'GET /openapi/v1/events/poll': [[get(() => events), false]],
  'POST /openapi/v1/events/audit/search': [[post('/openapi/v1/events/audit/search?size=100', {}), false]],
  'POST /openapi/v3/entity/scroll': [
    [post('/openapi/v3/entity/scroll?count=100', { entities: ['dataset'] }), false],
  ],
  'POST /openapi/v2/entity/batch/:type': [[post('/openapi/v2/entity/batch/dataset', { urns: [hive] }), true]],
  'POST /openapi/v3/entity/:type/batchGet': [
    [post('/openapi/v3/entity/dataset/batchGet', [{ urn: hive }]), true],
  ],
  'POST /aspects?action=getTimeseriesAspectValues': [
    [
      post('/aspects?action=getTimeseriesAspectValues', {
        urn: hive,
        entity: 'dataset',
        aspect: 'datasetProfile',
      }),
      true,
    ],
  ],
  'POST /aspects?action=getCount': [
    [post('/aspects?action=getCount', { aspect: 'datasetKey', urnLike: `%${name}%` }), true],
    [post('/aspects?action=getCount', { aspect: 'datasetProperties', urnLike: `%${name}%` }), true],
  ],
  'POST /entities?action=listUrns': [
    [post('/entities?action=listUrns', { entity: 'dataset', count: 100 }), false],
  ],
  'POST /entities?action=search': [
    [post('/entities?action=search', { entity: 'dataset', input: '*', count: 100 }), false],
    [post('/entities?action=search', { entity: 'dataset', input: name }), true],
  ],
};

/** Routes that read no entities, or read them as GraphQL does. */
const others = [
  ...[
    '/',
    '/about',
    '/docs',
    '/graphiql',
    '/openapi.json',
    '/assets/:file',
    '/console',
    '/console/*',
    '/metrics',
  ],
  '/openapi/v1/registry/models/entity/specifications',
  ...['/config', '/health', '/health/live', '/health/ready', '/api/graphql'],
].map((path) => `GET ${path}`);

const otherActions = [
  ...[
    'POST /api/graphql',
    'POST /console/session',
    'POST /openapi/v3/entity/:type',
    'POST /openapi/v3/entity/:type/*',
    'POST /openapi/openlineage/api/v1/lineage',
    'POST /usageStats?action=batchIngest',
  ],
  ...['ingestProposal', 'ingestProposalBatch'].map((action) => `POST /aspects?action=${action}`),
  ...['ingest', 'batchIngest', 'delete', 'deleteReferences'].map(
    (action) => `POST /entities?action=${action}`,
  ),
  ...['getIndexSizes', 'truncateTimeseriesAspect', 'getEsTaskStatus'].map(
    (one) => `POST /operations?action=${one}`,
  ),
];

t.test('no route that reads shows it', async (t) => {
  const { app } = catalog;
  const found = new Set<string>();
  for (const route of await listRoutes(app)) {
    const name = route.replace(/ (\/api)?\/gms\//, ' /');
    if (!/^(GET|POST) /.test(name)) continue;
    const headers = { authorization: `Bearer ${full.token}` };
    const actions = name.startsWith('POST') ? await listActions(app, route.split(' ')[1]!, headers) : [];
    for (const one of actions.length > 0 ? actions.map((action) => `${name}?action=${action}`) : [name])
      found.add(one);
  }
  t.strictSame(
    [...Object.keys(reads), ...others, ...otherActions].sort(),
    [...found].sort(),
    'each is listed here',
  );
  for (const [route, requests] of Object.entries(reads)) {
    let isShown = false;
    for (const [send, namesHive] of requests) isShown = (await compare(t, send, namesHive, route)) || isShown;
    if (!/getCount|ExecutionRequest|getTimeseries/.test(route)) t.ok(isShown, `${route} shows it to others`);
  }
  const counted = await Promise.all(
    [full, limited].map((by) => reads['POST /aspects?action=getCount']![0]![0](by, name)),
  );
  t.strictSame(
    counted.map(({ text }) => JSON.parse(text).value),
    [1, 0],
  );
  const [sent] = reads['POST /aspects?action=getTimeseriesAspectValues']!;
  const values = await Promise.all([full, limited].map((by) => sent![0](by, name)));
  t.strictSame(
    values.map(({ text }) => JSON.parse(text).value.values.length > 0),
    [true, false],
  );
});

t.test('totals, facets and pages in any order do not count it', async (t) => {
  // biome-ignore lint/suspicious/noExplicitAny: each query knows its answer
  const both = async (text: string): Promise<any[]> =>
    Promise.all(
      [full, limited].map(async (by) => Object.values((await must(by, `{ ${text} }`)) as object)[0]),
    );
  const search = (more: string) =>
    `searchAcrossEntities(input: {types: [DATASET], query: "*", count: 100, ${more}}) { total searchResults { entity { urn } } facets { field aggregations { value count } } }`;
  for (const more of [
    '',
    'sortInput: {sortCriterion: {field: "name", sortOrder: ASCENDING}}',
    'sortInput: {sortCriterion: {field: "urn", sortOrder: ASCENDING}}',
    `orFilters: [{and: [{field: "tags", values: ["${legacy}"]}]}]`,
    `orFilters: [{and: [{field: "platform", values: ["urn:li:dataPlatform:hive"]}]}]`,
  ]) {
    const [seen, unseen] = await both(search(more));
    t.equal(unseen.total, seen.total - 1, `total ${more}`);
    t.equal(unseen.searchResults.length, seen.searchResults.length - 1, `page ${more}`);
    type Facets = { field: string; aggregations: { value: string; count: number }[] }[];
    const platform = ({ facets }: { facets: Facets }) =>
      facets
        .find(({ field }) => field === 'platform')!
        .aggregations.find(({ value }) => value.endsWith(':hive'))?.count ?? 0;
    t.equal(platform(unseen), platform(seen) - 1, `facet ${more}`);
  }
  const [some, fewer] = await both(`changes(input: {urn: "${hive}"}) { total }`);
  t.ok(some.total > 0);
  t.equal(fewer.total, 0);
  const related = `entity(urn: "${downstream}") { ... on Dataset {
    relationships(input: {types: ["DownstreamOf"], direction: OUTGOING}) { total count relationships { entity { urn } } }
    facts(fields: ["upstreams"]) { values { value entity { urn } } } } }`;
  const [seen, unseen] = await both(related);
  t.strictSame([seen.relationships.total, seen.facts[0].values.length], [1, 1]);
  t.strictSame(
    [unseen.relationships, unseen.facts[0].values],
    [{ total: 0, count: 0, relationships: [] }, []],
  );
  const facet = `aggregateAcrossEntities(input: {types: [DATASET], query: "*", facets: ["upstreams", "platform␞upstreams"]}) { facets { aggregations { value } } }`;
  const [shown, kept] = (await both(facet)).map((found) => JSON.stringify(found));
  t.ok(shows(shown!));
  t.notOk(shows(kept!));
});

t.test('callers whose reads share a statement get their own answers', async (t) => {
  const text = `{ dataset(urn: "${hive}") { urn } entityExists(urn: "${hive}") }`;
  const callers = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? full : limited));
  const answers = await Promise.all(callers.map((by) => must(by, text)));
  const expected = [
    { dataset: { urn: hive }, entityExists: true },
    { dataset: null, entityExists: false },
  ];
  t.strictSame(
    answers,
    callers.map((_, index) => expected[index % 2]),
  );
});

t.test('its columns are hidden with it', async (t) => {
  const column = `urn:li:schemaField:(${hive},user_id)`;
  const lineage = {
    upstreams: [],
    fineGrainedLineages: [
      {
        upstreamType: 'FIELD_SET',
        upstreams: [column],
        downstreamType: 'FIELD',
        downstreams: [`urn:li:schemaField:(${downstream},id)`],
      },
    ],
  };
  await full.post(ingestUrl, { proposal: proposal(column, 'documentation', { documentations: [] }) });
  await full.post(ingestUrl, { proposal: proposal(downstream, 'upstreamLineage', lineage) });
  const text = `{ entityExists(urn: "${column}") }`;
  t.strictSame(
    [await must(full, text), await must(limited, text)],
    [{ entityExists: true }, { entityExists: false }],
  );
});

const readUsage = (by: Caller) =>
  must(by, `{ tag(urn: "${legacy}") { usage { columns } associations { total } } }`).then(JSON.stringify);

/** What does not follow a limit yet, and why (docs/wire-contract.md, "Visibility"). Each says whether it still does not. */
const later: readonly (readonly [what: string, reason: string, isOpen: () => Promise<boolean>])[] = [
  [
    'URNs in an aspect of another entity',
    'an aspect is returned as it was written',
    async () => {
      const url = `/entitiesV2/${encoded(downstream)}?aspects=List(upstreamLineage)`;
      return shows(JSON.stringify((await limited.get(url)).body));
    },
  ],
  [
    'the dry run of deleteReferences',
    'it shows what the deletion would change, which requires the right to delete',
    async () => {
      const { body } = await limited.post('/entities?action=deleteReferences', { urn: legacy, dryRun: true });
      return shows(JSON.stringify(body));
    },
  ],
  [
    'the usage of a tag and the total of its places',
    'the counts are stored for all entities together',
    async () => (await readUsage(limited)) === (await readUsage(full)),
  ],
];

t.test('what does not follow a limit yet is known', async (t) => {
  for (const [what, reason, isOpen] of later) t.ok(await isOpen(), `${what}: ${reason}`);
});
