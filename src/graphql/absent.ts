import { GraphQLError } from 'graphql';

/** Fields of DataHub that this catalog does not have, with what they are about. */
const absent: readonly [what: string, fields: string][] = [
  ['the old fields of lineage: use `lineage`', 'upstreamLineage downstreamLineage'],
  ['browsing', 'browse browseV2 browsePaths browsePathV2'],
  ['the timeline of entities', 'getTimeline getSchemaBlame getSchemaVersionList'],
  [
    'ingestion sources',
    'listIngestionSources ingestionSource createIngestionSource updateIngestionSource deleteIngestionSource ' +
      'createIngestionExecutionRequest cancelIngestionExecutionRequest executionRequest rollbackIngestion',
  ],
  ['lists of types of ownership: search for them', 'listOwnershipTypes'],
  ['lists of the glossary: search for them', 'getRootGlossaryTerms getRootGlossaryNodes'],
  [
    'lists, moves and deletions of domains: search for them, and write or delete the entity',
    'listDomains moveDomain deleteDomain',
  ],
  [
    'roles and invitations: policies grant privileges, and createUser creates users',
    'listRoles batchAssignRole getInviteToken createInviteToken acceptRole',
  ],
  [
    'the assignment of forms: the aspect forms has those of an entity',
    'batchAssignForm batchRemoveForm createDynamicFormAssignment verifyForm submitFormPrompt',
  ],
  ['semantic search', 'semanticSearchConfig semanticSearchAcrossEntities'],
  ["the switches of DataHub's front end", 'featureFlags'],
  ['analytics', 'getAnalyticsCharts getMetadataAnalyticsCharts getHighlights'],
];

const whatByField = new Map(
  absent.flatMap(([what, fields]) => fields.split(' ').map((name) => [name, what])),
);

/** Returns the error of a field that DataHub has and this catalog does not, in these words; null for any other error. */
export function absentField({ message, nodes }: GraphQLError): GraphQLError | null {
  const [cannot = '', field = ''] = /^Cannot query field "(\w+)" on type "\w+"/.exec(message) ?? [];
  const what = whatByField.get(field);
  return what === undefined
    ? null
    : new GraphQLError(`${cannot}: this catalog does not have ${what}`, { nodes: nodes ?? null });
}
