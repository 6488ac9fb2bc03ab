/**
 * The location of a relationship's URNs in an aspect: the path, the relationship, and the source of the referring
 * column. In a path, `*` is each element of a list; the object of a field with `?` is complete without the field.
 */
export type ReferenceForm = readonly [
  path: string,
  relationship: string,
  column?: 'fieldPath' | 'downstreams',
];

/**
 * All indexed references, by DataHub's annotations of its models (docs/wire-aspects.md, "References"). The names in
 * dataPlatformInstance are the catalog's own, because DataHub has none. Tags of entities and of edited columns are rows
 * of `global_tags` instead.
 */
export const referenceForms: Readonly<Record<string, readonly ReferenceForm[]>> = {
  chartInfo: [
    ['inputs.*', 'Consumes'],
    // A union, which clients write as its only member or under its name.
    ['inputs.*.string', 'Consumes'],
    ['inputEdges.*.destinationUrn', 'Consumes'],
  ],
  container: [['container', 'IsPartOf']],
  corpUserInfo: [['managerUrn?', 'ReportsTo']],
  dashboardInfo: [
    ['charts.*', 'Contains'],
    ['chartEdges.*.destinationUrn', 'Contains'],
    ['datasets.*', 'Consumes'],
    ['datasetEdges.*.destinationUrn', 'Consumes'],
    ['dashboards.*.destinationUrn', 'DashboardContainsDashboard'],
  ],
  dataJobInputOutput: [
    ['inputDatasets.*', 'Consumes'],
    ['inputDatasetEdges.*.destinationUrn', 'Consumes'],
    ['inputDatasetFields.*', 'Consumes'],
    ['outputDatasets.*', 'Produces'],
    ['outputDatasetEdges.*.destinationUrn', 'Produces'],
    ['outputDatasetFields.*', 'Produces'],
    ['inputDatajobs.*', 'DownstreamOf'],
    ['inputDatajobEdges.*.destinationUrn', 'DownstreamOf'],
  ],
  dataPlatformInstance: [
    ['platform', 'platform'],
    ['instance?', 'dataPlatformInstance'],
  ],
  dataProcessInstanceInput: [
    ['inputs.*', 'DataProcessInstanceConsumes'],
    ['inputEdges.*.destinationUrn', 'DataProcessInstanceConsumes'],
  ],
  dataProcessInstanceOutput: [
    ['outputs.*', 'DataProcessInstanceProduces'],
    ['outputEdges.*.destinationUrn', 'DataProcessInstanceProduces'],
  ],
  dataProcessInstanceRelationships: [
    ['parentTemplate?', 'InstanceOf'],
    ['parentInstance?', 'ChildOf'],
    ['upstreamInstances.*', 'UpstreamOf'],
  ],
  dataProductProperties: [
    ['assets.*.destinationUrn', 'DataProductContains'],
    ['parentDataProduct?', 'IsPartOf'],
  ],
  domainProperties: [['parentDomain?', 'IsPartOf']],
  domains: [['domains.*', 'AssociatedWith']],
  editableSchemaMetadata: [
    [
      'editableSchemaFieldInfo.*.glossaryTerms.terms.*.urn',
      'EditableSchemaFieldWithGlossaryTerm',
      'fieldPath',
    ],
  ],
  glossaryNodeInfo: [['parentNode?', 'IsPartOf']],
  glossaryTermInfo: [['parentNode?', 'IsPartOf']],
  glossaryTerms: [['terms.*.urn', 'TermedWith']],
  groupMembership: [['groups.*', 'IsMemberOfGroup']],
  mlFeatureProperties: [['sources.*', 'DerivedFrom']],
  mlModelGroupProperties: [
    ['trainingJobs.*', 'TrainedBy'],
    ['downstreamJobs.*', 'UsedBy'],
  ],
  mlModelProperties: [
    ['trainingJobs.*', 'TrainedBy'],
    ['downstreamJobs.*', 'UsedBy'],
    ['mlFeatures.*', 'Consumes'],
    ['groups.*', 'MemberOf'],
  ],
  mlPrimaryKeyProperties: [['sources.*', 'DerivedFrom']],
  nativeGroupMembership: [['nativeGroups.*', 'IsMemberOfNativeGroup']],
  ownership: [
    ['owners.*.owner', 'OwnedBy'],
    ['owners.*.typeUrn?', 'ownershipType'],
  ],
  schemaMetadata: [
    ['fields.*.globalTags.tags.*.tag', 'SchemaFieldTaggedWith', 'fieldPath'],
    ['fields.*.glossaryTerms.terms.*.urn', 'SchemaFieldWithGlossaryTerm', 'fieldPath'],
  ],
  siblings: [['siblings.*', 'SiblingOf']],
  upstreamLineage: [
    ['upstreams.*.dataset', 'DownstreamOf'],
    ['fineGrainedLineages.*.upstreams.*', 'DownstreamOf', 'downstreams'],
  ],
};
