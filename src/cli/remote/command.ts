import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { type Client, client } from './client.js';
import { writeLogin } from './login-file.js';
import { type Output, type OutputOptions, output, plain } from './output.js';
import { warningTeller } from './service-warnings.js';
import { findTarget, type TargetOptions } from './target.js';

/** Options that every command over HTTP has, and those of tables. */
export interface CallOptions extends TargetOptions, OutputOptions {}

export interface Call {
  readonly catalog: Client;
  readonly out: Output;
}

/** Adds a command that calls a running catalog. The examples stand in its help; a test runs each. */
export function remoteCommand(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command {
  return targetOptions(parent.command(usage).description(description))
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`);
}

/** Adds the options that `findTarget` takes. */
export const targetOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service; default: CATALOG_URL, DATAHUB_GMS_URL, or the login')
    .option(
      '--token-file <file>',
      'file with the token; default: CATALOG_TOKEN, DATAHUB_GMS_TOKEN, or the login',
      pathArgument,
    );

/** Adds the options of a command that prints a table with these columns. */
export function tableOptions(command: Command, columns: Readonly<Record<string, unknown>>): Command {
  const known = Object.keys(columns).filter((name) => name !== '');
  const option = new Option(
    '--columns <names>',
    `columns to print, with commas between them: ${known.join(', ')}`,
  );
  return wideOption(command.addOption(option.argParser(columnNames(known)).conflicts('json')));
}

const columnNames = (known: readonly string[]) => (text: string) => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(
    `There is no column "${plain(unknown)}". The columns are: ${known.join(', ')}.`,
  );
};

export const wideOption = (command: Command): Command =>
  command.option('--wide', 'do not cut the columns to the width of the terminal');

/** Finds the service and does the work of one command. */
export async function calling(
  deps: Dependencies,
  options: CallOptions,
  work: (call: Call) => Promise<void>,
): Promise<void> {
  const target = await findTarget(deps.session, options);
  await work({ catalog: clientFor(deps, target), out: output(deps, options) });
}

export const clientFor = (deps: Dependencies, target: Client['target']): Client =>
  client(target, { version: deps.version, tellWarnings: warningTeller(deps) });

export const saveLogin = (deps: Dependencies, login: { url: string; token: string }): Promise<string> =>
  writeLogin(deps.session.configFolder, login, randomUUID());

/** Asks for confirmation before data is lost. @throws CommandFailed when the answer is no, or there is no terminal */
export async function confirm(deps: Dependencies, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return;
  const { ask } = deps.session;
  if (ask === null)
    throw new CommandFailed(
      `${question} Cannot ask for confirmation (no terminal). Pass --yes to confirm.`,
      2,
    );
  const answer = await ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was changed.');
}

/** Returns a parser of whole numbers for options. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`);
};
