import { graphql, type ResultOf } from '../../client/documents.js';
import { entityName, namedEntity } from '../../client/named-entity.js';
import { urnName } from '../../client/urn-name.js';
import { request } from '../api/request.js';
import { links } from '../model/links.js';

/** Of each type. */
const limit = 5;

const find = graphql(
  `
  query FindNames($query: String!, $limit: Int!) {
    autoCompleteForMultiple(
      input: { query: $query, types: [DATASET, TAG, CORP_USER, CORP_GROUP], limit: $limit }
    ) {
      suggestions {
        type
        entities {
          ...NamedEntity
          ... on Dataset {
            origin
            platform {
              ...NamedEntity
            }
            container {
              ...NamedEntity
            }
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

type Entity = NonNullable<
  ResultOf<typeof find>['autoCompleteForMultiple']
>['suggestions'][number]['entities'][number];

/** An entity whose name was found. */
export interface Found {
  readonly urn: string;
  readonly name: string;
  readonly href: string;
  readonly type: string;
  /** Of a tag. */
  readonly color?: string | null | undefined;
  /** Of a dataset. */
  readonly platform?: { readonly id: string; readonly name: string };
  readonly place?: string;
  readonly environment?: string;
}

/** Finds datasets, tags and people by the beginning of their names. */
export async function findNames(query: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { autoCompleteForMultiple } = await request(find, { query, limit }, { signal });
  return (autoCompleteForMultiple?.suggestions ?? []).flatMap(({ entities }) => entities.map(toFound));
}

function toFound(entity: Entity): Found {
  const { urn, type } = entity;
  const found = { urn, type, name: entityName(entity), href: links.named(urn) };
  if (type === 'TAG') return { ...found, color: entity.colorHex };
  if (!('platform' in entity)) return found;
  const { platform, container, origin } = entity;
  return {
    ...found,
    platform: { id: urnName(platform.urn), name: entityName(platform) },
    place: container ? entityName(container) : '',
    environment: origin,
  };
}
