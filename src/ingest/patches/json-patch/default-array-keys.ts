import { mapOf } from '../../../core/map-of.js';
import type { ArrayKeys } from './array-keys.js';
import { separator, sourceField } from './element-key.js';

const path = (...names: string[]) => names.join(separator);
const edges = ['destinationUrn'];

/** The keys that DataHub's patch builders assume where a patch has none. */
export const defaultArrayKeys: ReadonlyMap<string, ArrayKeys> = mapOf({
  chartInfo: { inputEdges: edges, inputs: [] },
  dashboardInfo: { datasetEdges: edges, chartEdges: edges, dashboards: edges, datasets: [], charts: [] },
  dataJobInputOutput: {
    inputDatajobEdges: edges,
    inputDatasetEdges: edges,
    outputDatasetEdges: edges,
    inputDatajobs: [],
    inputDatasets: [],
    outputDatasets: [],
    inputDatasetFields: [],
    outputDatasetFields: [],
  },
  dataProductProperties: { assets: edges },
  documentation: { documentations: [sourceField] },
  domains: { domains: [], domainAssociations: [sourceField, 'domain'] },
  editableSchemaMetadata: {
    editableSchemaFieldInfo: ['fieldPath'],
    [path('editableSchemaFieldInfo', 'globalTags', 'tags')]: ['tag'],
    [path('editableSchemaFieldInfo', 'glossaryTerms', 'terms')]: ['urn'],
  },
  formInfo: {
    prompts: ['id'],
    [path('actors', 'users')]: [],
    [path('actors', 'groups')]: [],
    [path('actors', 'ownershipTypes')]: [],
  },
  globalTags: { tags: ['tag'] },
  glossaryTerms: { terms: ['urn'] },
  institutionalMemory: { elements: ['url'] },
  ownership: { owners: ['owner', 'type'] },
  propertyDefinition: { allowedValues: [path('value', 'string')], entityTypes: [] },
  schemaMetadata: {
    fields: ['fieldPath'],
    [path('fields', 'globalTags', 'tags')]: ['tag'],
    [path('fields', 'glossaryTerms', 'terms')]: ['urn'],
  },
  siblings: { siblings: [] },
  structuredProperties: { properties: ['propertyUrn'] },
  upstreamLineage: { upstreams: ['dataset'] },
});
