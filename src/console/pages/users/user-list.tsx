import { graphql } from '../../../client/documents.js';
import { urnName } from '../../../client/urn-name.js';
import { caller } from '../../api/caller.js';
import { ListPage } from '../../kit/list-page.js';
import { Badge, Person as PersonMark } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Table } from '../../kit/table.js';
import { links } from '../../model/links.js';
import { userItems } from './actions.js';
import { CreateUser } from './create-user.js';
import { person, personName, personText, State } from './person.js';

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
      icon="user"
      about="Accounts of people. Policies decide what they may do."
      create={{ text: 'Create a user', needs: 'MANAGE_USERS_AND_GROUPS', Form: CreateUser }}
      filter={{ placeholder: 'Filter by id, name, title or email' }}
      document={list}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listUsers }) => ({ rows: listUsers!.users, total: listUsers!.total })}
      empty="Create one, or ingest the users of a directory."
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
                <span class="row one">
                  <PersonMark urn={user.urn} name={personName(user)} href={links.user(user.urn)} />
                  {user.urn === caller.value?.urn && <Badge>you</Badge>}
                </span>
              ),
            },
            { head: 'Id', kind: 'less', cell: ({ urn }) => <code class="soft">{urnName(urn)}</code> },
            { head: 'Title', kind: 'less', cell: (user) => <bdi>{personText(user, 'title')}</bdi> },
            { head: 'Email', kind: 'less', cell: (user) => <bdi>{personText(user, 'email')}</bdi> },
            { head: 'State', cell: ({ status }) => <State status={status} /> },
            {
              head: 'Actions',
              kind: 'actions',
              cell: (user) => (
                <Menu label={`Actions for ${personName(user)}`} items={userItems(user, dialog)} />
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
