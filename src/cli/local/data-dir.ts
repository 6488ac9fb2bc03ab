import { type Command, Option } from 'commander';
import { pathArgument } from '../path.js';

export const dataDirOption = () =>
  new Option('--data-dir <folder>', 'folder of the embedded database, instead of DATA_DIR').argParser(
    pathArgument,
  );

/** Adds a command that works on the database itself. @param notes the end of its help */
export const localCommand = (program: Command, name: string, help: string, notes: string): Command =>
  program.command(name).description(help).addOption(dataDirOption()).addHelpText('after', `\n${notes}`);

/** The options of all these commands. */
export interface LocalOptions {
  readonly dataDir?: string;
}
