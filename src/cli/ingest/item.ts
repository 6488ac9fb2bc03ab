import { CommandFailed } from '../command-failed.js';

/** The JSON text of one item of the input. */
export interface Item {
  /** Where the item is in the input, for people. */
  readonly location: string;
  readonly text: string;
  /** The error in the text around the item. */
  readonly problem?: string;
}

/** A MetadataChangeProposal of the input, as JSON text for the service. */
export interface ProposalItem {
  readonly location: string;
  readonly text: string;
  readonly aspectName: string;
}

/** @param record the place among the records of the input, from 1 */
export const describeLocation = (record: number, line: number) => `record ${record} (line ${line})`;

/** More than the service takes. Without a bound, a broken file would be read into memory as one item. */
const maxLength = 64 * 1024 * 1024;

/** Returns the text of an unfinished item. @throws CommandFailed when it is too long */
export function bounded(text: string): string {
  if (text.length > maxLength)
    throw new CommandFailed(`An item of the input is longer than ${maxLength} characters.`);
  return text;
}

/** Why one item of the input cannot be sent. The others are sent. */
export class BadItem extends Error {
  override readonly name = 'BadItem';
}
