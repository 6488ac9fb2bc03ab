import { type FragmentOf, graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../model/entity-name.js';
import { listedEntity, shownContainer } from '../../model/listed-entity.js';

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

export type Related = FragmentOf<typeof related>;

export const entityPage = graphql(
  `
    query EntityPage(
      $urn: String!
      $groups: RelationshipsInput!
      $members: RelationshipsInput!
      $contained: RelationshipsInput!
      $containing: RelationshipsInput!
      $consumed: RelationshipsInput!
      $consuming: RelationshipsInput!
    ) {
      entity(urn: $urn) {
        ...ListedEntity
        ... on Asset {
          lastIngested
          deprecation {
            note
          }
          container {
            ...ContainerPath
          }
        }
        ... on Dataset {
          readBy: relationships(input: $consuming) {
            ...Related
          }
        }
        ... on Chart {
          reads: relationships(input: $consumed) {
            ...Related
          }
          dashboards: relationships(input: $containing) {
            ...Related
          }
        }
        ... on Dashboard {
          charts: relationships(input: $contained) {
            ...Related
          }
          reads: relationships(input: $consumed) {
            ...Related
          }
        }
        ... on DataJob {
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
  [listedEntity, namedEntity, containerPath, related],
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
  consumed: outgoing('Consumes'),
  consuming: incoming('Consumes'),
});

export type ShownEntity = NonNullable<ResultOf<typeof entityPage>['entity']>;

/** Everything else that the search document has of an entity, by field. */
export const entityFacts = graphql(
  `
    query EntityFacts($urn: String!) {
      entity(urn: $urn) {
        facts(
          fields: [
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
        ) {
          field
          values {
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
  NonNullable<ResultOf<typeof entityFacts>['entity']>['facts']
>[number]['values'][number];

/** The values of each field. */
export type Facts = (field: string) => readonly Fact[];

export const readFacts =
  (found: ResultOf<typeof entityFacts> | undefined): Facts =>
  (field) =>
    found?.entity?.facts?.find((fact) => fact.field === field)?.values ?? [];
