import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { caller } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { FilterField } from '../../kit/filter-field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { links } from '../../model/links.js';
import { nameOf } from '../../model/urn.js';
import { CreateUser } from './create-user.js';
import { DeleteUser } from './delete-user.js';
import { type Person, person, personName, State, textOf } from './person.js';
import { ChangeStatus } from './status.js';

const pageSize = 50;

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

type Open = 'create' | { act: 'status' | 'delete'; user: Person } | null;

export function UserList() {
  const [shown, change] = useAddress({ filter: '', start: '0' });
  const start = startOf(shown.start);
  const query = useQuery(list, { input: { start, count: pageSize, query: shown.filter } });
  const open = useSignal<Open>(null);
  const close = () => {
    open.value = null;
    query.reload();
  };
  return (
    <Page
      title="Users"
      about="People who may call. What they may do, policies say."
      actions={
        <button type="button" class="primary" onClick={() => (open.value = 'create')}>
          Create a user
        </button>
      }
    >
      <div class="row">
        <FilterField
          label="Filter"
          placeholder="Id, name, title or email"
          value={shown.filter}
          onFilter={(text) => change({ filter: text, start: '0' }, true)}
        />
      </div>
      <Loaded
        query={query}
        label="Users"
        isEmpty={(data) => data.listUsers!.total === 0}
        empty={shown.filter === '' ? 'There is no user yet.' : 'No user is like that.'}
      >
        {({ listUsers }) => (
          <>
            <div class="table people">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col" class="less">
                      Id
                    </th>
                    <th scope="col" class="less">
                      Title
                    </th>
                    <th scope="col" class="less">
                      Email
                    </th>
                    <th scope="col">State</th>
                    <th scope="col">
                      <span class="hidden">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {listUsers!.users.map((user) => (
                    <UserRow key={user.urn} user={user} onAct={(act) => (open.value = { act, user })} />
                  ))}
                </tbody>
              </table>
            </div>
            <Pager
              start={start}
              count={pageSize}
              total={listUsers!.total}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {open.value === 'create' && <CreateUser onClose={close} />}
      {typeof open.value === 'object' && open.value !== null && <Act {...open.value} onClose={close} />}
    </Page>
  );
}

function UserRow({ user, onAct }: { user: Person; onAct(act: 'status' | 'delete'): void }) {
  const name = personName(user);
  const isOwn = user.urn === caller.value?.urn;
  return (
    <tr>
      <th scope="row" title={user.urn}>
        <a href={links.user(user.urn)}>{name}</a>
        {isOwn && <span class="soft"> (you)</span>}
      </th>
      <td class="less">{nameOf(user.urn)}</td>
      <td class="less">{textOf(user, 'title')}</td>
      <td class="less">{textOf(user, 'email')}</td>
      <td>
        <State status={user.status} />
      </td>
      <td class="actions">
        {!isOwn && (
          <>
            <button
              type="button"
              aria-label={`${user.status === 'ACTIVE' ? 'Suspend' : 'Activate'} ${name}`}
              onClick={() => onAct('status')}
            >
              {user.status === 'ACTIVE' ? 'Suspend' : 'Activate'}
            </button>{' '}
            <button
              type="button"
              class="danger"
              aria-label={`Delete ${name}`}
              onClick={() => onAct('delete')}
            >
              Delete
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

interface ActProps {
  act: 'status' | 'delete';
  user: Person;
  onClose(): void;
}

function Act({ act, user, onClose }: ActProps) {
  const { urn, status } = user;
  const name = personName(user);
  return act === 'delete' ? (
    <DeleteUser urn={urn} name={name} onClose={onClose} onDeleted={() => {}} />
  ) : (
    <ChangeStatus urn={urn} name={name} status={status ?? 'SUSPENDED'} onClose={onClose} />
  );
}
