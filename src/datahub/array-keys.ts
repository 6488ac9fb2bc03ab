/**
 * The fields that tell the elements of an array apart, by aspect and path: what DataHub's patch builders assume where a patch
 * has no keys. `␟` separates the names of a path; no field means that an element is its own key.
 */
export const defaultArrayKeys: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  apiSignature: { inputDatasetEdges: ['destinationUrn'], outputDatasetEdges: ['destinationUrn'] },
  chartInfo: { inputEdges: ['destinationUrn'], inputs: [] },
  dashboardInfo: {
    datasetEdges: ['destinationUrn'],
    chartEdges: ['destinationUrn'],
    dashboards: ['destinationUrn'],
    datasets: [],
    charts: [],
  },
  dataJobInputOutput: {
    inputDatajobEdges: ['destinationUrn'],
    inputDatasetEdges: ['destinationUrn'],
    outputDatasetEdges: ['destinationUrn'],
    inputDatajobs: [],
    inputDatasets: [],
    outputDatasets: [],
    inputDatasetFields: [],
    outputDatasetFields: [],
  },
  dataProcessInstanceInput: { inputs: [], inputEdges: ['destinationUrn'] },
  dataProcessInstanceOutput: { outputs: [], outputEdges: ['destinationUrn'] },
  dataProductProperties: { assets: ['destinationUrn'] },
  documentation: { documentations: ['attribution␟source'] },
  domains: { domains: [], domainAssociations: ['attribution␟source', 'domain'] },
  editableSchemaMetadata: {
    editableSchemaFieldInfo: ['fieldPath'],
    'editableSchemaFieldInfo␟globalTags␟tags': ['tag'],
    'editableSchemaFieldInfo␟glossaryTerms␟terms': ['urn'],
  },
  formInfo: {
    prompts: ['id'],
    'actors␟users': [],
    'actors␟groups': [],
    'actors␟ownershipTypes': [],
  },
  globalTags: { tags: ['tag'] },
  glossaryTerms: { terms: ['urn'] },
  institutionalMemory: { elements: ['url'] },
  ownership: { owners: ['owner', 'type'] },
  propertyDefinition: { allowedValues: ['value␟string'], entityTypes: [], allowedPlatforms: [] },
  schemaMetadata: {
    fields: ['fieldPath'],
    'fields␟globalTags␟tags': ['tag'],
    'fields␟glossaryTerms␟terms': ['urn'],
  },
  siblings: { siblings: [] },
  structuredProperties: { properties: ['propertyUrn'] },
  upstreamLineage: { upstreams: ['dataset'] },
};
