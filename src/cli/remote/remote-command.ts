import { Command, InvalidArgumentError, Option } from 'commander';
import type { TadaDocumentNode } from 'gql.tada';
import type { Privilege } from '../../datahub/privileges.js';
import type { Dependencies } from '../dependencies.js';
import type { Sent } from './client.js';
import { type Call, type CallOptions, calling, confirm, targetOptions, wholeNumber } from './command.js';
import { type Columns, plain } from './output.js';
import { type ItemOf, type PageInput, pages } from './paging.js';

export interface ListOptions {
  readonly limit: number;
}

interface List<Data, Variables> {
  /** What the option `--query` finds; undefined: there is no such option. */
  readonly query?: string;
  readonly columns: Columns<ItemOf<Data>>;
  readonly document: TadaDocumentNode<Data, Variables>;
  toVariables(page: PageInput, options: never): Sent<Variables>;
  readonly needs?: readonly Privilege[];
}

interface Removal {
  /** What `--yes` does; default: do not ask for confirmation. */
  readonly yes?: string;
  find(text: string, call: Call): string | Promise<string>;
  /** What is asked, unless confirmation is given. */
  question(urn: string, text: string, call: Call): string | Promise<string>;
  readonly document: TadaDocumentNode<unknown, { urn: string }>;
  readonly needs: readonly Privilege[];
  readonly done: 'Removed' | 'Deleted';
}

/**
 * A command that calls a running catalog. Its work gets the arguments of the command line, the options and the command
 * itself.
 */
export class RemoteCommand extends Command {
  readonly #deps: Dependencies;
  #check: (...given: never[]) => void = () => {};

  constructor(name: string, deps: Dependencies) {
    super(name);
    this.#deps = deps;
  }

  /** Adds the option of the maximum number of items. */
  limit(): this {
    return this.addOption(
      new Option('--limit <n>', 'maximum number of items').default(100).argParser(wholeNumber(1, 10_000)),
    );
  }

  wide(): this {
    return this.option('--wide', 'do not cut the columns to the width of the terminal');
  }

  /** Adds the options of a command that prints a table with these columns. */
  table(columns: Readonly<Record<string, unknown>>): this {
    const known = Object.keys(columns).filter((name) => name !== '');
    const option = new Option(
      '--columns <names>',
      `columns to print, with commas between them: ${known.join(', ')}`,
    );
    return this.addOption(option.argParser(columnNames(known)).conflicts('json')).wide();
  }

  /** Adds the end of the help. */
  notes(text: string): this {
    return this.addHelpText('after', `\n${text}`);
  }

  /** Checks the command line before anything is read. */
  check(check: (...given: never[]) => void): this {
    this.#check = check;
    return this;
  }

  run(work: (call: Call, ...given: never[]) => Promise<void> | void): this {
    return this.action((...given: unknown[]) => {
      this.#check(...(given as never[]));
      return calling(this.#deps, given.at(-2) as CallOptions, (call) => work(call, ...(given as never[])));
    });
  }

  /** Prints the items of all pages of a document. */
  list<Data extends object, Variables>(list: List<Data, Variables>): this {
    const { query, columns, document, toVariables, needs } = list;
    this.limit().table(columns);
    if (query !== undefined) this.option('--query <text>', query);
    return this.run(async (call, options: CallOptions & ListOptions) => {
      const { limit } = options;
      const found = await pages(call, document, (page) => toVariables(page, options as never), {
        limit,
        needs,
      });
      await call.out.list(found, columns);
    });
  }

  /** Asks for confirmation, and removes an entity. */
  remove({
    yes: help = 'do not ask for confirmation',
    find,
    question,
    document,
    needs,
    done,
  }: Removal): this {
    return this.option('--yes', help).run(async (call, text: string, { yes }: { yes?: boolean }) => {
      const urn = await find(text, call);
      if (!yes) await confirm(call.deps, yes, await question(urn, text, call));
      await call.catalog.graphql(document, { urn }, needs);
      call.out.done(`${done} ${urn}.`, urn, { urn });
    });
  }
}

const columnNames = (known: readonly string[]) => (text: string) => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(
    `There is no column "${plain(unknown)}". The columns are: ${known.join(', ')}.`,
  );
};

/** Returns a function that adds a command, with its name and arguments, its help, and examples: a test runs each. */
export const addTo =
  (parent: Command, deps: Dependencies) =>
  (usage: string, help: string, examples: readonly string[]): RemoteCommand => {
    const [name = '', ...args] = usage.split(' ');
    const command = new RemoteCommand(name, deps).copyInheritedSettings(parent).description(help);
    for (const argument of args) command.argument(argument);
    parent.addCommand(command);
    targetOptions(command).option('--json', 'print JSON');
    return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`);
  };
