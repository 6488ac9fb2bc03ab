import t from 'tap';
import { readConfig } from '../../src/config.js';
import { createDocumentCache } from '../../src/graphql/document-cache.js';
import { DocumentRejected } from '../../src/graphql/errors.js';
import { schema } from '../../src/graphql/schema/schema.js';

// What DataHub's clients (1.7.0) ask about the types of this schema. `datahub search` asks for introspection first and
// leaves out what a server does not have, so its fragments are here without those fields.
const fragments = `
  fragment PlatformFields on DataPlatform { urn name properties { displayName logoUrl } }
  fragment TagFields on GlobalTags { tags { tag { urn name properties { name description } } } }
  fragment SearchEntityInfo on Entity { urn type
    ... on Dataset { name origin properties { name description } platform { ...PlatformFields } tags { ...TagFields }
      container { urn properties { name } platform { ...PlatformFields } } }
    ... on Chart { properties { name description } platform { ...PlatformFields } tags { ...TagFields } }
    ... on Dashboard { properties { name description } platform { ...PlatformFields } tags { ...TagFields } }
    ... on DataJob { dataFlow { urn } jobId properties { name description } tags { ...TagFields } }
    ... on DataFlow { flowId cluster properties { name description } platform { ...PlatformFields }
      tags { ...TagFields } }
    ... on Container { properties { name description } platform { ...PlatformFields } tags { ...TagFields } }
    ... on Tag { name properties { name description } } }
  fragment FacetEntityInfo on Entity { urn type
    ... on Tag { name properties { name description colorHex } }
    ... on Container { properties { name } platform { ...PlatformFields } }
    ... on DataPlatform { ...PlatformFields } }`;

const documents: Record<string, string> = {
  'the entities of datahub search': `query search($urns: [String!]!, $facets: [String!]!) {
    entities(urns: $urns) { ...SearchEntityInfo } facets: entities(urns: $facets) { ...FacetEntityInfo } } ${fragments}`,
  'DataJob of datahub-gc, without its runs': `query listDataJobs($urns: [String!]!) { entities(urns: $urns) { type
    ... on DataJob { urn dataFlow { urn } type lastIngested subTypes { typeNames } jobId dataPlatformInstance { urn } } } }`,
  'DataFlow of datahub-gc': `query listDataFlows($urns: [String!]!) { entities(urns: $urns) { type
    ... on DataFlow { urn type orchestrator cluster lastIngested } } }`,
  'the columns of many datasets': `query ($urns: [String!]!) { entities(urns: $urns) { urn
    ... on Dataset { schemaMetadata(version: 0) { fields { fieldPath nativeDataType } } } } }`,
  'DataHubGraph.create_tag': 'mutation($tag_detail: CreateTagInput!) { createTag(input: $tag_detail) }',
  'DataHubGraph.remove_tag':
    'mutation removeTag { removeTag(input: { tagUrn: "urn:li:tag:x", resourceUrn: "urn:li:chart:(a,b)" }) }',
  'the tags of agents': `mutation batchAddTags($input: BatchAddTagsInput!) { batchAddTags(input: $input) }`,
  'the descriptions of agents':
    'mutation updateDescription($input: DescriptionUpdateInput!) { updateDescription(input: $input) }',
  entityExists: 'query ($urn: String!) { entityExists(urn: $urn) }',
  'datahub init': `mutation createAccessToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { accessToken metadata { id actorUrn ownerUrn name description } } }`,
  'the token list of datahub-gc': `query listAccessTokens($input: ListAccessTokenInput!) {
    listAccessTokens(input: $input) { start count total tokens { urn type id name description actorUrn ownerUrn
      createdAt expiresAt __typename } __typename } }`,
  'fields of older servers': `query ($urn: String!) {
    tag(urn: $urn) { description }
    dataset(urn: $urn) { globalTags { tags { tag { description } } } platform { properties { type displayName
      datasetNameDelimiter logoUrl } } schemaMetadata { fields { globalTags { tags { tag { urn } } } } } } }`,
};

const prepare = createDocumentCache(schema, readConfig({}));

for (const [what, document] of Object.entries(documents)) {
  t.test(`${what} is valid and within the limits`, async (t) => t.ok(prepare(document)));
}

t.test('an entity type can be sent as a value by every name that clients make', async (t) => {
  const { values } = (
    schema.getType('EntityType') as unknown as { toConfig(): { values: object } }
  ).toConfig();
  for (const name of ['MLPRIMARY_KEY', 'BUSINESS_ATTRIBUTE', 'SCHEMA_FIELD', 'QUERY', 'AI_AGENT', 'OTHER'])
    t.ok(name in values, name);
});

t.test('what DataHub has and the catalog does not is the first error, in words', async (t) => {
  const browsing = 'query ($input: BrowseV2Input!) { browseV2(input: $input) { total } }';
  const absent: [document: string, message: RegExp, errors: number][] = [
    [
      '{ dataset(urn: "") { upstreamLineage { total } } }',
      /^Cannot query field "upstreamLineage" on type "Dataset": .* the old fields of lineage: use `lineage`$/,
      1,
    ],
    ['{ listIngestionSources(input: {}) { total } }', /does not have ingestion sources$/, 1],
    ['{ listRoles(input: {}) { total } }', /this catalog does not have roles and invitations/, 1],
    [
      'mutation { moveDomain(input: {}) }',
      /on type "Mutation": this catalog does not have lists, moves and deletions of domains: search/,
      1,
    ],
    [browsing, /does not have browsing$/, 2],
    ['{ dataset(urn: "") { nothing } browse { total } }', /does not have browsing$/, 2],
    ['{ nothing }', /^Cannot query field "nothing" on type "Query"\.$/, 1],
  ];
  for (const [document, message, count] of absent) {
    try {
      prepare(document);
      t.fail(document);
    } catch (error) {
      if (!(error instanceof DocumentRejected)) throw error;
      t.equal(error.errors.length, count, document);
      t.match(error.errors[0]!.message, message);
      t.ok(error.errors[0]!.locations);
    }
  }
});
