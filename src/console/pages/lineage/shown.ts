import { entityTypeName } from '../../../datahub/entity-types.js';
import type { Listed } from '../../model/listed-entity.js';
import { counted } from '../../model/text.js';
import { urnType } from '../../model/urn.js';
import type { Known } from './use-known.js';

/** An entity as the graph and the list show it. */
export interface Shown {
  readonly entity: Listed;
  /** Why it has no page, or none that searches find; empty for others. */
  readonly state: '' | 'Never ingested' | 'Removed';
  /** Paths of its columns, if a column is followed. */
  readonly columns: readonly string[];
}

/** Of an entity that is not read yet, or does not exist, only the URN is known. */
export function toShown(urn: string, known: Known | undefined, columns: readonly string[]): Shown {
  const type = entityTypeName(urnType(urn));
  const entity = known?.entity ?? { urn, type, description: null, owners: [] };
  const state = known?.entity === null ? 'Never ingested' : known?.entity?.removed ? 'Removed' : '';
  return { entity, state, columns };
}

/** @param level negative for upstream */
export const distanceText = (level: number): string =>
  level === 0
    ? 'This entity'
    : `${counted(Math.abs(level), 'step')} ${level < 0 ? 'upstream' : 'downstream'}`;
