import { columnUrn, decodePart } from '../urn/column.js';
import { readUrn } from './urn.js';

export { columnUrn, encodePart } from '../urn/column.js';

/** An entity, or a column of a dataset. */
export interface Place {
  readonly urn: string;
  /** Empty for the entity itself. */
  readonly fieldPath: string;
}

/** Returns the place that a URN names; null for a text that is not a URN. */
export function toPlace(value: string): Place | null {
  const parsed = readUrn(value);
  if (parsed === null) return null;
  const [urn, path] = parsed.parts;
  if (parsed.type !== 'schemaField' || urn === undefined || path === undefined)
    return { urn: parsed.urn, fieldPath: '' };
  return { urn, fieldPath: decodePart(path) };
}

export const placeUrn = ({ urn, fieldPath }: Place): string =>
  fieldPath === '' ? urn : columnUrn(urn, fieldPath);
