import { graphql } from '../../../client/documents.js';
import { caller } from '../../api/caller.js';
import { ListPage } from '../../kit/list-page.js';
import { Table } from '../../kit/table.js';
import { links } from '../../model/links.js';
import { urnName } from '../../model/urn.js';
import { CreateUser } from './create-user.js';
import { person, personName, personText, State } from './person.js';
import { UserActions } from './user-actions.js';

const list = graphql(
  `
  query Users($input: ListUsersInput!) {
    listUsers(input: $input) {
      total
      users {
        ...Person
      }
    }
  }
`,
  [person],
);

export function UserList() {
  return (
    <ListPage
      label="Users"
      about="Accounts that can sign in. Policies decide what they can do."
      create={{ text: 'Create a user', needs: 'MANAGE_USERS_AND_GROUPS', Form: CreateUser }}
      filter={{ placeholder: 'Id, name, title or email' }}
      document={list}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listUsers }) => ({ rows: listUsers!.users, total: listUsers!.total })}
      empty="There are no users yet."
    >
      {(users, dialog) => (
        <Table
          label="Users"
          rows={users}
          rowKey={({ urn }) => urn}
          columns={[
            {
              head: 'Name',
              cell: (user) => (
                <>
                  <a href={links.user(user.urn)} title={user.urn}>
                    {personName(user)}
                  </a>
                  {user.urn === caller.value?.urn && <span class="soft"> (you)</span>}
                </>
              ),
            },
            { head: 'Id', kind: 'less', cell: ({ urn }) => urnName(urn) },
            { head: 'Title', kind: 'less', cell: (user) => personText(user, 'title') },
            { head: 'Email', kind: 'less', cell: (user) => personText(user, 'email') },
            { head: 'State', cell: ({ status }) => <State status={status} /> },
            {
              head: 'Actions',
              kind: 'actions',
              cell: (user) => (
                <UserActions
                  urn={user.urn}
                  name={personName(user)}
                  status={user.status ?? 'SUSPENDED'}
                  dialog={dialog}
                />
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
