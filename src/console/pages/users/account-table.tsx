import { graphql } from '../../../client/documents.js';
import { urnName } from '../../../client/urn-name.js';
import { useQuery } from '../../api/use-query.js';
import { Person as PersonMark } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { useNames } from '../../model/use-names.js';
import { userItems } from './actions.js';
import { person, personName, personText, State } from './person.js';

/** A page of the list has at most 100 accounts, which is what one request takes. */
const users = graphql(
  `
  query AccountUsers($urns: [String!]!) {
    entities(urns: $urns) {
      urn
      ... on CorpUser {
        ...Person
      }
    }
  }
`,
  [person],
);

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
  const { data } = useQuery(users, { urns: accounts.map(({ urn }) => urn) });
  const creator = useNames(accounts.map(({ createdBy }) => createdBy));
  const user = ({ urn }: Account) => {
    const found = data?.entities?.find((entity) => entity?.urn === urn);
    return found && 'status' in found ? found : undefined;
  };
  const name = (account: Account) => {
    const found = user(account);
    return found ? personName(found) : account.displayName || urnName(account.urn);
  };
  return (
    <Table
      label="Service accounts"
      rows={accounts}
      rowKey={({ urn }) => urn}
      columns={[
        {
          head: 'Name',
          cell: (account) => (
            <PersonMark urn={account.urn} name={name(account)} href={links.user(account.urn)} />
          ),
        },
        {
          head: 'Purpose',
          kind: 'less',
          cell: (account) => {
            const found = user(account);
            return <bdi>{found ? personText(found, 'title') : account.description}</bdi>;
          },
        },
        { head: 'State', cell: (account) => user(account) && <State status={user(account)!.status} /> },
        {
          head: 'Created by',
          kind: 'less',
          cell: ({ createdBy }) =>
            createdBy && (
              <PersonMark urn={createdBy} name={creator(createdBy)} href={links.user(createdBy)} />
            ),
        },
        { head: 'Created', kind: 'less', cell: ({ createdAt }) => <Time ms={createdAt} none="" /> },
        {
          head: 'Actions',
          kind: 'actions',
          cell: (account) => {
            const found = user(account);
            return found && <Menu label={`Actions for ${name(account)}`} items={userItems(found, dialog)} />;
          },
        },
      ]}
    />
  );
}
