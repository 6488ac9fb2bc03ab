import { entityName } from '../../model/entity-name.js';
import { typeNames } from '../../model/entity-types.js';
import { urnName } from '../../model/urn.js';
import type { Facet } from './request.js';
import { removed, typeField } from './state.js';

/** The fields that a search can be narrowed by, in the order in which they are shown. */
export const fieldNames: Readonly<Record<string, string>> = {
  [typeField]: 'Type',
  platform: 'Platform',
  tags: 'Tag',
  origin: 'Environment',
  container: 'Container',
  typeNames: 'Kind',
  owners: 'Owner',
  domains: 'Domain',
  glossaryTerms: 'Glossary term',
  platformInstance: 'Platform instance',
  deprecated: 'Deprecated',
};

export const fieldName = (field: string): string =>
  fieldNames[field] ?? (field === removed ? 'Removed' : field);

/** Returns how people read a value of a field, with what the facets of the answer say of it. */
export function valueName(field: string, value: string, facets: readonly Facet[]): string {
  if (field === typeField) return typeNames(value);
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  const entity = facets
    .find((facet) => facet.field === field)
    ?.aggregations.find((each) => each.value === value)?.entity;
  if (entity) return entityName(entity);
  return value.startsWith('urn:li:') ? urnName(value) : value;
}
