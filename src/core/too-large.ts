import { CatalogError } from './errors.js';

/** The response, or the rows for it, would exceed the limit. Repeating the request gives the same error. */
export class TooLarge extends CatalogError {
  constructor(what: string, maxBytes: number, advice: string) {
    super(
      'BAD_REQUEST',
      `${what} more than ${maxBytes} bytes, which is the limit (ANSWER_MAX_BYTES): ${advice}`,
    );
  }
}

export const answerTooLarge = (maxBytes: number) =>
  new TooLarge(
    'The response would take',
    maxBytes,
    'request fewer aliases and fields, or read columns page by page, as in schemaMetadata { fields(start: 0, count: 1000) }',
  );
