import { InvalidArgumentError } from 'commander';
import { BadPath, fromHome } from '../files/home.js';

/** An empty variable counts as unset, but an empty argument is a mistake, such as a shell variable that is not set. */
export function given(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** Parses a path. Shells do not expand ~ in `--option=~/x`. */
export function pathArgument(text: string): string {
  try {
    return fromHome(given(text));
  } catch (error) {
    throw error instanceof BadPath ? new InvalidArgumentError(`${error.message}.`) : error;
  }
}
