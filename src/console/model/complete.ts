import { graphql } from '../../client/documents.js';
import { entityName, namedEntity } from '../../client/named-entity.js';
import { request } from '../api/request.js';
import type { Suggestion } from '../kit/suggest.js';
import { typeName } from './entity-types.js';

const autoComplete = graphql(
  `
  query Complete($query: String!, $types: [EntityType!]) {
    autoCompleteForMultiple(input: { query: $query, types: $types, limit: 8 }) {
      suggestions {
        type
        entities {
          ...NamedEntity
        }
      }
    }
  }
`,
  [namedEntity],
);

type EntityTypes = NonNullable<Parameters<typeof complete>[1]>;

async function complete(
  query: string,
  types: readonly ('TAG' | 'CORP_USER' | 'CORP_GROUP' | 'DATASET' | 'CONTAINER' | 'DATA_PLATFORM')[] | null,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  if (query.trim() === '') return [];
  const answer = await request(autoComplete, { query, types: types && [...types] }, { signal });
  const entities = answer.autoCompleteForMultiple?.suggestions.flatMap(({ entities }) => entities) ?? [];
  return entities.map((entity) => ({
    value: entity.urn,
    label: entityName(entity),
    hint: typeName(entity.type).toLowerCase(),
    ...(entity.type === 'TAG' && { color: entity.colorHex }),
  }));
}

/** Completes the names of everything that can be found. */
export const completeEntities = (text: string, signal: AbortSignal) => complete(text, null, signal);

/** Completes names of some types only. */
export const completeTypes =
  (...types: EntityTypes[number][]) =>
  (text: string, signal: AbortSignal) =>
    complete(text, types, signal);

/** Completes users and service accounts. */
export const completeUsers = completeTypes('CORP_USER');
