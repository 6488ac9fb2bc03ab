import type { Aspects, SearchedAspect } from '../../aspects/kernel.js';
import { type Contribution, each, one, readText, readTexts } from '../../aspects/searched.js';
import { toMap } from '../../core/to-map.js';
import { findPropertyAspect, propertyAspects } from '../../datahub/property-aspects.js';
import { isObject, type Json } from '../../json/lossless-json.js';

type Contribute = (value: Readonly<Json>) => Partial<Contribution>;

/** Aspects that only fill fields. */
const fieldAspects: ReadonlyMap<string, (value: Readonly<Json>) => Contribution['fields']> = toMap({
  browsePaths: ({ paths }) => ({ browsePaths: readTexts(paths) }),
  browsePathsV2: ({ path }) => ({ browsePathV2: readTexts([...each(path, 'urn'), ...each(path, 'id')]) }),
  container: ({ container }) => ({ container: one(container) }),
  dataPlatformInstance: ({ platform, instance }) => ({
    platform: one(platform),
    platformInstance: one(instance),
  }),
  deprecation: ({ deprecated }) => ({ deprecated: one(deprecated) }),
  domains: ({ domains }) => ({ domains: readTexts(domains) }),
  glossaryTerms: ({ terms }) => ({ glossaryTerms: readTexts(each(terms, 'urn')) }),
  ownership: ({ owners }) => ({ owners: readTexts(each(owners, 'owner')) }),
  platformResourceInfo: ({ resourceType, primaryKey, secondaryKeys }) => ({
    resourceType: one(resourceType),
    primaryKey: one(primaryKey),
    secondaryKeys: readTexts(secondaryKeys),
  }),
  status: ({ removed }) => ({ removed: one(removed) }),
  subTypes: ({ typeNames }) => ({ typeNames: readTexts(typeNames) }),
});

/** The aspect of each type with what people wrote. */
const editedAspects = new Set(
  `corpGroupEditableInfo corpUserEditableInfo editableChartProperties editableContainerProperties
  editableDashboardProperties editableDataFlowProperties editableDataJobProperties editableDatasetProperties
  editableERModelRelationshipProperties editableMlFeatureProperties editableMlFeatureTableProperties
  editableMlModelGroupProperties editableMlModelProperties editableMlPrimaryKeyProperties
  editableNotebookProperties`.split(/\s+/),
);

const time = (stamp: unknown) => one(isObject(stamp) ? stamp.time : undefined);

/** An empty description means that the description was removed. */
const filled = (text: unknown) => readText(text) || null;

const properties: Contribute = (value) => {
  const { qualifiedName, externalUrl, customProperties, source, title, fullName, email } = value;
  const stamps =
    isObject(value.lastModified) && isObject(value.lastModified.lastModified)
      ? (value.lastModified as Json)
      : value;
  const name = readText(value.name) ?? readText(value.displayName) ?? readText(title) ?? readText(fullName);
  const description = filled(value.description) ?? filled(value.definition);
  const custom = isObject(customProperties)
    ? Object.entries(customProperties).map(([key, text]) => `${key}=${readText(text) ?? ''}`)
    : [];
  const created = time(stamps.created) ?? time(stamps.createdAt);
  const others = [value.displayName, title, fullName, qualifiedName].map(readText);
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
      customProperties: readTexts(custom),
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
  const name = readText(value.name) ?? readText(value.displayName);
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

const none = { source: null, fields: {}, names: [], texts: [] } as const;

/**
 * Returns what an aspect adds to the document of its entity; null for an aspect that adds nothing. Most of these aspects
 * have no model, so their values can have any shape: what has another one adds nothing.
 */
export function toContribution(
  aspects: Aspects,
  { entityType, name, value }: SearchedAspect,
): Contribution | null {
  const readFields = fieldAspects.get(name);
  const { searched } = aspects.find(entityType, name) ?? {};
  const parts: Partial<Contribution>[] = [
    ...(readFields ? [{ fields: readFields(value) }] : []),
    // Any type can have any aspect.
    ...(findPropertyAspect(entityType) === name
      ? [{ source: 'property' as const, ...properties(value) }]
      : []),
    ...(editedAspects.has(name) ? [{ source: 'edited' as const, ...edited(value) }] : []),
    ...(searched ? [searched(value)] : []),
  ];
  return parts.length === 0 ? null : Object.assign({ ...none }, ...parts);
}

/** The names of all aspects that add something. */
export const listSearchedAspects = ({ definitions }: Aspects): string[] => [
  ...new Set([
    ...fieldAspects.keys(),
    ...propertyAspects,
    ...editedAspects,
    ...definitions.filter(({ searched }) => searched).map(({ name }) => name),
  ]),
];
