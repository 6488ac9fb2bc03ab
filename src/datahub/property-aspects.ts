/** The aspects with the names and descriptions that were ingested: one for each type of entity. */
export const propertyAspects: readonly string[] =
  `applicationProperties assertionInfo businessAttributeInfo chartInfo containerProperties corpGroupInfo corpUserInfo
  dashboardInfo dataContractProperties dataFlowInfo dataJobInfo dataPlatformInfo dataPlatformInstanceProperties
  dataProcessInfo dataProcessInstanceProperties dataProductProperties datasetProperties dataTypeInfo documentInfo
  domainProperties entityTypeInfo erModelRelationshipProperties formInfo glossaryNodeInfo glossaryTermInfo incidentInfo
  mlFeatureProperties mlFeatureTableProperties mlModelDeploymentProperties mlModelGroupProperties mlModelProperties
  mlPrimaryKeyProperties notebookInfo ownershipTypeInfo postInfo propertyDefinition queryProperties roleProperties
  tagProperties testInfo versionSetProperties`.split(/\s+/);

/** Their names begin with the type, but for one. */
const typeInName = (aspect: string) =>
  aspect === 'propertyDefinition'
    ? 'structuredproperty'
    : aspect.replace(/(Properties|Info)$/, '').toLowerCase();

const byType: ReadonlyMap<string, string> = new Map(propertyAspects.map((name) => [typeInName(name), name]));

/** Returns the aspect with the ingested name and description of entities of a type; undefined for a type without one. */
export const findPropertyAspect = (type: string): string | undefined => byType.get(type.toLowerCase());
