// The documents that DataHub's clients (1.7.0, and mcp-server-datahub 0.8.0) send to search, by what they are for.

const scroll = (variables: string, flags: string, entity: string) => `
  query scrollUrnsWithFilters($types: [EntityType!], $query: String!, $orFilters: [AndFilterInput!], $batchSize: Int!,
    $scrollId: String${variables}) {
    scrollAcrossEntities(input: { query: $query, count: $batchSize, scrollId: $scrollId, types: $types,
      orFilters: $orFilters, ${flags} }) { nextScrollId searchResults { ${entity} } } }`;

/** DataHubGraph.get_urns_by_filter, `datahub delete` and datahub-gc. The client sends it in one line. */
export const scrollUrns = scroll(
  ', $skipCache: Boolean!, $sortInput: SearchSortInput, $includeSoftDeleted: Boolean',
  `sortInput: $sortInput, searchFlags: { skipHighlighting: true skipAggregates: true skipCache: $skipCache
    includeSoftDeleted: $includeSoftDeleted }`,
  'entity { urn } extraProperties { name value }',
).replaceAll(/\s+/g, ' ');

/** The same with the two flags of newer servers, which the client asks introspection for first. */
const scrollHiddenUrns = scroll(
  `, $skipCache: Boolean!, $sortInput: SearchSortInput, $includeHiddenLifecycleStages: Boolean!,
    $includeDraft: Boolean!, $includeSoftDeleted: Boolean`,
  `sortInput: $sortInput, searchFlags: { skipHighlighting: true skipAggregates: true skipCache: $skipCache
    includeHiddenLifecycleStages: $includeHiddenLifecycleStages includeDraft: $includeDraft
    includeSoftDeleted: $includeSoftDeleted }`,
  'entity { urn } extraProperties { name value }',
);

const scrollResults = scroll(
  ', $skipCache: Boolean!, $fetchExtraFields: [String!]',
  `searchFlags: { skipHighlighting: true skipAggregates: true skipCache: $skipCache
    fetchExtraFields: $fetchExtraFields }`,
  'entity { urn } extraProperties { name value }',
);

/** `_bulk_fetch_schema_info_by_filter`. */
export const scrollColumns = scroll(
  '',
  'searchFlags: { skipHighlighting: true skipAggregates: true }',
  'entity { urn ... on Dataset { schemaMetadata(version: 0) { fields { fieldPath nativeDataType } } } }',
);

const searchAcross = `
  query search($types: [EntityType!] $query: String! $orFilters: [AndFilterInput!] $count: Int! $start: Int!
    $viewUrn: String $sortInput: SearchSortInput) {
    searchAcrossEntities(input: { query: $query count: $count start: $start types: $types orFilters: $orFilters
      viewUrn: $viewUrn sortInput: $sortInput searchFlags: { skipHighlighting: true, maxAggValues: 5 } }) {
      start count total
      searchResults { entity { ...SearchEntityInfo } }
      facets { field displayName aggregations { value count displayName entity { ...FacetEntityInfo } } } } }`;

const tags = 'tags { tags { tag { urn name } } }';
const named = 'properties { name description }';
const platform = 'platform { ...PlatformFields }';
const about = `glossaryTerms { terms { term { urn name } } }
  ownership { owners { owner { ... on CorpUser { urn username } ... on CorpGroup { urn name } } } }
  domain { domain { urn ${named} } }`;
const withPlatform = `${named} ${platform} ${tags} ${about}`;
const model = `name properties { description } ${tags} ${about}`;

/** `datahub search`, before the client leaves out what the server does not have. */
export const datahubSearch = `
  fragment PlatformFields on DataPlatform { urn name properties { displayName logoUrl } }
  fragment SearchEntityInfo on Entity { urn type
    ... on Dataset { name origin properties { name description customProperties { key value } } ${platform}
      tags { tags { tag { urn name ${named} } } } ${about}
      container { urn properties { name } ${platform} } }
    ... on Chart { ${withPlatform} }
    ... on Dashboard { ${withPlatform} }
    ... on DataJob { dataFlow { urn } jobId ${named} ${tags} ${about} }
    ... on DataFlow { flowId cluster ${withPlatform} }
    ... on CorpUser { username properties { displayName email } }
    ... on CorpGroup { name properties { displayName email } }
    ... on Domain { ${named} }
    ... on Container { ${withPlatform} }
    ... on GlossaryTerm { name ${named} }
    ... on Tag { name ${named} }
    ... on MLModel { ${platform} ${model} }
    ... on MLFeature { ${model} }
    ... on MLFeatureTable { ${platform} ${model} }
    ... on MLPrimaryKey { ${model} }
    ... on MLModelGroup { ${platform} ${model} }
    ... on Document { subType ${platform} info { title } ${tags} ${about} } }
  fragment FacetEntityInfo on Entity { urn type
    ... on Tag { name properties { name description colorHex } }
    ... on GlossaryTerm { name ${named} }
    ... on Domain { ${named} }
    ... on Container { properties { name } ${platform} }
    ... on CorpUser { username properties { displayName } }
    ... on CorpGroup { name properties { displayName } }
    ... on DataPlatform { ...PlatformFields } }
  ${searchAcross}`;

