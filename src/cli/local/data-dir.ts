import { InvalidArgumentError, Option } from 'commander';

/** An empty variable counts as unset, but an empty flag is a mistake, such as a shell variable that is not set. */
export function given(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

export const dataDirOption = () =>
  new Option('--data-dir <folder>', 'folder of the embedded database, instead of DATA_DIR').argParser(given);
