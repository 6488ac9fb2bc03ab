import { IngestFailed } from './failure.js';

/** The JSON text of one item of the input, and where it stands, for people. */
export interface Item {
  readonly place: string;
  readonly text: string;
}

/** No service takes an item this long, and without a bound a broken file would be read into memory whole. */
const maxLength = 64 * 1024 * 1024;

/** What of an item has arrived. @throws IngestFailed */
export function bounded(text: string): string {
  if (text.length > maxLength)
    throw new IngestFailed(`An item of the input is longer than ${maxLength} characters.`);
  return text;
}
