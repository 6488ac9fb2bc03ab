import { graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';

export const policyFields = graphql(
  `
  fragment PolicyFields on Policy {
    urn
    revision
    name
    description
    type
    state
    editable
    privileges
    privilegesWithoutEffect
    actors {
      users
      groups
      allUsers
      allGroups
      roles
      resourceOwners
      resourceOwnersTypes
      resolvedUsers {
        urn
        displayName
        status
      }
      resolvedGroups {
        urn
        displayName
        properties {
          displayName
        }
      }
    }
    resources {
      type
      resources
      allResources
      filter {
        criteria {
          field
          condition
          values {
            value
            entity {
              ...NamedEntity
            }
          }
        }
      }
      privilegeConstraints {
        criteria {
          field
          condition
          values {
            value
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

export type Policy = ResultOf<typeof policyFields>;
export type Resources = NonNullable<Policy['resources']>;
