import { readUrn } from './urn.js';

/** An entity, or a column of a dataset. */
export interface Place {
  readonly urn: string;
  /** Empty for the entity itself. */
  readonly fieldPath: string;
}

/** DataHub encodes these characters of a path, and no others: they separate the parts of a URN. */
const separators = /[(),]/g;
const encoded = /%(?:28|29|2C)/g;

/** Encodes a text as a part of a URN. */
export const encodePart = (part: string): string => part.replace(separators, encodeChar);

export const columnUrn = (urn: string, fieldPath: string): string =>
  `urn:li:schemaField:(${urn},${encodePart(fieldPath)})`;

const encodeChar = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns the place that a URN names; null for a text that is not a URN. */
export function toPlace(value: string): Place | null {
  const parsed = readUrn(value);
  if (parsed === null) return null;
  const [urn, path] = parsed.parts;
  if (parsed.type !== 'schemaField' || urn === undefined || path === undefined)
    return { urn: parsed.urn, fieldPath: '' };
  return { urn, fieldPath: path.replace(encoded, decodeURIComponent) };
}

export const placeUrn = ({ urn, fieldPath }: Place): string =>
  fieldPath === '' ? urn : columnUrn(urn, fieldPath);
