import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { typeNames } from '../../model/entity-types.js';
import type { Facet } from './request.js';
import { removed, typeField } from './state.js';

/** The fields that a search can be narrowed by, in the order in which they are shown. */
export const fieldNames: Readonly<Record<string, string>> = {
  [typeField]: 'Type',
  platform: 'Platform',
  tags: 'Tag',
  owners: 'Owner',
  domains: 'Domain',
  origin: 'Environment',
  container: 'Container',
  typeNames: 'Kind',
  glossaryTerms: 'Glossary term',
  platformInstance: 'Platform instance',
  deprecated: 'Deprecated',
};

/** The names of many values, for the fields that have many. */
export const manyNames: Readonly<Record<string, string>> = {
  platform: 'platforms',
  tags: 'tags',
  owners: 'owners',
  domains: 'domains',
  container: 'containers',
  glossaryTerms: 'glossary terms',
};

export const fieldName = (field: string): string =>
  fieldNames[field] ?? (field === removed ? 'Removed' : field);

/**
 * Returns how people read a value of a field, with what the facets of the answer say of it.
 *
 * @param name of a URN that the facets do not name
 */
export function valueName(
  field: string,
  value: string,
  facets: readonly Facet[],
  name: (urn: string) => string = urnName,
): string {
  if (field === typeField) return typeNames(value);
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  const entity = facets
    .find((facet) => facet.field === field)
    ?.aggregations.find((each) => each.value === value)?.entity;
  if (entity) return entityName(entity);
  return value.startsWith('urn:li:') ? name(value) : value;
}
