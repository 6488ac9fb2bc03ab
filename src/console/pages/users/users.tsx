import { useLocation } from 'preact-iso';
import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { listUsers, userText } from '../../../client/user.js';
import { caller, may } from '../../api/caller.js';
import { ListPage } from '../../kit/list-page.js';
import { Badge, Person as PersonMark } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Notice } from '../../kit/notice.js';
import { Table } from '../../kit/table.js';
import { links } from '../../model/links.js';
import { privilegeText } from '../../model/privileges.js';
import { userItems } from './actions.js';
import { CreateUser } from './create-user.js';
import { State } from './person.js';
import { UserPage } from './user-page.js';

/** The list of people; with a URN, one of them. Callers who may not see the list see their own page. */
export default function Users() {
  const { urn } = useLocation().query;
  if (urn) return <UserPage key={urn} urn={urn} />;
  if (may('MANAGE_USERS_AND_GROUPS')) return <UserList />;
  return (
    <UserPage
      urn={caller.value!.urn}
      notice={
        <Notice>This is you. The list of all users needs {privilegeText('MANAGE_USERS_AND_GROUPS')}.</Notice>
      }
    />
  );
}

function UserList() {
  return (
    <ListPage
      label="Users"
      icon="user"
      about="Accounts of people. Policies decide what they may do."
      create={{ text: 'Create a user', needs: 'MANAGE_USERS_AND_GROUPS', Form: CreateUser }}
      filter={{ placeholder: 'Filter by id, name, title or email' }}
      document={listUsers}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listUsers: found }) => ({ rows: found!.users, total: found!.total })}
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
                  <PersonMark urn={user.urn} name={entityName(user)} href={links.user(user.urn)} />
                  {user.urn === caller.value?.urn && <Badge>you</Badge>}
                </span>
              ),
            },
            { head: 'Id', kind: 'less', cell: ({ urn }) => <code class="soft">{urnName(urn)}</code> },
            { head: 'Title', kind: 'less', cell: (user) => <bdi>{userText(user, 'title')}</bdi> },
            { head: 'Email', kind: 'less', cell: (user) => <bdi>{userText(user, 'email')}</bdi> },
            { head: 'State', cell: ({ status }) => <State status={status} /> },
            {
              head: 'Actions',
              kind: 'actions',
              cell: (user) => (
                <Menu label={`Actions for ${entityName(user)}`} items={userItems(user, dialog)} />
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
