/** Aspects by the namespace of their record in DataHub's PDL models. Clients name them by the record's full name. */
const namespaces: Readonly<Record<string, string>> = {
  'com.linkedin.access.token': 'dataHubAccessTokenInfo',
  'com.linkedin.agent': 'aiAgentDependencies aiAgentInfo',
  'com.linkedin.agentskill': 'agentSkillInfo',
  'com.linkedin.api': 'apiProperties apiSignature restApiProperties',
  'com.linkedin.application': 'applicationKey applicationLineage applicationProperties applications',
  'com.linkedin.assertion': 'assertionActions assertionInfo assertionNote assertionRunSummary',
  'com.linkedin.businessattribute': 'businessAttributeInfo businessAttributeKey businessAttributes',
  'com.linkedin.chart': 'chartInfo chartQuery editableChartProperties',
  'com.linkedin.common':
    'access aiContext aliases browsePaths browsePathsV2 cost dataPlatformInstance dataTransformLogic ' +
    'deprecation displayProperties documentation embed forms globalTags glossaryTerms incidentsSummary ' +
    'inputFields institutionalMemory origin ownership semanticContent semanticText siblings status ' +
    'subTypes upstreamMetrics versionProperties',
  'com.linkedin.connection': 'dataHubConnectionDetails',
  'com.linkedin.container': 'container containerProperties editableContainerProperties',
  'com.linkedin.dashboard': 'dashboardInfo editableDashboardProperties',
  'com.linkedin.datacontract': 'dataContractProperties dataContractStatus',
  'com.linkedin.datajob':
    'dataFlowInfo dataJobInfo dataJobInputOutput editableDataFlowProperties editableDataJobProperties ' +
    'versionInfo',
  'com.linkedin.dataplatform': 'dataPlatformInfo',
  'com.linkedin.dataplatform.slack': 'slackUserInfo',
  'com.linkedin.dataplatforminstance': 'dataPlatformInstanceProperties icebergWarehouseInfo',
  'com.linkedin.dataprocess':
    'dataProcessInfo dataProcessInstanceInput dataProcessInstanceOutput dataProcessInstanceProperties ' +
    'dataProcessInstanceRelationships',
  'com.linkedin.dataproduct': 'dataProductKey dataProductProperties dataProducts',
  'com.linkedin.dataset':
    'datasetDeprecation datasetProperties datasetUpstreamLineage editableDatasetProperties ' +
    'icebergCatalogInfo partitionsSummary semanticModelProperties upstreamLineage viewProperties',
  'com.linkedin.datatype': 'dataTypeInfo dataTypeKey',
  'com.linkedin.domain': 'domainProperties domains',
  'com.linkedin.entitytype': 'entityTypeInfo entityTypeKey',
  'com.linkedin.ermodelrelation': 'editableERModelRelationshipProperties erModelRelationshipProperties',
  'com.linkedin.file': 'dataHubFileInfo',
  'com.linkedin.form': 'dynamicFormAssignment formInfo',
  'com.linkedin.glossary': 'glossaryNodeInfo glossaryRelatedTerms glossaryTermInfo',
  'com.linkedin.identity':
    'corpGroupEditableInfo corpGroupInfo corpUserCredentials corpUserEditableInfo corpUserInfo ' +
    'corpUserSettings corpUserStatus groupMembership inviteToken nativeGroupMembership roleMembership',
  'com.linkedin.incident': 'incidentExternalLinks incidentInfo incidentNotes incidentSource',
  'com.linkedin.ingestion': 'dataHubIngestionSourceInfo',
  'com.linkedin.knowledge': 'documentInfo documentSettings',
  'com.linkedin.lifecycle': 'lifecycleStageTypeInfo',
  'com.linkedin.logical': 'logicalParent',
  'com.linkedin.metadata.search.features': 'storageFeatures usageFeatures',
  'com.linkedin.metric': 'metricInfo metricRelationships metricUpstreams',
  'com.linkedin.ml.metadata':
    'editableMlFeatureProperties editableMlFeatureTableProperties editableMlModelGroupProperties ' +
    'editableMlModelProperties editableMlPrimaryKeyProperties intendedUse mlFeatureProperties ' +
    'mlFeatureTableProperties mlHyperParam mlMetric mlModelDeploymentProperties mlModelFactorPrompts ' +
    'mlModelGroupProperties mlModelProperties mlPrimaryKeyProperties mlTrainingRunProperties sourceCode',
  'com.linkedin.module': 'dataHubPageModuleProperties',
  'com.linkedin.mxe': 'systemMetadata',
  'com.linkedin.notebook': 'editableNotebookProperties notebookContent notebookInfo',
  'com.linkedin.ownership': 'ownershipTypeInfo',
  'com.linkedin.persona': 'dataHubPersonaInfo',
  'com.linkedin.platformresource': 'platformResourceInfo platformResourceKey',
  'com.linkedin.policy': 'dataHubPolicyInfo dataHubRoleInfo',
  'com.linkedin.post': 'postInfo',
  'com.linkedin.query': 'queryProperties querySubjects',
  'com.linkedin.repository': 'repositoryKey repositoryLineage repositoryProperties repositorySource',
  'com.linkedin.retention': 'dataHubRetentionConfig',
  'com.linkedin.role': 'actors roleProperties',
  'com.linkedin.schema': 'editableSchemaMetadata schemaMetadata',
  'com.linkedin.schemafield': 'schemaFieldAliases',
  'com.linkedin.search.template': 'searchTemplateProperties',
  'com.linkedin.secret': 'dataHubSecretValue',
  'com.linkedin.semanticmodel': 'semanticFieldAnnotation semanticModelInfo',
  'com.linkedin.service': 'mcpServerProperties serviceDefinition serviceKey serviceProperties',
  'com.linkedin.settings.asset': 'assetSettings',
  'com.linkedin.settings.global': 'globalSettingsInfo',
  'com.linkedin.step': 'dataHubStepStateProperties',
  'com.linkedin.structured': 'structuredProperties structuredPropertyKey structuredPropertySettings',
  'com.linkedin.tag': 'tagProperties',
  'com.linkedin.telemetry': 'telemetryClientId',
  'com.linkedin.template': 'dataHubPageTemplateProperties',
  'com.linkedin.test': 'testInfo testResults',
  'com.linkedin.upgrade': 'dataHubUpgradeRequest dataHubUpgradeResult',
  'com.linkedin.versionset': 'versionSetProperties',
  'com.linkedin.view': 'dataHubViewInfo',
};

