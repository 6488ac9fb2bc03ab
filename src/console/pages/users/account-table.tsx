import { graphql } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { UrnName } from '../../kit/urn-name.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { urnName } from '../../model/urn.js';
import { CreateToken } from '../tokens/create.js';
import { State } from './person.js';
import { UserActions } from './user-actions.js';

/** A page of the list has at most 100 accounts, which is what one request takes. */
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

interface Account {
  readonly urn: string;
  readonly displayName: string | null;
  readonly description: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number | null;
}

interface AccountTableProps {
  accounts: readonly Account[];
  dialog: DialogState;
}

export function AccountTable({ accounts, dialog }: AccountTableProps) {
  const { data } = useQuery(states, { urns: accounts.map(({ urn }) => urn) });
  const status = ({ urn }: Account) => {
    const found = data?.entities?.find((entity) => entity?.urn === urn);
    return found && 'status' in found ? found.status : null;
  };
  const name = ({ urn, displayName }: Account) => displayName || urnName(urn);
  return (
    <Table
      label="Service accounts"
      rows={accounts}
      rowKey={({ urn }) => urn}
      columns={[
        {
          head: 'Name',
          cell: (account) => (
            <a href={links.user(account.urn)} title={account.urn}>
              {name(account)}
            </a>
          ),
        },
        { head: 'Purpose', kind: 'less', cell: ({ description }) => description },
        {
          head: 'State',
          cell: (account) => status(account) && <State status={status(account)} />,
        },
        {
          head: 'Created by',
          kind: 'less',
          cell: ({ createdBy }) => createdBy && <UrnName urn={createdBy} />,
        },
        { head: 'Created', kind: 'less', cell: ({ createdAt }) => <Time ms={createdAt} none="" /> },
        {
          head: 'Actions',
          kind: 'actions',
          cell: (account) => (
            <>
              {may('MANAGE_ACCESS_TOKENS') && status(account) !== 'SUSPENDED' && (
                <button
                  type="button"
                  aria-label={`Create a token for ${name(account)}`}
                  onClick={() => dialog.open((close) => <CreateToken actor={account.urn} onClose={close} />)}
                >
                  Create a token
                </button>
              )}{' '}
              {status(account) && (
                <UserActions
                  urn={account.urn}
                  name={name(account)}
                  status={status(account)!}
                  dialog={dialog}
                />
              )}
            </>
          ),
        },
      ]}
    />
  );
}
