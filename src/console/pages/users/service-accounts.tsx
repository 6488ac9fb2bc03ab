import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { listServiceAccounts, type ServiceAccount, userFragment, userText } from '../../../client/user.js';
import { useQuery } from '../../api/use-query.js';
import { ListPage } from '../../kit/list-page.js';
import { Person as PersonMark } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { useNames } from '../../model/use-names.js';
import { userItems } from './actions.js';
import { CreateServiceAccount } from './create-service-account.js';
import { State } from './person.js';
import { UserPage } from './user-page.js';

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
      document={listServiceAccounts}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listServiceAccounts: found }) => ({ rows: found!.serviceAccounts, total: found!.total })}
      empty="Create one for each program that calls the service."
    >
      {(accounts, dialog) => <AccountTable accounts={accounts} dialog={dialog} />}
    </ListPage>
  );
}

/** A page of the list has at most 100 accounts, which is what one request takes. */
const users = graphql(
  `
  query AccountUsers($urns: [String!]!) {
    entities(urns: $urns) {
      urn
      ... on CorpUser {
        ...User
      }
    }
  }
`,
  [userFragment],
);

interface AccountTableProps {
  accounts: readonly ServiceAccount[];
  dialog: DialogState;
}

function AccountTable({ accounts, dialog }: AccountTableProps) {
  const { data } = useQuery(users, { urns: accounts.map(({ urn }) => urn) });
  const creator = useNames(accounts.map(({ createdBy }) => createdBy));
  const user = ({ urn }: ServiceAccount) => {
    const found = data?.entities?.find((entity) => entity?.urn === urn);
    return found && 'status' in found ? found : undefined;
  };
  const name = (account: ServiceAccount) => entityName(user(account) ?? account);
  return (
    <Table
      label="Service accounts"
      rows={accounts}
      rowKey={({ urn }) => urn}
      columns={[
        {
          head: 'Name',
          cell: (account) => (
            <PersonMark urn={account.urn} name={name(account)} href={links.user(account.urn)} />
          ),
        },
        {
          head: 'Purpose',
          kind: 'less',
          cell: (account) => {
            const found = user(account);
            return <bdi>{found ? userText(found, 'title') : account.description}</bdi>;
          },
        },
        { head: 'State', cell: (account) => user(account) && <State status={user(account)!.status} /> },
        {
          head: 'Created by',
          kind: 'less',
          cell: ({ createdBy }) =>
            createdBy && (
              <PersonMark urn={createdBy} name={creator(createdBy)} href={links.user(createdBy)} />
            ),
        },
        { head: 'Created', kind: 'less', cell: ({ createdAt }) => <Time ms={createdAt} none="" /> },
        {
          head: 'Actions',
          kind: 'actions',
          cell: (account) => {
            const found = user(account);
            return found && <Menu label={`Actions for ${name(account)}`} items={userItems(found, dialog)} />;
          },
        },
      ]}
    />
  );
}
