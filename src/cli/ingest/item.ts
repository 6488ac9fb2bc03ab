import { IngestFailed } from './failure.js';

/** The JSON text of one item of the input. */
export interface Item {
  /** Where the item is in the input, for people. */
  readonly location: string;
  readonly text: string;
}

/** More than the service takes. Without a bound, a broken file would be read into memory as one item. */
const maxLength = 64 * 1024 * 1024;

/** Returns the text of an unfinished item. @throws IngestFailed when it is too long */
export function bounded(text: string): string {
  if (text.length > maxLength)
    throw new IngestFailed(`An item of the input is longer than ${maxLength} characters.`);
  return text;
}