/** Records whose name is not that of their aspect. */
const others: Readonly<Record<string, string>> = {
  dataHubExecutionRequestInput: 'com.linkedin.execution.ExecutionRequestInput',
  dataHubExecutionRequestKey: 'com.linkedin.metadata.key.ExecutionRequestKey',
  dataHubExecutionRequestResult: 'com.linkedin.execution.ExecutionRequestResult',
  dataHubExecutionRequestSignal: 'com.linkedin.execution.ExecutionRequestSignal',
  mlModelCaveatsAndRecommendations: 'com.linkedin.ml.metadata.CaveatsAndRecommendations',
  mlModelEthicalConsiderations: 'com.linkedin.ml.metadata.EthicalConsiderations',
  mlModelEvaluationData: 'com.linkedin.ml.metadata.EvaluationData',
  mlModelMetrics: 'com.linkedin.ml.metadata.Metrics',
  mlModelQuantitativeAnalyses: 'com.linkedin.ml.metadata.QuantitativeAnalyses',
  mlModelTrainingData: 'com.linkedin.ml.metadata.TrainingData',
  propertyDefinition: 'com.linkedin.structured.StructuredPropertyDefinition',
  schemafieldInfo: 'com.linkedin.schemafield.SchemaFieldInfo',
};

const recordNames = new Map([
  ...Object.entries(namespaces).flatMap(([namespace, names]) =>
    names.split(' ').map((name) => [name, `${namespace}.${capitalized(name)}`] as const),
  ),
  ...Object.entries(others),
]);

/** Returns the member name of an aspect in the response of `GET /aspects`: for an unknown aspect, its own name. */
export function getRecordName(aspectName: string): string {
  const known = recordNames.get(aspectName);
  if (known !== undefined) return known;
  return aspectName.endsWith('Key') ? `com.linkedin.metadata.key.${capitalized(aspectName)}` : aspectName;
}

/** Whether DataHub has an aspect of this name, apart from keys and time series. */
export const hasRecord = (aspectName: string): boolean => recordNames.has(aspectName);

/** Whether DataHub has the aspect, apart from time series, or it may be the key of an entity type. */
export const isKnownAspect = (aspectName: string): boolean =>
  hasRecord(aspectName) || aspectName.endsWith('Key');

const aspectNames = new Map([...recordNames].map(([aspect, record]) => [record, aspect]));

/** Returns the aspect that a record is: undefined for unknown records and for the keys of DataHub's older entities. */
export const findAspectName = (recordName: string): string | undefined => aspectNames.get(recordName);

/** DataHub writes some acronyms in capitals. */
function capitalized(name: string) {
  const first = name.slice(0, 1).toUpperCase() + name.slice(1);
  return first
    .replace(/Ml(?=[A-Z])/, 'ML')
    .replace(/^(Ai(?=Agent)|Er(?=Model))/, (found) => found.toUpperCase());
}