const name = 'properties { name }';

/** The tool `search` of agents, which send it as it is. */
export const agentSearch = `
  fragment SearchEntityInfo on Entity { urn
    # For some entity types, the URNs do not say the name.
    ... on Dataset { ${name} } ... on Chart { ${name} } ... on Dashboard { ${name} } ... on Container { ${name} }
    ... on GlossaryTerm { ${name} } ... on GlossaryNode { ${name} } ... on Domain { ${name} }
    ... on DataProduct { ${name} } }
  fragment FacetEntityInfo on Entity {
    ... on Dataset { name ${name} } ... on Container { subTypes { typeNames } ${name} } ... on GlossaryTerm { ${name} } }
  ${searchAcross}`;

/** `datahub search --projection`. */
const projectedSearch = `${searchAcross.replace('...SearchEntityInfo', 'urn ... on Dataset { name }')}
  fragment FacetEntityInfo on Entity { urn type }`;

const flows = `
  query listDataFlows($query:String!, $scrollId: String, $batchSize: Int) {
    scrollAcrossEntities(input: { types: [DATA_FLOW], query: $query, count: $batchSize, scrollId: $scrollId }) {
      nextScrollId count searchResults { entity { type
        ... on DataFlow { urn type orchestrator cluster lastIngested } } } } }`;

const jobs = `
  query listDataJobs($query:String!, $scrollId: String, $batchSize: Int) {
    scrollAcrossEntities(input: { types: [DATA_JOB
      ], query: $query, count: $batchSize, scrollId: $scrollId }) {
      nextScrollId count searchResults { entity { type
        ... on DataJob { urn dataFlow { urn } type lastIngested subTypes { typeNames } jobId
          dataPlatformInstance { urn } runs { total } } } } } }`;

const getTags = `query getTags($urns: [String!]!) {
  entities(urns: $urns) { urn type ... on Tag { properties { name } } } }`;

const globalView = 'query getGlobalViewsSettings { globalViewsSettings { defaultView } }';

const userView = `query getUserDefaultView {
  me { corpUser { settings { views { defaultView { urn } } } } } }`;

const getMe = `query getMe { me { corpUser { type urn username exists
  info { active displayName title firstName lastName fullName email }
  editableProperties { displayName title pictureLink teams skills }
  groups: relationships(input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: OUTGOING, start: 0,
    count: 50 }) { relationships { entity { ... on CorpGroup { urn name properties { displayName } } } } } } } }`;

const whoCalls = 'query getMe { me { corpUser { urn username exists } } }';

const flagNames = '{ __type(name: "SearchFlags") { inputFields { name } } }';

/** The types whose soft-deleted entities datahub-gc deletes. */
export const cleanedTypes =
  `DATASET DASHBOARD CHART MLMODEL MLMODEL_GROUP MLFEATURE_TABLE MLFEATURE MLPRIMARY_KEY DATA_FLOW DATA_JOB
  GLOSSARY_TERM GLOSSARY_NODE TAG ROLE CORP_USER CORP_GROUP CONTAINER DOMAIN DATA_PRODUCT NOTEBOOK BUSINESS_ATTRIBUTE
  SCHEMA_FIELD QUERY`.split(/\s+/);

const notRemoved = { field: 'removed', values: ['true'], condition: 'EQUAL', negated: true };
const onlyRemoved = { ...notRemoved, negated: false };

/** What `scrollUrns` is sent with. Null is sent as null. */
export const scrollVariables = {
  types: null,
  query: '*',
  orFilters: [{ and: [notRemoved] }],
  batchSize: 5_000,
  scrollId: null,
  skipCache: false,
  sortInput: null,
  includeSoftDeleted: false,
};

