import { mapOf } from '../../core/map-of.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import { findAspect, storedAspects } from '../../stored-aspects.js';
import { type Contribution, each, one, textOf, textsOf } from './source.js';

type Contribute = (value: Readonly<Json>) => Partial<Contribution>;

/** Aspects that only fill fields. */
const fieldAspects: ReadonlyMap<string, (value: Readonly<Json>) => Contribution['fields']> = mapOf({
  browsePaths: ({ paths }) => ({ browsePaths: textsOf(paths) }),
  browsePathsV2: ({ path }) => ({ browsePathV2: textsOf([...each(path, 'urn'), ...each(path, 'id')]) }),
  container: ({ container }) => ({ container: one(container) }),
  dataPlatformInstance: ({ platform, instance }) => ({
    platform: one(platform),
    platformInstance: one(instance),
  }),
  deprecation: ({ deprecated }) => ({ deprecated: one(deprecated) }),
  domains: ({ domains }) => ({ domains: textsOf(domains) }),
  glossaryTerms: ({ terms }) => ({ glossaryTerms: textsOf(each(terms, 'urn')) }),
  ownership: ({ owners }) => ({ owners: textsOf(each(owners, 'owner')) }),
  status: ({ removed }) => ({ removed: one(removed) }),
  subTypes: ({ typeNames }) => ({ typeNames: textsOf(typeNames) }),
});

/** The aspect of each type of entity that has its name and description. */
const propertyAspects = new Set(
  `applicationProperties assertionInfo businessAttributeInfo chartInfo containerProperties corpGroupInfo corpUserInfo
  dashboardInfo dataContractProperties dataFlowInfo dataJobInfo dataPlatformInfo dataPlatformInstanceProperties
  dataProcessInfo dataProcessInstanceProperties dataProductProperties datasetProperties dataTypeInfo documentInfo
  domainProperties entityTypeInfo erModelRelationshipProperties formInfo glossaryNodeInfo glossaryTermInfo incidentInfo
  mlFeatureProperties mlFeatureTableProperties mlModelDeploymentProperties mlModelGroupProperties mlModelProperties
  mlPrimaryKeyProperties notebookInfo ownershipTypeInfo postInfo propertyDefinition queryProperties roleProperties
  structuredPropertyDefinition tagProperties testInfo versionSetProperties`.split(/\s+/),
);
/** The aspect of each type with what people wrote. */
const editedAspects = new Set(
  `corpGroupEditableInfo corpUserEditableInfo editableChartProperties editableContainerProperties
  editableDashboardProperties editableDataFlowProperties editableDataJobProperties editableDatasetProperties
  editableERModelRelationshipProperties editableMlFeatureProperties editableMlFeatureTableProperties
  editableMlModelGroupProperties editableMlModelProperties editableMlPrimaryKeyProperties
  editableNotebookProperties`.split(/\s+/),
);

const time = (stamp: unknown) => one(isObject(stamp) ? stamp.time : undefined);

/** An empty description is how people take one away. */
const filled = (text: unknown) => textOf(text) || null;

const properties: Contribute = (value) => {
  const { qualifiedName, externalUrl, customProperties, source, title, fullName, email } = value;
  const stamps =
    isObject(value.lastModified) && isObject(value.lastModified.lastModified)
      ? (value.lastModified as Json)
      : value;
  const name = textOf(value.name) ?? textOf(value.displayName) ?? textOf(title) ?? textOf(fullName);
  const description = filled(value.description) ?? filled(value.definition);
  const custom = isObject(customProperties)
    ? Object.entries(customProperties).map(([key, text]) => `${key}=${textOf(text) ?? ''}`)
    : [];
  const created = time(stamps.created) ?? time(stamps.createdAt);
  const others = [value.displayName, title, fullName, qualifiedName].map(textOf);
  const names = [...new Set([name, ...others])].filter((text) => text !== null);
  return {
    names,
    fields: {
      name: one(name),
      displayName: one(value.displayName),
      title: one(title),
      fullName: one(fullName),
      email: one(email),
      qualifiedName: one(qualifiedName),
      description: one(description),
      externalUrl: one(externalUrl),
      customProperties: textsOf(custom),
      env: one(value.env),
      source: one(source),
      created,
      createdAt: created,
      lastModifiedAt: time(stamps.lastModified),
    },
    texts: [
      ...names.map((text) => [text, 'A'] as const),
      ...(description === null ? [] : [[description, 'B'] as const]),
      ...custom.map((text) => [text, 'C'] as const),
    ],
  };
};

const edited: Contribute = (value) => {
  const name = textOf(value.name) ?? textOf(value.displayName);
  const description = filled(value.description) ?? filled(value.aboutMe);
  return {
    names: name === null ? [] : [name],
    fields: { editedName: one(name), editedDescription: one(description) },
    texts: [
      ...(name === null ? [] : [[name, 'A'] as const]),
      ...(description === null ? [] : [[description, 'B'] as const]),
    ],
  };
};

/** Whether an aspect with properties is the one of this type of entity: any type can have any aspect. */
const isOwn = (entityType: string, name: string) =>
  name === 'propertyDefinition'
    ? entityType === 'structuredProperty'
    : name.replace(/(Properties|Info|Definition)$/, '').toLowerCase() === entityType.toLowerCase();

const none = { source: null, fields: {}, names: [], texts: [] } as const;

/**
 * Returns what an aspect adds to the document of its entity; null for an aspect that adds nothing. Most of these aspects
 * have no model, so their values can have any shape: what has another one adds nothing.
 *
 * @param value `{}` for what a deleted aspect leaves
 */
export function contributionOf(entityType: string, name: string, value: Readonly<Json>): Contribution | null {
  const fieldsOf = fieldAspects.get(name);
  if (fieldsOf) return { ...none, fields: fieldsOf(value) };
  if (propertyAspects.has(name))
    return !isOwn(entityType, name) ? null : { ...none, source: 'property', ...properties(value) };
  if (editedAspects.has(name)) return { ...none, source: 'edited', ...edited(value) };
  const searched = findAspect(entityType, name)?.searched;
  return searched ? { ...none, ...searched(value) } : null;
}

/** The names of all aspects that add something. */
export const searchedAspects: readonly string[] = [
  ...fieldAspects.keys(),
  ...propertyAspects,
  ...editedAspects,
  ...storedAspects.filter(({ searched }) => searched).map(({ name }) => name),
];
