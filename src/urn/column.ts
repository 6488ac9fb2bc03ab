/** DataHub encodes these characters of a path, and no others: they separate the parts of a URN. */
const separators = /[(),]/g;
const encoded = /%(?:28|29|2C)/g;

/** Encodes a text as a part of a URN. */
export const encodePart = (part: string): string => part.replace(separators, encodeChar);

const encodeChar = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

export const decodePart = (part: string): string => part.replace(encoded, decodeURIComponent);

export const columnUrn = (urn: string, fieldPath: string): string =>
  `urn:li:schemaField:(${urn},${encodePart(fieldPath)})`;
