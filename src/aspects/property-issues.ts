import { nearestName } from '../core/nearest-name.js';
import { shortened } from '../core/text.js';
import { quoted } from '../core/urn.js';
import { entityTypes } from '../datahub/aspects/models.js';
import type { Issue } from '../input/invalid-input.js';
import { isObject, type Json } from '../json/lossless-json.js';

const valueTypes = ['string', 'rich_text', 'number', 'date', 'urn'];

interface TypeNames {
  readonly what: string;
  readonly prefix: string;
  readonly names: ReadonlySet<string>;
  readonly findNearest: (given: string) => string | null;
}

const toNames = (what: string, urnType: string, names: readonly string[]): TypeNames => ({
  ...{ what, prefix: `urn:li:${urnType}:datahub.`, names: new Set(names) },
  findNearest: nearestName(names),
});
const ofValues = toNames('a type of values', 'dataType', valueTypes);
const ofEntities = toNames('an entity type', 'entityType', entityTypes);

/**
 * Returns the first types in a valid `propertyDefinition` that the `datahub` client does not know. One such property
 * ends `datahub properties list` with an error for every user.
 */
export function propertyIssues(value: Json, max: number): Issue[] {
  const issues: Issue[] = [];
  const { valueType, entityTypes: types, typeQualifier } = value;
  if (!isValueType(String(valueType))) issues.push(unknownType(ofValues, ['valueType'], valueType));
  addUnknown(['entityTypes'], types);
  if (isObject(typeQualifier) && Object.keys(typeQualifier).length > 0) {
    const path = ['typeQualifier', 'allowedTypes'];
    if (Array.isArray(typeQualifier.allowedTypes)) addUnknown(path, typeQualifier.allowedTypes);
    else issues.push({ path, message: 'is required' });
  }
  return issues;

  function addUnknown(path: readonly PropertyKey[], given: unknown) {
    for (const [index, type] of (given as readonly unknown[]).entries()) {
      if (issues.length >= max) return;
      if (!isEntityType(String(type))) issues.push(unknownType(ofEntities, [...path, index], type));
    }
  }
}

/** The client adds the parts before the name if they are missing, and reads a name alone in any case. */
const isValueType = (type: string) =>
  ofValues.names.has(
    (type.startsWith('urn:li:') ? type : type.toLowerCase())
      .replace(/^urn:li:dataType:/, '')
      .replace(/^datahub\./, ''),
  );

const isEntityType = (type: string) =>
  ofEntities.names.has(
    type.startsWith(ofEntities.prefix)
      ? type.slice(ofEntities.prefix.length)
      : type.replace(/^datahub\./, ''),
  );

/** Characters of a type that the search for the nearest name reads. */
const comparedMax = 100;

function unknownType({ what, prefix, findNearest }: TypeNames, path: readonly PropertyKey[], given: unknown) {
  const text = String(given);
  const nearest = findNearest(shortened(text.replace(/^.*[:.]/s, ''), comparedMax));
  const hint =
    nearest === null ? `expected a URN such as ${prefix}…` : `the nearest name is ${prefix}${nearest}`;
  return { path, message: `is ${quoted(text)}, which is not ${what} of DataHub; ${hint}` };
}
