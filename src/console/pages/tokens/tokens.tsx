import { useSignal } from '@preact/signals';
import { caller, may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { AllowedPage } from '../../kit/allowed.js';
import { Choice } from '../../kit/field.js';
import { FilterField } from '../../kit/filter-field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { TableFrame } from '../../kit/table-frame.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { CreateToken } from './create.js';
import { list, type Token } from './request.js';
import { RevokeAll, RevokeToken } from './revoke.js';
import { RotateToken } from './rotate.js';
import { TokenRow } from './row.js';
import { WhoseToken } from './whose.js';

const pageSize = 50;
const needs = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'];

type Whose = 'actor' | 'owner' | 'all';

const own: [Whose, string][] = [
  ['actor', 'those that act as me'],
  ['owner', 'those that I created'],
];

type Open = 'create' | 'whose' | 'revoke all' | { act: 'rotate' | 'revoke'; token: Token } | null;

export default function Tokens() {
  return (
    <AllowedPage title="Access tokens" needs={needs}>
      <TokenList />
    </AllowedPage>
  );
}

function TokenList() {
  const [shown, change] = useAddress({ filter: '', whose: 'actor', start: '0' });
  const options: readonly (readonly [Whose, string])[] = may('MANAGE_ACCESS_TOKENS')
    ? [...own, ['all', "everyone's"]]
    : own;
  const whose = options.find(([name]) => name === shown.whose)?.[0] ?? 'actor';
  const start = startOf(shown.start);
  const open = useSignal<Open>(null);
  const { urn } = caller.value!;
  const filters = [
    ...(whose === 'all' ? [] : [{ field: `${whose}Urn`, values: [urn] }]),
    ...(shown.filter === ''
      ? []
      : [{ field: 'name', condition: 'CONTAIN' as const, values: [shown.filter] }]),
  ];
  const query = useQuery(list, { start, count: pageSize, filters });
  const close = () => {
    open.value = null;
  };
  const closeChanged = () => {
    close();
    query.reload();
  };

  return (
    <Page
      title="Access tokens"
      about="A token acts as its user, within its scopes. A revoked token is refused at its next request."
      actions={
        <>
          <button type="button" onClick={() => (open.value = 'whose')}>
            Whose token is this?
          </button>
          <button type="button" onClick={() => (open.value = 'revoke all')}>
            Revoke all of a user …
          </button>
          <button type="button" class="primary" onClick={() => (open.value = 'create')}>
            Create a token
          </button>
        </>
      }
    >
      <div class="row">
        <Choice<Whose>
          label="Show"
          options={options}
          value={whose}
          onChange={(value) => change({ whose: value, start: '0' })}
        />
        <FilterField
          label="Name contains"
          value={shown.filter}
          onFilter={(filter) => change({ filter, start: '0' }, true)}
        />
      </div>
      <Loaded
        query={query}
        label="Access tokens"
        isEmpty={(data) => data.listAccessTokens.total === 0}
        empty={shown.filter === '' ? 'There is no token yet. Create one.' : 'No token has such a name.'}
      >
        {({ listAccessTokens: { tokens, total } }) => (
          <>
            <TableFrame label="Access tokens">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Acts as</th>
                    <th scope="col">Created by</th>
                    <th scope="col">Scopes</th>
                    <th scope="col">Created</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Ends</th>
                    <th scope="col">
                      <span class="hidden">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {tokens.map((token) => (
                    <TokenRow key={token.id} token={token} onAct={(act) => (open.value = { act, token })} />
                  ))}
                </tbody>
              </table>
            </TableFrame>
            <Pager
              start={start}
              count={pageSize}
              total={total}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {open.value === 'create' && <CreateToken onClose={closeChanged} />}
      {open.value === 'whose' && <WhoseToken onClose={close} />}
      {open.value === 'revoke all' && <RevokeAll onClose={closeChanged} />}
      {typeof open.value === 'object' && open.value?.act === 'rotate' && (
        <RotateToken token={open.value.token} onClose={closeChanged} />
      )}
      {typeof open.value === 'object' && open.value?.act === 'revoke' && (
        <RevokeToken token={open.value.token} onClose={closeChanged} />
      )}
    </Page>
  );
}
