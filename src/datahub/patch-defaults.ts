const unknownStamp = { time: 0, actor: 'urn:li:corpuser:unknown' };
const unknownStamps = { created: unknownStamp, lastModified: unknownStamp };

/**
 * The required fields of records as DataHub's templates of patches give them, for records that do not exist yet or lack
 * them. Their audit stamps are those of DataHub's models, so that equal patches have equal results. Records that are not
 * here have no defaults there either.
 */
export const patchDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ChartInfo: { title: '', description: '', lastModified: unknownStamps },
  // DataHub has no templates of these three, but patches of users, groups and policies must work as before.
  CorpGroupInfo: { admins: [], members: [], groups: [] },
  CorpUserStatus: { lastModified: unknownStamp },
  DataHubPolicyInfo: { description: '' },
  DashboardInfo: { title: '', description: '', lastModified: unknownStamps },
  DataJobInputOutput: { inputDatasets: [], outputDatasets: [] },
  DataProcessInstanceInput: { inputs: [] },
  DataProcessInstanceOutput: { outputs: [] },
  Documentation: { documentations: [] },
  Domains: { domains: [] },
  EditableSchemaMetadata: { editableSchemaFieldInfo: [] },
  FormInfo: { name: '' },
  Forms: { incompleteForms: [], completedForms: [] },
  GlobalTags: { tags: [] },
  GlossaryNodeInfo: { definition: '' },
  GlossaryTermInfo: { definition: '', termSource: 'INTERNAL' },
  GlossaryTerms: { terms: [], auditStamp: unknownStamp },
  InstitutionalMemory: { elements: [] },
  Ownership: { owners: [] },
  Siblings: { siblings: [], primary: false },
  StructuredProperties: { properties: [] },
  StructuredPropertyDefinition: {
    qualifiedName: '',
    valueType: 'urn:li:dataType:datahub.string',
    entityTypes: [],
  },
  UpstreamLineage: { upstreams: [] },
};