const searchVariables = {
  query: '*',
  types: ['DATASET'],
  orFilters: [{ and: [{ field: 'tags', condition: 'EQUAL', values: ['urn:li:tag:pii'] }] }],
  count: 10,
  start: 0,
  viewUrn: null,
};

interface ClientDocument {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether the client leaves out first what the server does not have. */
  readonly projected?: boolean;
}

const envRule = (field: string, value: string) => ({ and: [{ field, values: [value] }, notRemoved] });

export const searchDocuments: Readonly<Record<string, ClientDocument>> = {
  get_urns_by_filter: { document: scrollUrns, variables: scrollVariables },
  'get_urns_by_filter by platform, environment and container': {
    document: scrollUrns,
    variables: {
      ...scrollVariables,
      types: ['DATASET', 'CONTAINER'],
      sortInput: { sortCriteria: [{ field: 'urn', sortOrder: 'ASCENDING' }] },
      orFilters: [
        envRule('origin', 'PROD'),
        envRule('customProperties', 'env=PROD'),
        envRule('customProperties', 'instance=PROD'),
        envRule('env', 'PROD'),
        {
          and: [
            { field: 'platform.keyword', values: ['urn:li:dataPlatform:hive'], condition: 'EQUAL' },
            { field: 'browsePathV2', values: ['urn:li:container:a'], condition: 'CONTAIN' },
          ],
        },
      ],
    },
  },
  'client.search.get_urns of everything': {
    document: scrollUrns,
    variables: { ...scrollVariables, orFilters: [{ and: [] }], includeSoftDeleted: null },
  },
  'get_urns_by_filter with hidden stages': {
    document: scrollHiddenUrns,
    variables: { ...scrollVariables, includeHiddenLifecycleStages: true, includeDraft: true },
  },
  'what flags there are': { document: flagNames, variables: {} },
  get_results_by_filter: {
    document: scrollResults,
    variables: { ...scrollVariables, fetchExtraFields: ['name'] },
  },
  'the columns of many datasets': {
    document: scrollColumns,
    variables: { types: ['DATASET'], query: '*', orFilters: [{ and: [notRemoved] }], batchSize: 100 },
  },
  'the soft-deleted entities of datahub-gc': {
    document: scrollUrns,
    variables: {
      ...scrollVariables,
      types: cleanedTypes,
      orFilters: [{ and: [onlyRemoved] }],
      batchSize: 500,
      includeSoftDeleted: true,
    },
  },
  'the runs of datahub-gc': {
    document: scrollUrns,
    variables: {
      ...scrollVariables,
      types: ['DATA_PROCESS_INSTANCE'],
      orFilters: [
        { and: [onlyRemoved, { field: 'created', condition: 'LESS_THAN', values: ['1700000000000'] }] },
      ],
      batchSize: 500,
      includeSoftDeleted: true,
    },
  },
  'the queries of datahub-gc': {
    document: scrollUrns,
    variables: {
      ...scrollVariables,
      types: ['QUERY'],
      orFilters: [
        {
          and: [
            { field: 'source', condition: 'EQUAL', values: ['SYSTEM'] },
            { field: 'lastModifiedAt', condition: 'LESS_THAN', values: ['1700000000000'] },
            notRemoved,
          ],
        },
      ],
      sortInput: { sortCriteria: [{ field: 'lastModifiedAt', sortOrder: 'ASCENDING' }] },
    },
  },
  'the flows of datahub-gc': { document: flows, variables: { query: '*', scrollId: null, batchSize: 500 } },
  'the jobs of datahub-gc': { document: jobs, variables: { query: '*', scrollId: null, batchSize: 500 } },
  'datahub search': { document: datahubSearch, variables: searchVariables, projected: true },
  'datahub search --projection': { document: projectedSearch, variables: searchVariables },
  'the search of agents': { document: agentSearch, variables: searchVariables },
  'the tags of agents': { document: getTags, variables: { urns: ['urn:li:tag:pii', 'urn:li:tag:none'] } },
  'the view of all users': { document: globalView, variables: {} },
  'the view of a user': { document: userView, variables: {} },
  'get_me of agents': { document: getMe, variables: {} },
  'who calls': { document: whoCalls, variables: {} },
};
