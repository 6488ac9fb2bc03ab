import { caller, may } from '../../api/caller.js';
import { ListPage } from '../../kit/list.js';
import { useDialog } from '../../kit/use-dialog.js';
import { CreateToken } from './create.js';
import { list } from './request.js';
import { RevokeAll } from './revoke.js';
import { TokenTable } from './table.js';
import { WhoseToken } from './whose.js';

const own = [
  ['actor', 'those that act as me'],
  ['owner', 'those that I created'],
] as const;

export default function Tokens() {
  const dialog = useDialog();
  const { urn } = caller.value!;
  return (
    <>
      <ListPage
        label="Access tokens"
        about="A token acts as its user, within its scopes. A revoked token is refused at its next request."
        needs="GENERATE_PERSONAL_ACCESS_TOKENS"
        actions={
          <>
            <button type="button" onClick={() => dialog.open((close) => <WhoseToken onClose={close} />)}>
              Whose token is this?
            </button>
            <button type="button" onClick={() => dialog.open((close) => <RevokeAll onClose={close} />)}>
              Revoke all of a user …
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => dialog.open((close) => <CreateToken onClose={close} />)}
            >
              Create a token
            </button>
          </>
        }
        address={{ whose: 'actor' }}
        choices={[
          {
            name: 'whose',
            label: 'Show',
            options: may('MANAGE_ACCESS_TOKENS') ? [...own, ['all', "everyone's"]] : own,
          },
        ]}
        filter=""
        filterLabel="Name contains"
        document={list}
        variables={({ whose, filter }, page) => ({
          ...page,
          filters: [
            ...(whose === 'all' ? [] : [{ field: `${whose}Urn`, values: [urn] }]),
            ...(filter === '' ? [] : [{ field: 'name', condition: 'CONTAIN' as const, values: [filter] }]),
          ],
        })}
        read={({ listAccessTokens: { tokens, total } }) => ({ rows: tokens, total })}
        empty="There is no token yet. Create one."
      >
        {(tokens) => <TokenTable tokens={tokens} dialog={dialog} />}
      </ListPage>
      {dialog.shown}
    </>
  );
}
