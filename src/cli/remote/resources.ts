import { CatalogError } from '../../core/errors.js';
import { parseUrn, quoted } from '../../core/urn.js';
import { readText } from '../../files/text-file.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type NameOptions, resolveWithColumn, splitColumn } from './entity-name.js';

/** An entity, or a column of a dataset, that a command changes. */
export interface Resource {
  readonly urn: string;
  readonly column: string | null;
  /** The line of the input, from 1; null for an argument. */
  readonly line: number | null;
}

/** What a command changes. */
export interface Changeable {
  /** What it changes there, as in `columns do not have owners`. */
  readonly noun: string;
  readonly onColumns: boolean;
  /** What the names of entities stand for. */
  readonly names?: NameOptions;
  /** The only types of entities, as URNs have them, and a text about them. Undefined: the service checks types alone. */
  readonly only?: { readonly types: readonly string[]; readonly text: string };
}

const maxInputBytes = 64 * 1024 * 1024;
/** Bad lines that an error message lists. */
const maxListed = 5;

interface ReadOptions {
  readonly catalog: Client;
  readonly stdin: Dependencies['stdin'];
  readonly changeable: Changeable;
}

/**
 * Returns the entities and columns of arguments and, for `-`, of standard input: a URN on each line, or a URN with a
 * column. Everything is checked before the first change. Repetitions are left out.
 *
 * @throws CommandFailed for arguments and lines that are not entities or columns
 */
export async function readResources(
  texts: readonly string[],
  { catalog, stdin, changeable }: ReadOptions,
): Promise<readonly Resource[]> {
  const found: Resource[] = [];
  for (const text of texts) {
    if (text === '-')
      found.push(...fromLines(await readText(stdin(), 'The input', maxInputBytes), changeable));
    else found.push(await readArgument(catalog, text, changeable));
  }
  return [...new Map(found.map((resource) => [`${resource.urn} ${resource.column}`, resource])).values()];
}

/** Returns the entity or column of an argument, a URN or a name. @throws CommandFailed */
export async function readArgument(catalog: Client, text: string, changeable: Changeable): Promise<Resource> {
  const { urn, column } = await resolveWithColumn(catalog, text, changeable.names);
  const problem = findProblem({ entity: urn, column }, changeable);
  if (problem !== null) throw new CommandFailed(`${problem}. Nothing was changed.`, 2);
  return { urn, column, line: null };
}

function fromLines(text: string, changeable: Changeable): readonly Resource[] {
  const problems: string[] = [];
  const found = text.split('\n').flatMap((content, index) => {
    const trimmed = content.trim();
    if (trimmed === '') return [];
    const line = index + 1;
    const { entity, column } = splitColumn(trimmed);
    const problem = findProblem({ entity, column }, changeable);
    if (problem === null) return [{ urn: entity, column, line }];
    problems.push(`line ${line}: ${problem}`);
    return [];
  });
  if (problems.length === 0) return found;
  const more = problems.length > maxListed ? `\n… and ${problems.length - maxListed} more lines` : '';
  throw new CommandFailed(`${problems.slice(0, maxListed).join('\n')}${more}\nNothing was changed.`);
}

/** Returns why a URN, with or without a column, is not an entity or column that can be changed; null otherwise. */
function findProblem(
  { entity, column }: { readonly entity: string; readonly column: string | null },
  { noun, onColumns, only }: Changeable,
): string | null {
  try {
    const { type } = parseUrn(entity);
    if (column !== null && !onColumns)
      return `columns do not have ${noun}; leave out the column ${quoted(column)}`;
    if (column !== null && type !== 'dataset')
      return `${quoted(entity)} has no columns; only datasets have columns`;
    return only && !only.types.includes(type) ? `${quoted(entity)} is a ${type}; ${only.text}` : null;
  } catch (error) {
    if (error instanceof CatalogError) return error.message;
    throw error;
  }
}

/** Returns the lines of the input that the service's error message is about, for people; an empty text if unknown. */
export function describeLine(part: readonly Resource[], message: string): string {
  const named = part.filter(
    ({ urn, column }) =>
      (message.includes(quoted(urn)) || message.includes(urn)) &&
      (column === null || message.includes(quoted(column))),
  );
  const [first] = named;
  return named.length === 1 && first && first.line !== null ? ` (line ${first.line} of the input)` : '';
}
