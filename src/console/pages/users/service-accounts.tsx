import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list.js';
import { useDialog } from '../../kit/use-dialog.js';
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
  const dialog = useDialog();
  return (
    <>
      <ListPage
        label="Service accounts"
        about="Users for programs. They call with tokens of their own, and policies give them rights as to people."
        needs="MANAGE_SERVICE_ACCOUNTS"
        actions={
          <button
            type="button"
            class="primary"
            onClick={() => dialog.open((close) => <CreateServiceAccount onClose={close} />)}
          >
            Create a service account
          </button>
        }
        filter="Id, name or purpose"
        document={list}
        variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
        read={({ listServiceAccounts: found }) => ({ rows: found!.serviceAccounts, total: found!.total })}
        empty="There is no service account yet. Create one for each program that calls."
      >
        {(accounts) => <AccountTable accounts={accounts} dialog={dialog} />}
      </ListPage>
      {dialog.shown}
    </>
  );
}
