import { graphql, type ResultOf } from '../../../client/documents.js';

export const list = graphql(`
  query ServiceAccounts($input: ListServiceAccountsInput!) {
    listServiceAccounts(input: $input) {
      total
      serviceAccounts {
        urn
        displayName
        description
        createdBy
        createdAt
      }
    }
  }
`);

export type Account = NonNullable<ResultOf<typeof list>['listServiceAccounts']>['serviceAccounts'][number];
export type AccountAct = 'token' | 'status' | 'delete';
