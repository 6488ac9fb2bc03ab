import { CatalogError } from './errors.js';

/** More was asked for than one answer may hold; asking again gives the same. */
export class TooLarge extends CatalogError {
  constructor(what: string, maxBytes: number, advice: string) {
    super(
      'BAD_REQUEST',
      `${what} more than ${maxBytes} bytes, which is the limit (ANSWER_MAX_BYTES): ${advice}`,
    );
  }
}

/** @param maxBytes the limit that was passed */
export const answerTooLarge = (maxBytes: number) =>
  new TooLarge(
    'The answer would take',
    maxBytes,
    'ask for fewer aliases and fields, or for columns by the page, as in schemaMetadata { fields(start: 0, count: 1000) }',
  );
