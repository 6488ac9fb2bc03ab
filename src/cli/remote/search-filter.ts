import type { VariablesOf } from '../../client/documents.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import { fieldNamed } from '../../search/fields.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type EntityType, resolveEntity } from './entity-name.js';
import type { searchDocument } from './search-model.js';

export type OrFilters = NonNullable<VariablesOf<typeof searchDocument>['input']['orFilters']>;

/** A rule of `--filter`: the field has one of the values, or none of them. */
interface Rule {
  readonly field: string;
  readonly negated: boolean;
  readonly values: string[];
}

/** The word between two alternatives. */
const or = 'or';

/**
 * Returns the alternatives of `--filter`, each with rules that must all match. Values of one field become one rule.
 *
 * @throws CommandFailed
 */
export function parseFilter(words: readonly string[]): readonly (readonly Rule[])[] {
  const alternatives: Rule[][] = [[]];
  for (const word of words) {
    const rules = alternatives.at(-1)!;
    if (word === or) {
      if (rules.length === 0) throw wrongFilter(word);
      alternatives.push([]);
      continue;
    }
    const [, field, not, value] = /^([\w.]+)(!?)=(.+)$/s.exec(word) ?? [];
    if (field === undefined || value === undefined) throw wrongFilter(word);
    const negated = not === '!';
    const known = rules.find((rule) => rule.field === field && rule.negated === negated);
    if (known) known.values.push(value);
    else rules.push({ field, negated, values: [value] });
  }
  if (words.length > 0 && alternatives.at(-1)!.length === 0) throw wrongFilter(or);
  return alternatives.filter((rules) => rules.length > 0);
}

const wrongFilter = (word: string) =>
  new CommandFailed(
    `--filter has "${word}": expected field=value or field!=value, with the word or between alternatives, such as ` +
      '--filter platform=hive tags=pii or platform=kafka. The query comes before --filter.',
    2,
  );

/** Returns a filter for the service, with URNs for the names of tags, owners and others. */
export async function toOrFilters(
  catalog: Client,
  words: readonly string[],
  deps: Dependencies,
): Promise<OrFilters | undefined> {
  const alternatives = parseFilter(words);
  if (alternatives.length === 0) return undefined;
  const orFilters: OrFilters = [];
  for (const rules of alternatives) {
    const and = [];
    for (const { field, negated, values } of rules) {
      const compared: string[] = [];
      // One after the other: a filter can have many names.
      for (const value of values) compared.push(...(await toValues(catalog, field, value, deps)));
      // What is in a schema is in its database.
      const condition = fieldNamed(field)?.name === 'container' ? 'DESCENDANTS_INCL' : 'EQUAL';
      and.push({ field, negated, values: compared, condition } as const);
    }
    orFilters.push({ and });
  }
  return orFilters;
}

/** Returns a value as the service compares it: for a field of URNs, the URN of what the value names. */
async function toValues(
  catalog: Client,
  field: string,
  value: string,
  { info }: Dependencies,
): Promise<readonly string[]> {
  const urnTypes = fieldNamed(field)?.urnTypes ?? [];
  if (urnTypes.length === 0 || value.startsWith('urn:li:')) return [value];
  const asId = urnTypes.map((type) => `urn:li:${type}:${value}`);
  // Searches do not cover platforms.
  if (urnTypes.includes('dataPlatform')) return asId;
  try {
    const types = urnTypes.map((type) => entityTypeName(type) as EntityType);
    return [await resolveEntity(catalog, value, { types })];
  } catch (error) {
    // Metadata may refer to what is not an entity, such as an owner who has left.
    if (!(error instanceof CommandFailed) || error.exitCode !== 1) throw error;
    info(`warning: ${error.message}`);
    return asId;
  }
}
