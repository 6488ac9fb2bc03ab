import { entityName } from '../../client/named-entity.js';
import { csvText } from '../model/csv.js';
import { shownType } from '../model/entity-types.js';
import type { Listed } from '../model/listed-entity.js';
import { placeText, shownDescription } from '../pages/entity/entity-item.js';

const columns = ['urn', 'name', 'type', 'platform', 'place', 'tags', 'owners', 'description'];
const separator = '; ';

const cells = (entity: Listed): readonly string[] => [
  entity.urn,
  entityName(entity),
  shownType(entity),
  entity.platform ? entityName(entity.platform) : '',
  placeText(entity),
  (entity.tags?.tags ?? []).map(({ tag }) => tag.name).join(separator),
  entity.owners.map(entityName).join(separator),
  shownDescription(entity),
];

/** Returns entities as CSV. */
export const entitiesCsv = (entities: readonly Listed[]): string =>
  csvText([columns, ...entities.map(cells)]);
