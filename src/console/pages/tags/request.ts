import { graphql, type ResultOf, type VariablesOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';
import { type RequestOptions, request } from '../../api/request.js';

export const kindCounts = graphql(`
  fragment KindCounts on AggregateResults {
    facets {
      aggregations {
        value
        count
      }
    }
  }
`);

const listedTag = graphql(
  `
  fragment ListedTag on Tag {
    urn
    name
    colorHex
    deletedAt
    properties {
      description
    }
    usage {
      entities
      columns
    }
    owners {
      ...NamedEntity
    }
  }
`,
  [namedEntity],
);

export type ListedTag = ResultOf<typeof listedTag>;

export const list = graphql(
  'query Tags($input: ListTagsInput!) { listTags(input: $input) { total tags { ...ListedTag } } }',
  [listedTag],
);

/** Apart from the list, which does not wait for it. */
export const counts = graphql(`
  query TagCounts($mayManage: Boolean!) {
    all: listTags(input: { count: 1, orderBy: USAGE, descending: true }) {
      total
      tags {
        usage {
          entities
          columns
        }
      }
    }
    columns: listTags(input: { count: 0, onColumns: true }) {
      total
    }
    undescribed: listTags(input: { count: 0, described: false }) {
      total
    }
    unused: listTags(input: { count: 0, unused: true }) {
      total
    }
    deleted: listTags(input: { count: 0, deleted: true }) @include(if: $mayManage) {
      total
    }
  }
`);

/** On how many entities and columns a tag is. */
export const uses = ({ usage }: Pick<ListedTag, 'usage'>) => usage.entities + usage.columns;

/** A tag, and by type: the entities that have it on themselves or on columns, and those that have it on themselves. */
export const load = graphql(
  `
  query Tag($urn: String!, $anywhere: [AndFilterInput!], $itself: [AndFilterInput!]) {
    tag(urn: $urn) {
      ...ListedTag
    }
    anywhere: aggregateAcrossEntities(input: { query: "*", facets: ["_entityType"], orFilters: $anywhere }) {
      ...KindCounts
    }
    itself: aggregateAcrossEntities(input: { query: "*", facets: ["_entityType"], orFilters: $itself }) {
      ...KindCounts
    }
  }
`,
  [kindCounts, listedTag],
);

/** @param field `tags` for entities that have a tag anywhere, `entityTags` for those that have it on themselves */
export const having = (field: 'tags' | 'entityTags', urn: string) => [{ and: [{ field, values: [urn] }] }];

/** Something with a tag on one of its columns or on itself. */
export const findTagged = graphql(
  `
  query Tagged($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
      searchResults {
        entity {
          ...NamedEntity
          ... on Asset {
            platform {
              ...NamedEntity
            }
            container {
              ...NamedEntity
            }
          }
          ... on Dataset {
            origin
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

const listPlaces = graphql(`
  query TagPlaces($urn: String!, $urns: [String!]!, $start: Int!) {
    tag(urn: $urn) {
      associationsOn(urns: $urns, start: $start) {
        entity {
          urn
        }
        fieldPath
        declared
      }
    }
  }
`);

export type LoadedTag = ResultOf<typeof load>;
/** What the dialogs need of a tag. */
export type EditedTag = Pick<ListedTag, 'urn' | 'name' | 'colorHex' | 'properties'>;
export type LoadedEntities = ResultOf<typeof findTagged>;
export type TaggedEntity = NonNullable<
  LoadedEntities['searchAcrossEntities']
>['searchResults'][number]['entity'];
export type Place = NonNullable<ResultOf<typeof listPlaces>['tag']>['associationsOn'][number];

/** The service returns no more at once. */
const placesMax = 1_000;

/** Reads all places of a tag on some entities. @throws RequestError */
export async function readPlaces(
  variables: Omit<VariablesOf<typeof listPlaces>, 'start'>,
  options: RequestOptions,
): Promise<readonly Place[]> {
  const all: Place[] = [];
  for (;;) {
    const { tag } = await request(listPlaces, { ...variables, start: all.length }, options);
    const page = tag?.associationsOn ?? [];
    all.push(...page);
    if (page.length < placesMax) return all;
  }
}
