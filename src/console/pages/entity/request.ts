import { type FragmentOf, graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';
import { listedEntity } from '../../model/listed-entity.js';

const related = graphql(
  `
    fragment Related on EntityRelationshipsResult {
      total
      relationships {
        entity {
          ...NamedEntity
        }
      }
    }
  `,
  [namedEntity],
);

type Related = FragmentOf<typeof related>;

/** Returns the entities of the first page of relationships, and how many there are beyond. */
export function toEntities(related: Related | null) {
  const entities = related?.relationships.flatMap(({ entity }) => entity ?? []) ?? [];
  return { entities, more: (related?.total ?? 0) - entities.length };
}

export const entityPage = graphql(
  `
    query EntityPage(
      $urn: String!
      $groups: RelationshipsInput!
      $members: RelationshipsInput!
      $contained: RelationshipsInput!
      $containing: RelationshipsInput!
    ) {
      entity(urn: $urn) {
        ...ListedEntity
        removed
        deprecated
        domains {
          ...NamedEntity
        }
        terms {
          ...NamedEntity
        }
        found: facts(
          fields: [
            "qualifiedName"
            "externalUrl"
            "customProperties"
            "createdAt"
            "lastModifiedAt"
            "siblings"
          ]
        ) {
          field
          values {
            value
            entity {
              ...NamedEntity
            }
          }
        }
        ... on Dataset {
          properties {
            description
          }
          editableProperties {
            description
          }
          datasetProfiles(limit: 10) {
            timestampMillis
            rowCount
            sizeInBytes
            partitionSpec {
              type
            }
          }
          operations(limit: 1) {
            lastUpdatedTimestamp
            actor
          }
        }
        ... on Container {
          properties {
            description
          }
          editableProperties {
            description
          }
        }
        ... on Chart {
          dashboards: relationships(input: $containing) {
            ...Related
          }
        }
        ... on Dashboard {
          charts: relationships(input: $contained) {
            ...Related
          }
        }
        ... on DataJob {
          dataFlow {
            ...NamedEntity
          }
          runs(count: 1) {
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
            ...Related
          }
        }
        ... on CorpGroup {
          properties {
            email
          }
          relationships(input: $members) {
            ...Related
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
  [listedEntity, namedEntity, related],
);

// Without a count, the service chooses one that PAGE_SIZE_MAX allows.
const outgoing = (...types: string[]) => ({ types, direction: 'OUTGOING' as const });
const incoming = (...types: string[]) => ({ types, direction: 'INCOMING' as const });
const memberships = ['IsMemberOfGroup', 'IsMemberOfNativeGroup'];

export const entityVariables = (urn: string) => ({
  urn,
  groups: outgoing(...memberships),
  members: incoming(...memberships),
  contained: outgoing('Contains'),
  containing: incoming('Contains'),
});

export type ShownEntity = NonNullable<ResultOf<typeof entityPage>['entity']>;

type Fact = NonNullable<ShownEntity['found']>[number]['values'][number];

/** The values of each field by which searches find an entity. */
export type Facts = (field: string) => readonly Fact[];

export const readFacts =
  ({ found }: ShownEntity): Facts =>
  (field) =>
    found?.find((fact) => fact.field === field)?.values ?? [];
