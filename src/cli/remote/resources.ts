import { CatalogError } from '../../core/errors.js';
import { parseUrn, quoted } from '../../core/urn.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import { readText } from '../../files/text-file.js';
import { taggable, taggableText } from '../../urn/taggable.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type EntityType, resolveWithColumn, splitColumn } from './entity-name.js';

/** An entity, or a column of a dataset, that a command changes. */
export interface Resource {
  readonly urn: string;
  readonly column: string | null;
  /** The line of the input, from 1; null for an argument. */
  readonly line: number | null;
}

const taggableEntity = {
  types: taggable.map(entityTypeName) as readonly EntityType[],
  what: 'entity that can have tags',
};

const maxInputBytes = 64 * 1024 * 1024;
/** Bad lines that an error message lists. */
const maxListed = 5;

interface ReadOptions {
  readonly catalog: Client;
  readonly stdin: Dependencies['stdin'];
  /** Whether to refuse entities of types that cannot get tags. */
  readonly onlyTaggable: boolean;
}

/**
 * Returns the entities and columns of arguments and, for `-`, of standard input: a URN on each line, or a URN with a
 * column. Everything is checked before the first change. Repetitions are left out.
 *
 * @throws CommandFailed for arguments and lines that are not entities or columns
 */
export async function readResources(
  texts: readonly string[],
  { catalog, stdin, onlyTaggable }: ReadOptions,
): Promise<readonly Resource[]> {
  const found: Resource[] = [];
  for (const text of texts) {
    if (text === '-')
      found.push(...fromLines(await readText(stdin(), 'The input', maxInputBytes), onlyTaggable));
    else found.push(await fromArgument(catalog, text, onlyTaggable));
  }
  return [...new Map(found.map((resource) => [`${resource.urn} ${resource.column}`, resource])).values()];
}

/** Returns the entity or column of an argument, a URN or a name. @throws CommandFailed */
async function fromArgument(catalog: Client, text: string, onlyTaggable: boolean): Promise<Resource> {
  const { urn, column } = await resolveWithColumn(catalog, text, taggableEntity);
  const problem = findProblem({ entity: urn, column }, onlyTaggable);
  if (problem !== null) throw new CommandFailed(`${problem}. Nothing was changed.`, 2);
  return { urn, column, line: null };
}

function fromLines(text: string, onlyTaggable: boolean): readonly Resource[] {
  const problems: string[] = [];
  const found = text.split('\n').flatMap((content, index) => {
    const trimmed = content.trim();
    if (trimmed === '') return [];
    const line = index + 1;
    const { entity, column } = splitColumn(trimmed);
    const problem = findProblem({ entity, column }, onlyTaggable);
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
  onlyTaggable: boolean,
): string | null {
  try {
    const { type } = parseUrn(entity);
    if (column !== null && type !== 'dataset')
      return `${quoted(entity)} has no columns; only datasets have columns`;
    return onlyTaggable && !taggable.includes(type)
      ? `${quoted(entity)} is a ${type}; ${taggableText}`
      : null;
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
