import { badRequest } from '../core/errors.js';
import { parseContainerUrn, parseTagUrn, parseUrn, quoted } from '../core/urn.js';
import { entityTypeSpelling, entityTypesByName } from '../datahub/entity-types.js';
import { categories, operations } from '../history/change.js';
import { filterNames, maxFilterValues, type WebhookFilter } from './webhook.js';

/** The lists of a filter, as callers give them. */
export type GivenFilter = Partial<Record<keyof WebhookFilter, readonly string[] | null | undefined>>;

/** DataHub's events do not have the category of the catalog itself. */
const eventCategories = categories.filter((name) => name !== 'PROPERTIES');
const platformPrefix = 'urn:li:dataPlatform:';

const oneOf = (names: readonly string[], what: string) => (value: string) => {
  if (names.includes(value)) return value;
  throw badRequest(`there is no ${what} ${quoted(value)}; there are ${names.join(', ')}`);
};

/** Returns a type as URNs have it. DATASET is `dataset`. */
function parseEntityType(value: string): string {
  const type = entityTypesByName.get(value) ?? entityTypeSpelling(value);
  if ([...entityTypesByName.values()].includes(type)) return type;
  throw badRequest(`there is no entity type ${quoted(value)}; expected one such as dataset or DATASET`);
}

/** Returns the URN of a platform. A name is enough. */
function parsePlatform(value: string): string {
  const { urn, type } = parseUrn(
    value.startsWith('urn:') ? value : `${platformPrefix}${value}`,
    'platform urn',
  );
  if (type === 'dataPlatform') return urn;
  throw badRequest(`platforms has ${quoted(value)}; expected urn:li:dataPlatform:<name>, or a name`);
}

const parsers: Record<keyof WebhookFilter, (value: string) => string> = {
  categories: oneOf(eventCategories, 'category of events'),
  operations: oneOf(operations, 'operation'),
  entityTypes: parseEntityType,
  tagUrns: (value) => parseTagUrn(value),
  platforms: parsePlatform,
  containers: (value) => parseContainerUrn(value),
};

/** Returns the filter in its normal form. @throws BAD_REQUEST that names the value */
export function parseFilter(given: GivenFilter): WebhookFilter {
  const entries = filterNames.map((name) => {
    const values = given[name] ?? [];
    if (values.length > maxFilterValues)
      throw badRequest(`${name} has ${values.length} values; at most ${maxFilterValues} are allowed`);
    return [name, [...new Set(values.map(parsers[name]))]] as const;
  });
  return Object.fromEntries(entries) as unknown as WebhookFilter;
}
