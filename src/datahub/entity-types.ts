/**
 * The types of entities that GraphQL names, as URNs have them: those of the registry of DataHub's client 1.7.
 * `restricted` has a GraphQL name only.
 */
const entityTypes =
  `agentSkill aiAgent api application assertion businessAttribute chart container corpGroup corpuser dashboard
  dataContract dataFlow dataHubAccessToken dataHubAction dataHubConnection dataHubExecutionRequest dataHubFile
  dataHubIngestionSource dataHubPageModule dataHubPageTemplate dataHubPersona dataHubPolicy dataHubRetention dataHubRole
  dataHubSecret dataHubStepState dataHubUpgrade dataHubView dataJob dataPlatform dataPlatformInstance dataProcess
  dataProcessInstance dataProduct dataType dataset document domain entityType erModelRelationship form globalSettings
  glossaryNode glossaryTerm incident inviteToken lifecycleStageType metric mlFeature mlFeatureTable mlModel
  mlModelDeployment mlModelGroup mlPrimaryKey notebook ownershipType platformResource post query repository restricted
  role schemaField searchTemplate semanticModel service structuredProperty tag telemetry test versionSet`.split(
    /\s+/,
  );

/** Names that do not follow the rule of `upperSnake`. */
const irregular = new Map(
  Object.entries({
    corpuser: 'CORP_USER',
    dataHubConnection: 'DATAHUB_CONNECTION',
    dataHubFile: 'DATAHUB_FILE',
    dataHubPageModule: 'DATAHUB_PAGE_MODULE',
    dataHubPageTemplate: 'DATAHUB_PAGE_TEMPLATE',
    dataHubPolicy: 'DATAHUB_POLICY',
    dataHubRole: 'DATAHUB_ROLE',
    dataHubView: 'DATAHUB_VIEW',
    mlFeature: 'MLFEATURE',
    mlFeatureTable: 'MLFEATURE_TABLE',
    mlModel: 'MLMODEL',
    mlModelGroup: 'MLMODEL_GROUP',
    mlPrimaryKey: 'MLPRIMARY_KEY',
    ownershipType: 'CUSTOM_OWNERSHIP_TYPE',
  }),
);

/** `dataHubExecutionRequest` is EXECUTION_REQUEST: DataHub's client derives names in this way. */
const upperSnake = (type: string) =>
  type
    .replace(/[A-Z]/g, '_$&')
    .toUpperCase()
    .replace(/^DATA_HUB_/, '');

const nameByType = new Map(entityTypes.map((type) => [type, irregular.get(type) ?? upperSnake(type)]));

/** The types that GraphQL names, by these names. */
export const entityTypesByName: ReadonlyMap<string, string> = new Map(
  [...nameByType].map(([type, name]) => [name, type]),
);

/** The values of GraphQL's EntityType. */
export const entityTypeNames: readonly string[] = [...nameByType.values(), 'OTHER'].sort();

/** Returns the value of GraphQL's EntityType for a type of entity; OTHER for a type that it does not name. */
export const entityTypeName = (type: string): string => nameByType.get(type) ?? 'OTHER';

const typeByLowerCase = new Map(entityTypes.map((type) => [type.toLowerCase(), type]));

/** Returns a type as URNs have it, in whatever case it is given; a type that DataHub does not have stays as it is. */
export const entityTypeSpelling = (given: string): string =>
  typeByLowerCase.get(given.toLowerCase()) ?? given;
