import { type FragmentOf, graphql } from './documents.js';

export const userFragment = graphql(`
  fragment User on CorpUser {
    urn
    username
    status
    properties {
      displayName
      fullName
      email
      title
    }
    editableProperties {
      displayName
      email
      title
    }
    displayName
  }
`);

export type User = FragmentOf<typeof userFragment>;

/** Returns the text of the user's own profile, or else that of the administrators. */
export const userText = (
  { editableProperties, properties }: User,
  name: 'displayName' | 'email' | 'title',
): string => editableProperties?.[name] || properties?.[name] || '';

/** The groups of a user, up to 100. */
export const groupsFragment = graphql(`
  fragment Groups on CorpUser {
    relationships(
      input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: OUTGOING, start: 0, count: 100 }
    ) {
      relationships {
        entity {
          urn
        }
      }
    }
  }
`);

/** The value of a field of relationships. */
interface Related {
  readonly relationships: readonly { readonly entity: { readonly urn: string } | null }[];
}

/** Returns the URNs of related entities, each once. */
export const listUrns = (related: Related | null | undefined): string[] => [
  ...new Set(related?.relationships.flatMap(({ entity }) => (entity ? [entity.urn] : []))),
];

export const listUsers = graphql(
  'query Users($input: ListUsersInput!) { listUsers(input: $input) { total users { ...User } } }',
  [userFragment],
);
export const createUser = graphql(
  'mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) }',
);
export const updateUserStatus = graphql(`
  mutation UpdateUserStatus($urn: String!, $status: CorpUserStatus!) {
    updateUserStatus(urn: $urn, status: $status)
  }
`);
export const removeUser = graphql('mutation DeleteUser($urn: String!) { removeUser(urn: $urn) }');

const accountFragment = graphql(`
  fragment Account on ServiceAccount {
    urn
    displayName
    description
    createdAt
    createdBy
  }
`);

export type ServiceAccount = FragmentOf<typeof accountFragment>;

export const listServiceAccounts = graphql(
  `
    query ServiceAccounts($input: ListServiceAccountsInput!) {
      listServiceAccounts(input: $input) {
        total
        serviceAccounts {
          ...Account
        }
      }
    }
  `,
  [accountFragment],
);
export const createServiceAccount = graphql(
  `
    mutation CreateServiceAccount($input: CreateServiceAccountInput!) {
      createServiceAccount(input: $input) {
        ...Account
      }
    }
  `,
  [accountFragment],
);
export const deleteServiceAccount = graphql(
  'mutation DeleteServiceAccount($urn: String!) { deleteServiceAccount(urn: $urn) }',
);
