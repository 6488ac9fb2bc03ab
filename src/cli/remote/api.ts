import { type Command, InvalidArgumentError, Option } from 'commander';
import { withoutTokens } from '../../core/text.js';
import { readText, readTextFile } from '../../files/text-file.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { readPages } from './api-pages.js';
import { type Call, wholeNumber } from './command.js';
import { plain } from './output.js';
import { addTo } from './remote-command.js';

interface Options {
  /** Texts by the names of variables. */
  readonly var?: ReadonlyMap<string, string>;
  readonly varsFile?: string;
  readonly operation?: string;
  readonly paginate?: boolean;
  readonly limit: number;
}

const maxInputBytes = 10_000_000;

export function apiCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('api <document>', 'send a GraphQL document, and print the response as JSON', [
    "catalog api '{ me { corpUser { urn } } }'",
    "catalog api 'query ($urn: String!) { entity(urn: $urn) { type } }' --var urn=urn:li:tag:Legacy",
    "catalog api 'query ($start: Int!) { listTags(input: {start: $start}) { total tags { urn } } }' --paginate",
    'catalog api - --vars-file variables.json < query.graphql',
  ])
    .option(
      '--var <name=value>',
      'value of a variable, may be repeated: text for String and ID, otherwise JSON or text',
      addVariable,
    )
    .option('--vars-file <file>', 'file with variables as a JSON object; - is standard input', pathArgument)
    .option('--operation <name>', 'operation to execute of a document with several')
    .option(
      '--paginate',
      'read all pages and print one response; the document needs a variable $start or $scrollId',
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of items with --paginate')
        .default(10_000)
        .argParser(wholeNumber(1, 1_000_000)),
    )
    .notes('<document> is GraphQL; - is standard input. The exit code is 1 if the response has errors.')
    .run(api);
}

function addVariable(text: string, before: ReadonlyMap<string, string> = new Map()) {
  const [, name, value] = /^([_A-Za-z]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It is name=value, such as urn=urn:li:tag:pii.');
  return new Map([...before, [name, value]]);
}

async function api({ catalog, out, deps }: Call, given: string, options: Options): Promise<void> {
  if (given === '-' && options.varsFile === '-')
    throw new CommandFailed('Only one of the document and --vars-file can be standard input.', 2);
  const query = given === '-' ? await readText(deps.stdin(), 'The input', maxInputBytes) : given;
  const variables = {
    ...(await readVariables(options.varsFile, deps)),
    ...Object.fromEntries(
      [...(options.var ?? [])].map(([name, text]) => [name, isText(query, name) ? text : parsed(text)]),
    ),
  };
  const request = { query, variables, operationName: options.operation };
  const answer = options.paginate
    ? await readPages(catalog, request, options.limit, deps)
    : await catalog.ask(request);
  const { errors = [] } = answer;
  out.json(errors.length > 0 ? { ...answer, errors: withoutOwnTokens(errors) } : answer);
  if (errors.length > 0) throw new CommandFailed(errors.map(({ message }) => plain(message)).join('\n'));
}

/** Errors quote the request, whose variables may contain a token. */
const withoutOwnTokens = (errors: unknown): unknown =>
  JSON.parse(JSON.stringify(errors), (_, value) =>
    typeof value === 'string' ? withoutTokens(value) : value,
  );

/** Returns the variables of a file. @throws CommandFailed for anything but a JSON object */
async function readVariables(file: string | undefined, { stdin }: Dependencies): Promise<object> {
  if (file === undefined) return {};
  const name = file === '-' ? 'The input' : file;
  const text =
    file === '-' ? await readText(stdin(), name, maxInputBytes) : await readTextFile(file, maxInputBytes);
  const value = fromJson(text);
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value))
    throw new CommandFailed(`${name} is not a JSON object with the values of variables by name.`, 2);
  return value;
}

/** Whether a document declares a variable as text. */
const isText = (query: string, name: string) => new RegExp(`\\$${name}\\s*:\\s*(String|ID)\\b`).test(query);

/** Returns the value of a JSON text, or any other text itself. JavaScript cannot represent all large integers. */
function parsed(text: string): unknown {
  const value = fromJson(text);
  return value === undefined || (Number.isInteger(value) && !Number.isSafeInteger(value)) ? text : value;
}

/** Returns undefined for a text that is not JSON. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
