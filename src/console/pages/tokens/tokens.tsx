import { useSignal, useSignalEffect } from '@preact/signals';
import { caller, may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { AllowedPage } from '../../ui/allowed.js';
import { Choice, TextField } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { TableFrame } from '../../ui/table-frame.js';
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
  const whose = useSignal<Whose>('actor');
  const name = useSignal('');
  const start = useSignal(0);
  const open = useSignal<Open>(null);
  const { urn } = caller.value!;
  const filters = [
    ...(whose.value === 'all' ? [] : [{ field: `${whose.value}Urn`, values: [urn] }]),
    ...(name.value === '' ? [] : [{ field: 'name', condition: 'CONTAIN' as const, values: [name.value] }]),
  ];
  const query = useQuery(list, { start: start.value, count: pageSize, filters });
  useSignalEffect(() => {
    name.value;
    start.value = 0;
  });
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
          options={may('MANAGE_ACCESS_TOKENS') ? [...own, ['all', "everyone's"]] : own}
          value={whose.value}
          onChange={(value) => {
            whose.value = value;
            start.value = 0;
          }}
        />
        <TextField label="Name contains" type="search" text={name} />
      </div>
      <Loaded
        query={query}
        label="Access tokens"
        isEmpty={(data) => data.listAccessTokens.total === 0}
        empty={name.value === '' ? 'There is no token yet. Create one.' : 'No token has such a name.'}
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
              start={start.value}
              count={pageSize}
              total={total}
              onStart={(value) => (start.value = value)}
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
