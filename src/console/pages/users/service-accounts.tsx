import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { AllowedPage } from '../../kit/allowed.js';
import { FilterField } from '../../kit/filter-field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { nameOf } from '../../model/urn.js';
import { CreateToken } from '../tokens/create.js';
import { AccountRow } from './account-row.js';
import { CreateServiceAccount } from './create-service-account.js';
import { DeleteUser } from './delete-user.js';
import { type Account, type AccountAct, list } from './service-account-request.js';
import { ChangeStatus } from './status.js';
import { UserPage } from './user-page.js';
import './people.css';

/** At most 100, which is what one request for states takes. */
const pageSize = 50;

const states = graphql(`
  query States($urns: [String!]!) {
    entities(urns: $urns) {
      urn
      ... on CorpUser {
        status
      }
    }
  }
`);

type Status = 'ACTIVE' | 'SUSPENDED';

/** The list of service accounts; with a URN, one of them. */
export default function ServiceAccounts() {
  const { urn } = useLocation().query;
  return urn ? <UserPage key={urn} urn={urn} /> : <AccountsPage />;
}

function AccountsPage() {
  const isCreating = useSignal(false);
  const needs = ['MANAGE_SERVICE_ACCOUNTS'];
  return (
    <Page
      title="Service accounts"
      about="Users for programs. They call with tokens of their own, and policies give them rights as to people."
      actions={
        may(...needs) && (
          <button type="button" class="primary" onClick={() => (isCreating.value = true)}>
            Create a service account
          </button>
        )
      }
    >
      <AllowedPage needs={needs}>
        <AccountList isCreating={isCreating.value} onCreated={() => (isCreating.value = false)} />
      </AllowedPage>
    </Page>
  );
}

function AccountList({ isCreating, onCreated }: { isCreating: boolean; onCreated(): void }) {
  const [shown, change] = useAddress({ filter: '', start: '0' });
  const start = startOf(shown.start);
  const query = useQuery(list, { input: { start, count: pageSize, query: shown.filter } });
  const urns = query.data?.listServiceAccounts?.serviceAccounts.map(({ urn }) => urn) ?? [];
  const stateQuery = useQuery(states, urns.length > 0 ? { urns } : null);
  const statusOf = (urn: string): Status | undefined => {
    const found = stateQuery.data?.entities?.find((entity) => entity?.urn === urn);
    return (found && 'status' in found && found.status) || undefined;
  };
  const open = useSignal<{ act: AccountAct; account: Account } | null>(null);
  const close = () => {
    open.value = null;
    query.reload();
    stateQuery.reload();
  };
  const { act, account } = open.value ?? {};
  const name = account ? account.displayName || nameOf(account.urn) : '';
  return (
    <>
      <div class="row">
        <FilterField
          label="Filter"
          placeholder="Id, name or purpose"
          value={shown.filter}
          onFilter={(text) => change({ filter: text, start: '0' }, true)}
        />
      </div>
      <Loaded
        query={query}
        label="Service accounts"
        isEmpty={(data) => data.listServiceAccounts!.total === 0}
        empty={
          shown.filter === ''
            ? 'There is no service account yet. Create one for each program that calls.'
            : 'No service account is like that.'
        }
      >
        {({ listServiceAccounts }) => (
          <>
            <div class="table people">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col" class="less">
                      For
                    </th>
                    <th scope="col">State</th>
                    <th scope="col" class="less">
                      Created by
                    </th>
                    <th scope="col" class="less">
                      Created
                    </th>
                    <th scope="col">
                      <span class="hidden">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {listServiceAccounts!.serviceAccounts.map((account) => (
                    <AccountRow
                      key={account.urn}
                      account={account}
                      status={statusOf(account.urn)}
                      onAct={(act) => (open.value = { act, account })}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            <Pager
              start={start}
              count={pageSize}
              total={listServiceAccounts!.total}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {isCreating && (
        <CreateServiceAccount
          onClose={() => {
            onCreated();
            query.reload();
          }}
        />
      )}
      {account && act === 'token' && <CreateToken actor={account.urn} onClose={close} />}
      {account && act === 'status' && (
        <ChangeStatus
          urn={account.urn}
          name={name}
          status={statusOf(account.urn) ?? 'ACTIVE'}
          onClose={close}
        />
      )}
      {account && act === 'delete' && (
        <DeleteUser urn={account.urn} name={name} onClose={close} onDeleted={() => {}} />
      )}
    </>
  );
}
