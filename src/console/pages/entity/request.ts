import { type FragmentOf, graphql, type ResultOf } from '../../api/schema.js';
import { namedEntity } from '../../entity-name.js';
import { listedEntity, shownContainer } from '../../ui/listed-entity.js';

const containerPath = graphql(
  `
    fragment ContainerPath on Container {
      ...ShownContainer
      container {
        ...ShownContainer
        container {
          ...ShownContainer
          container {
            ...ShownContainer
          }
        }
      }
    }
  `,
  [shownContainer],
);

export type ContainerPath = FragmentOf<typeof containerPath>;

export const entityPage = graphql(
  `
    query EntityPage($urn: String!, $groups: RelationshipsInput!, $members: RelationshipsInput!) {
      entity(urn: $urn) {
        ...ListedEntity
        ... on Dataset {
          lastIngested
          container {
            ...ContainerPath
          }
        }
        ... on Container {
          lastIngested
          container {
            ...ContainerPath
          }
        }
        ... on Chart {
          lastIngested
          container {
            ...ContainerPath
          }
        }
        ... on Dashboard {
          lastIngested
          container {
            ...ContainerPath
          }
        }
        ... on DataFlow {
          lastIngested
          container {
            ...ContainerPath
          }
        }
        ... on DataJob {
          lastIngested
          container {
            ...ContainerPath
          }
          dataFlow {
            ...NamedEntity
          }
          runs(count: 20) {
            total
            runs {
              urn
              created {
                time
              }
            }
          }
        }
        ... on CorpUser {
          status
          properties {
            title
            departmentName
          }
          relationships(input: $groups) {
            total
            relationships {
              entity {
                ...NamedEntity
              }
            }
          }
        }
        ... on CorpGroup {
          properties {
            email
          }
          relationships(input: $members) {
            total
            relationships {
              entity {
                ...NamedEntity
              }
            }
          }
        }
        ... on DataProcessInstance {
          created {
            time
          }
        }
      }
    }
  `,
  [listedEntity, namedEntity, containerPath],
);

const memberships = { types: ['IsMemberOfGroup', 'IsMemberOfNativeGroup'], count: 100 };

export const entityVariables = (urn: string) => ({
  urn,
  groups: { ...memberships, direction: 'OUTGOING' as const },
  members: { ...memberships, direction: 'INCOMING' as const },
});

export type ShownEntity = NonNullable<ResultOf<typeof entityPage>['entity']>;

/** Everything else that search documents say of an entity, by field. */
export const entityFacts = graphql(
  `
    query EntityFacts($urn: String!, $types: [EntityType!]) {
      aggregateAcrossEntities(
        input: {
          query: "*"
          types: $types
          orFilters: [{ and: [{ field: "urn", values: [$urn] }] }]
          searchFlags: { includeSoftDeleted: true, maxAggValues: 100 }
          facets: [
            "removed"
            "deprecated"
            "qualifiedName"
            "owners"
            "domains"
            "glossaryTerms"
            "externalUrl"
            "customProperties"
            "createdAt"
            "lastModifiedAt"
            "upstreams"
            "siblings"
          ]
        }
      ) {
        facets {
          field
          aggregations {
            value
            entity {
              ...NamedEntity
            }
          }
        }
      }
    }
  `,
  [namedEntity],
);

type Fact = NonNullable<
  NonNullable<ResultOf<typeof entityFacts>['aggregateAcrossEntities']>['facets']
>[number]['aggregations'][number];

/** The values of each field. */
export type Facts = (field: string) => readonly Fact[];

export const factsOf =
  (found: ResultOf<typeof entityFacts> | undefined): Facts =>
  (field) =>
    found?.aggregateAcrossEntities?.facets?.find((facet) => facet.field === field)?.aggregations ?? [];
