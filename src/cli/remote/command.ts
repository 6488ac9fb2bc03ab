import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { readText } from '../../files/text-file.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { type Client, client } from './client.js';
import { writeLogin } from './login-file.js';
import { type Output, type OutputOptions, output } from './output.js';
import { findProxy } from './proxy.js';
import { warningTeller } from './service-warnings.js';
import { findTarget, maxTokenBytes, type TargetOptions } from './target.js';

/** Options that every command over HTTP has, and those of tables. */
export interface CallOptions extends TargetOptions, OutputOptions {}

export interface Call {
  readonly catalog: Client;
  readonly out: Output;
  readonly deps: Dependencies;
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

/** Finds the service and does the work of one command. */
export async function calling(
  deps: Dependencies,
  options: CallOptions,
  work: (call: Call) => Promise<void> | void,
): Promise<void> {
  const target = await findTarget(deps.session, options);
  await work({ catalog: clientFor(deps, target), out: output(deps, options), deps });
}

export const clientFor = (deps: Dependencies, target: Client['target']): Client =>
  client(target, {
    version: deps.version,
    tellWarnings: warningTeller(deps),
    proxy: findProxy(target.url, deps.session),
    wait: deps.wait,
    info: deps.info,
  });

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

/** Reads a token: from the terminal, which does not show it, or all of standard input. @throws UnreadableFile */
export async function secret({ session, stdin }: Dependencies, question: string): Promise<string> {
  if (session.ask) return session.ask(question, { silent: true });
  return readText(stdin(), 'The input', maxTokenBytes);
}
