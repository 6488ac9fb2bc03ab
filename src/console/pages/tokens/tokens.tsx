import { useState } from 'preact/hooks';
import { listTokens } from '../../../client/token.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Button } from '../../kit/button.js';
import { ListPage } from '../../kit/list-page.js';
import { Menu } from '../../kit/menu.js';
import { numberText } from '../../model/numbers.js';
import { CreateToken } from './create.js';
import { counts, tokenFilters } from './request.js';
import { RevokeAll } from './revoke.js';
import { TokenTable } from './table.js';
import { WhoseToken } from './whose.js';

const chips = [
  ['mine', 'Mine'],
  ['all', 'All'],
  ['ending', 'Ending soon'],
  ['unused', 'Never used'],
  ['expired', 'Expired'],
  ['created', 'Created by me'],
] as const;

const orders = ['EXPIRES', 'NAME', 'CREATED', 'LAST_USED'] as const;

export default function Tokens() {
  const managesAll = may('MANAGE_ACCESS_TOKENS');
  const mayUse = managesAll || may('GENERATE_PERSONAL_ACCESS_TOKENS');
  // The same until the page is opened again, so that the list is not another one each time it is drawn.
  const [filters] = useState(() => tokenFilters(Date.now()));
  const { data } = useQuery(counts, mayUse ? filters : null);
  return (
    <ListPage
      label="Access tokens"
      about="A token acts as its user, within its scopes. Revoking one takes effect at once."
      needs="GENERATE_PERSONAL_ACCESS_TOKENS"
      actions={(dialog) => (
        <>
          <Menu
            label="More actions"
            items={[
              {
                text: 'Whose token is this?',
                icon: 'search',
                onChoose: () => dialog.open((close) => <WhoseToken onClose={close} />),
              },
              {
                text: 'Revoke all tokens of a user …',
                icon: 'stop',
                isDanger: true,
                isApart: true,
                onChoose: () => dialog.open((close) => <RevokeAll onClose={close} />),
              },
            ]}
          />
          <span class="wide-only">
            <Button onClick={() => dialog.open((close) => <WhoseToken onClose={close} />)}>
              Whose token is this?
            </Button>
          </span>
        </>
      )}
      create={{ text: 'Create a token', needs: 'GENERATE_PERSONAL_ACCESS_TOKENS', Form: CreateToken }}
      icon="key"
      filter={{ label: 'Filter by name or user' }}
      address={{ show: managesAll ? 'all' : 'mine', order: 'EXPIRES' }}
      choices={[
        {
          name: 'show',
          label: 'Show',
          options: chips
            .filter(([name]) => managesAll || name !== 'all')
            .map(([name, text]) => (data ? [name, text, numberText(data[name].total)] : [name, text])),
        },
      ]}
      document={listTokens}
      variables={({ show, order, filter }, page) => ({
        input: {
          ...page,
          query: filter,
          filters: filters[show as keyof typeof filters],
          orderBy: orders.find((name) => name === order.replace('-', '')) ?? 'EXPIRES',
          descending: order.startsWith('-'),
        },
      })}
      read={({ listAccessTokens: { tokens, total } }) => ({ rows: tokens, total })}
      empty="Create one for each program that calls the catalog."
    >
      {(tokens, dialog, { shown, change }) => (
        <TokenTable
          tokens={tokens}
          dialog={dialog}
          order={shown.order}
          onOrder={(next) => change('order', next)}
        />
      )}
    </ListPage>
  );
}
