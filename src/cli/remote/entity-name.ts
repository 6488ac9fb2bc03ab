import { InvalidArgumentError } from 'commander';
import { graphql, type VariablesOf } from '../../client/documents.js';
import { entityTypeName, entityTypeSpelling, entityTypesByName } from '../../datahub/entity-types.js';
import { inQuotes } from '../../urn/violation.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import { Refused } from './failure.js';
import { plain } from './output.js';

const document = graphql(`
  query ($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
      searchResults {
        entity {
          urn
        }
      }
    }
  }
`);

type Input = VariablesOf<typeof document>['input'];
type Filter = NonNullable<Input['orFilters']>;
type Rule = NonNullable<Filter[number]['and']>[number];
export type EntityType = NonNullable<Input['types']>[number];

export interface NameOptions {
  /** Types that the entity can have; default: all types that a search covers. */
  readonly types?: readonly EntityType[];
  /** What an entity of these types is, for error messages. */
  readonly what?: string;
}

/** Search fields that contain names. `displayName` contains edited names too. */
const nameFields = ['id', 'name', 'qualifiedName', 'displayName', 'title', 'fullName'];

type Compare = (name: string) => Pick<Rule, 'condition' | 'values'>;

/** How a name is compared, in the order of attempts: exactly, without case, as the last parts of a dotted name. */
const comparisons: readonly Compare[] = [
  (name) => ({ condition: 'EQUAL', values: [name] }),
  (name) => ({ condition: 'IEQUAL', values: [name] }),
  (name) => ({ condition: 'END_WITH', values: [`.${name}`] }),
];

const maxCandidates = 20;
const maxSimilar = 5;
const maxWords = 5;
const isLikeUrn = /^urn:/i;

/**
 * Returns the URN of an entity that is given by its URN or by a name. A name is an id, the last parts of a dotted name, a
 * display name, or one of these after a platform or type and a colon. The service checks URNs.
 *
 * @throws CommandFailed for a name of no entity, or of several
 */
export async function resolveEntity(
  catalog: Client,
  text: string,
  { types, what = 'entity' }: NameOptions = {},
): Promise<string> {
  if (text.startsWith('urn:li:')) return text;
  if (text.trim() === '') throw new CommandFailed('A name is empty: expected a URN or a name.', 2);
  for (const compare of comparisons) {
    const orFilters = withName(text, compare);
    const { total, urns } = await search(catalog, types, { query: '*', orFilters, count: maxCandidates });
    const [first] = urns;
    if (first === undefined) continue;
    if (urns.length === 1) return first;
    // An id is unique among the entities of one type; a display name is not.
    const withId = types?.length === 1 ? `urn:li:${entityTypesByName.get(types[0]!)}:${text}` : '';
    if (urns.includes(withId)) return withId;
    throw ambiguous(text, urns, total);
  }
  const similar = isLikeUrn.test(text) ? [] : await findSimilar(catalog, text, types);
  throw unknown(text, what, similar);
}

/** Returns the URN of an entity, or the dataset and the path of a column. @throws CommandFailed */
export async function resolveWithColumn(
  catalog: Client,
  text: string,
  options: NameOptions = {},
): Promise<{ readonly urn: string; readonly column: string | null }> {
  const { entity, column } = splitColumn(text);
  const ofColumn = { types: ['DATASET'], what: 'dataset' } as const;
  return { urn: await resolveEntity(catalog, entity, column === null ? options : ofColumn), column };
}

/** Splits a text for a column, `<urn or name>#<column>`. Without a column, the text is a URN or a name. */
export function splitColumn(text: string): { readonly entity: string; readonly column: string | null } {
  // A URN of a dataset ends with a parenthesis; the name in it may contain #.
  const [, entity = text, column = null] =
    /^(urn:li:\w+:\(.*?\))#(.+)$/s.exec(text) ?? /^(?!urn:li:)(.+?)#(.+)$/s.exec(text) ?? [];
  return { entity, column };
}

/** Returns a filter for the entities with a name, also for a name after a platform or type. */
function withName(text: string, compare: Compare): Filter {
  const named = (name: string, where: readonly Rule[]) =>
    nameFields.map((field) => ({ and: [{ field, ...compare(name) }, ...where] }));
  const [, prefix, name] = /^([\w-]+):(.+)$/s.exec(text) ?? [];
  if (prefix === undefined || name === undefined) return named(text, []);
  const type = findType(prefix);
  const platforms = [prefix, prefix.toLowerCase()].map((id) => `urn:li:dataPlatform:${id}`);
  return [
    ...named(text, []),
    ...named(name, [{ field: 'platform', values: platforms }]),
    ...(type === null ? [] : named(name, [{ field: '_entityType', values: [type] }])),
  ];
}

/** Types that have another name on the command line. */
const shortTypes: ReadonlyMap<string, EntityType> = new Map([
  ['user', 'CORP_USER'],
  ['group', 'CORP_GROUP'],
]);

/** Returns a type that is given as in URNs or as in GraphQL; null for no type. */
function findType(text: string): EntityType | null {
  const name = shortTypes.get(text.toLowerCase()) ?? entityTypeName(entityTypeSpelling(text));
  if (name !== 'OTHER') return name as EntityType;
  return entityTypesByName.has(text.toUpperCase()) ? (text.toUpperCase() as EntityType) : null;
}

/** Parses the type of an option. */
export function parseEntityType(text: string): EntityType {
  const type = findType(text);
  if (type !== null) return type;
  throw new InvalidArgumentError(`Types are user, group, ${[...entityTypesByName.values()].join(', ')}.`);
}

async function search(catalog: Client, types: NameOptions['types'], input: Input) {
  const { searchAcrossEntities } = await catalog.graphql(document, {
    input: { ...input, types: types ? [...types] : null },
  });
  const { total, searchResults } = searchAcrossEntities!;
  return { total, urns: searchResults.map(({ entity }) => entity.urn) };
}

/** Finds entities whose names have words that begin like those of a name, the best first. */
async function findSimilar(
  catalog: Client,
  text: string,
  types: NameOptions['types'],
): Promise<readonly string[]> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const terms = words.slice(0, maxWords).flatMap((word) => nameFields.map((field) => `${field}:${word}*`));
  const query = `/q ${terms.join(' OR ')}`;
  try {
    return (await search(catalog, types, { query, count: maxSimilar })).urns;
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

const list = (urns: readonly string[]) => urns.map((urn) => `\n  ${plain(urn)}`).join('');

function ambiguous(text: string, urns: readonly string[], total: number): CommandFailed {
  const more = total > urns.length ? `\n  … and ${total - urns.length} more` : '';
  return new CommandFailed(
    `"${plain(text)}" is the name of ${total} entities:${list(urns)}${more}\n` +
      'Use a URN, or put the platform or the type before the name, such as hive:orders or tag:pii.',
    2,
  );
}

const advice = '`catalog search` finds entities.';

function unknown(text: string, what: string, similar: readonly string[]): CommandFailed {
  const found = similar.length > 0 ? `Similar names:${list(similar)}` : advice;
  const hint = inQuotes.test(text)
    ? 'Leave out the quotes around the URN.'
    : isLikeUrn.test(text)
      ? 'A URN begins with urn:li:<type>:, and case matters.'
      : found;
  return new CommandFailed(`No ${what} is named "${plain(text)}". ${hint}`);
}

export const noEntity = (urn: string): CommandFailed =>
  new CommandFailed(`There is no entity ${plain(urn)}. ${advice}`);
