import { caller, may } from '../../api/caller.js';
import { ListPage } from '../../kit/list-page.js';
import { CreateToken } from './create.js';
import { list } from './request.js';
import { RevokeAll } from './revoke.js';
import { TokenTable } from './table.js';
import { WhoseToken } from './whose.js';

const own = [
  ['actor', 'My tokens'],
  ['owner', 'Tokens that I created'],
] as const;

export default function Tokens() {
  const { urn } = caller.value!;
  return (
    <ListPage
      label="Access tokens"
      about="A token acts as its user, within its scopes. A revoked token is refused from the next request on."
      needs="GENERATE_PERSONAL_ACCESS_TOKENS"
      actions={(dialog) => (
        <>
          <button type="button" onClick={() => dialog.open((close) => <WhoseToken onClose={close} />)}>
            Whose token is this?
          </button>
          <button type="button" onClick={() => dialog.open((close) => <RevokeAll onClose={close} />)}>
            Revoke all tokens of a user …
          </button>
        </>
      )}
      create={{ text: 'Create a token', needs: 'GENERATE_PERSONAL_ACCESS_TOKENS', Form: CreateToken }}
      address={{ whose: 'actor' }}
      choices={[
        {
          name: 'whose',
          label: 'Show',
          options: may('MANAGE_ACCESS_TOKENS') ? [...own, ['all', 'All tokens']] : own,
        },
      ]}
      filter={{ label: 'Name contains' }}
      document={list}
      variables={({ whose, filter }, page) => ({
        ...page,
        filters: [
          ...(whose === 'all' ? [] : [{ field: `${whose}Urn`, values: [urn] }]),
          ...(filter === '' ? [] : [{ field: 'name', condition: 'CONTAIN' as const, values: [filter] }]),
        ],
      })}
      read={({ listAccessTokens: { tokens, total } }) => ({ rows: tokens, total })}
      empty="There are no tokens yet. Create one."
    >
      {(tokens, dialog) => <TokenTable tokens={tokens} dialog={dialog} />}
    </ListPage>
  );
}
