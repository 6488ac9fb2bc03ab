/** Documents about lineage in the form of those that DataHub's pages send, as far as the schema has their fields. */

/** The picture: which entities or columns are reached, and by which paths. */
export const structure = `query lineageStructure($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
  start count total
  searchResults { entity { urn type } paths { path { urn type } } explored ignoredAsHop }
} }`;

/** Its variables; `columns` makes the search one of columns. */
export const structureInput = (
  urn: string,
  direction: string,
  { columns = false, degrees = ['1'] } = {},
) => ({
  ...{ urn, direction, start: 0, count: 10_000 },
  ...(columns && { types: ['SCHEMA_FIELD'] }),
  orFilters: [{ and: [{ field: 'degree', values: degrees }] }],
  lineageFlags: {
    ...{ startTimeMillis: null, endTimeMillis: null },
    ...(degrees.includes('3+') && { entitiesExploredPerHopLimit: 2 }),
    ignoreAsHops: [
      { entityType: 'DATASET', platforms: ['urn:li:dataPlatform:dbt'] },
      { entityType: 'SCHEMA_FIELD', platforms: ['urn:li:dataPlatform:dbt'] },
      { entityType: 'DATA_PROCESS_INSTANCE' },
      { entityType: 'DATA_JOB' },
    ],
  },
  searchFlags: {
    groupingSpec: { groupingCriteria: [] },
    ...{ filterNonLatestVersions: false, skipCache: true },
  },
});

const edgeFields = `filtered total relationships {
  type degree createdOn createdActor { urn } updatedOn updatedActor { urn } isManual
  paths { path { urn type } } entity { urn type } }`;

const windowFields = `separateSiblings: true, startTimeMillis: $from, endTimeMillis: $to, includeGhostEntities: $ghosts`;
const windowVariables = '$urns: [String!]!, $from: Long, $to: Long, $ghosts: Boolean';

/** The nodes of the picture with their edges in both directions. */
export const nodes = `
  fragment Node on Entity { urn type
    ... on Dataset { exists name origin properties { name description } editableProperties { description }
      platform { ...Platform } subTypes { typeNames } deprecation { deprecated note } tags { ...Tags }
      container { urn properties { name } } schemaMetadata { fields { fieldPath type nativeDataType } } }
    ... on DataJob { exists jobId dataFlow { urn flowId orchestrator } properties { name description } tags { ...Tags } }
    ... on Chart { exists properties { name description } platform { ...Platform } tags { ...Tags } }
    ... on Dashboard { exists properties { name description } platform { ...Platform } tags { ...Tags } }
    ... on SchemaFieldEntity { fieldPath parent { urn type } } }
  fragment Platform on DataPlatform { urn name properties { type displayName logoUrl } }
  fragment Tags on GlobalTags { tags { tag { urn name properties { name colorHex } } } }
  query lineageNodes(${windowVariables}) { entities(urns: $urns) { ...Node ... on EntityWithRelationships {
    upstream: lineage(input: { direction: UPSTREAM, start: 0, count: 1000, ${windowFields} }) { ${edgeFields} }
    downstream: lineage(input: { direction: DOWNSTREAM, start: 0, count: 1000, ${windowFields} }) { ${edgeFields} }
  } } }`;

/** The numbers on the buttons that open a node. */
export const edgeCounts = `query edgeCounts(${windowVariables}) { entities(urns: $urns) { urn ... on EntityWithRelationships {
  upstream: lineage(input: { direction: UPSTREAM, start: 0, count: 100, ${windowFields} }) { filtered total }
  downstream: lineage(input: { direction: DOWNSTREAM, start: 0, count: 100, ${windowFields} }) { filtered total }
} } }`;

const neighboursOf = (direction: string) => `searchAcrossLineage(input: {
    urn: $urn, query: "*", direction: ${direction}, start: 0, count: 2000,
    orFilters: [{ and: [{ field: "degree", values: ["1"] }] }] }) {
  start count total facets { field displayName aggregations { value count entity { urn type
    ... on DataPlatform { name properties { displayName logoUrl } } } } } }`;

/** The summary of a page: how many neighbours of which types and platforms. */
export const neighbours = `query neighbours($urn: String!) {
  upstreams: ${neighboursOf('UPSTREAM')} downstreams: ${neighboursOf('DOWNSTREAM')} }`;

const columnsOf = (direction: string) => `searchAcrossLineageCounts(input: {
  urn: $urn, direction: ${direction}, types: [SCHEMA_FIELD], includeGhostEntities: true }) { total }`;

/** The numbers beside a column. */
export const columnCounts = `query columnCounts($urn: String!) {
  upstream: ${columnsOf('UPSTREAM')} downstream: ${columnsOf('DOWNSTREAM')} }`;

/** The table of the impact, as a file page by page. */
export const impact = `query impact($input: ScrollAcrossLineageInput!) { scrollAcrossLineage(input: $input) {
  nextScrollId count total
  searchResults { degree entity { urn type
      ... on Dataset { name platform { name } properties { name description } tags { tags { tag { urn } } } }
      ... on Chart { platform { name } properties { name } }
      ... on DataJob { jobId properties { name } } }
    paths { path { urn type } } }
} }`;
