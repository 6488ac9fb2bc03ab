import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list-page.js';
import { AccountTable } from './account-table.js';
import { CreateServiceAccount } from './create-service-account.js';
import { UserPage } from './user-page.js';

const list = graphql(`
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

/** The list of service accounts; with a URN, one of them. */
export default function ServiceAccounts() {
  const { urn } = useLocation().query;
  return urn ? <UserPage key={urn} urn={urn} /> : <AccountList />;
}

function AccountList() {
  return (
    <ListPage
      label="Service accounts"
      icon="robot"
      about="Accounts for programs. They call with their own tokens, and policies grant them rights as they do for people."
      needs="MANAGE_SERVICE_ACCOUNTS"
      create={{
        text: 'Create a service account',
        needs: 'MANAGE_SERVICE_ACCOUNTS',
        Form: CreateServiceAccount,
      }}
      filter={{ placeholder: 'Filter by id, name or purpose' }}
      document={list}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listServiceAccounts: found }) => ({ rows: found!.serviceAccounts, total: found!.total })}
      empty="Create one for each program that calls the service."
    >
      {(accounts, dialog) => <AccountTable accounts={accounts} dialog={dialog} />}
    </ListPage>
  );
}
