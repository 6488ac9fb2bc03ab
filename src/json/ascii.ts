/**
 * Returns JSON with the same value in ASCII without control characters. Readers that take the bytes for any encoding read
 * it alike.
 */
export const toAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
