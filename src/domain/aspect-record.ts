/** The aspects that DataHub's clients read by the full name of their record, by namespace (its PDL models). */
const namespaces: Readonly<Record<string, string>> = {
  'com.linkedin.application': 'applications',
  'com.linkedin.assertion': 'assertionActions assertionInfo assertionRunSummary',
  'com.linkedin.businessattribute': 'businessAttributeInfo businessAttributes',
  'com.linkedin.chart': 'chartInfo chartQuery editableChartProperties',
  'com.linkedin.common':
    'access browsePaths browsePathsV2 cost dataPlatformInstance deprecation displayProperties documentation embed ' +
    'forms globalTags glossaryTerms incidentsSummary inputFields institutionalMemory origin ownership siblings ' +
    'status subTypes versionProperties',
  'com.linkedin.container': 'container containerProperties editableContainerProperties',
  'com.linkedin.dashboard': 'dashboardInfo editableDashboardProperties',
  'com.linkedin.datacontract': 'dataContractProperties dataContractStatus',
  'com.linkedin.datajob':
    'dataFlowInfo dataJobInfo dataJobInputOutput editableDataFlowProperties editableDataJobProperties versionInfo',
  'com.linkedin.dataplatform': 'dataPlatformInfo',
  'com.linkedin.dataplatforminstance': 'dataPlatformInstanceProperties',
  'com.linkedin.dataprocess':
    'dataProcessInfo dataProcessInstanceInput dataProcessInstanceOutput dataProcessInstanceProperties ' +
    'dataProcessInstanceRelationships',
  'com.linkedin.dataproduct': 'dataProductProperties dataProducts',
  'com.linkedin.dataset':
    'datasetDeprecation datasetProperties datasetUpstreamLineage editableDatasetProperties upstreamLineage ' +
    'viewProperties',
  'com.linkedin.domain': 'domainProperties domains',
  'com.linkedin.form': 'formInfo',
  'com.linkedin.glossary': 'glossaryNodeInfo glossaryRelatedTerms glossaryTermInfo',
  'com.linkedin.identity':
    'corpGroupEditableInfo corpGroupInfo corpUserEditableInfo corpUserInfo corpUserSettings corpUserStatus ' +
    'groupMembership nativeGroupMembership roleMembership',
  'com.linkedin.incident': 'incidentInfo',
  'com.linkedin.ingestion': 'dataHubIngestionSourceInfo',
  'com.linkedin.notebook': 'editableNotebookProperties notebookContent notebookInfo',
  'com.linkedin.ownership': 'ownershipTypeInfo',
  'com.linkedin.platformresource': 'platformResourceInfo',
  'com.linkedin.policy': 'dataHubPolicyInfo dataHubRoleInfo',
  'com.linkedin.query': 'queryProperties querySubjects',
  'com.linkedin.role': 'actors roleProperties',
  'com.linkedin.schema': 'editableSchemaMetadata schemaMetadata',
  'com.linkedin.structured': 'structuredProperties structuredPropertySettings',
  'com.linkedin.tag': 'tagProperties',
  'com.linkedin.telemetry': 'telemetryClientId',
  'com.linkedin.test': 'testInfo testResults',
  'com.linkedin.versionset': 'versionSetProperties',
};

const recordNames = new Map(
  Object.entries(namespaces).flatMap(([namespace, names]) =>
    names.split(' ').map((name) => [name, `${namespace}.${capitalized(name)}`]),
  ),
);
recordNames.set('propertyDefinition', 'com.linkedin.structured.StructuredPropertyDefinition');

/** The key under which `GET /aspects` shows an aspect; an aspect that this table doesn't know goes by its own name. */
export function recordNameOf(aspectName: string): string {
  if (aspectName.endsWith('Key')) return `com.linkedin.metadata.key.${capitalized(aspectName)}`;
  return recordNames.get(aspectName) ?? aspectName;
}

function capitalized(name: string) {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
