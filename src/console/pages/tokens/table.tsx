import type { TokenRecord } from '../../../client/token.js';
import { may } from '../../api/caller.js';
import { copyText } from '../../kit/copy.js';
import { Person } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { type Column, Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { dayMs } from '../../model/days.js';
import { links } from '../../model/links.js';
import { listed } from '../../model/text.js';
import { useNames } from '../../model/use-names.js';
import { soonMs } from './request.js';
import { RevokeToken } from './revoke.js';
import { RotateToken } from './rotate.js';
import { TokenScopes } from './scopes.js';
import './tokens.css';

/** As much of an id as the beginning of a token's text that a person compares. */
const shownId = 6;

/** @param name returns the display name of a user */
const columns = (name: (urn: string) => string): readonly Column<TokenRecord>[] => [
  {
    head: 'Name',
    order: 'NAME',
    cell: (token) => (
      <>
        <span class="name" dir="auto" title={token.description ?? undefined}>
          {token.name}
        </span>
        <br />
        <small>
          <code title={token.id}>mcs_{token.id.slice(0, shownId)}…</code>
        </small>
      </>
    ),
  },
  {
    head: 'Acts as',
    cell: ({ actorUrn }) => <Person urn={actorUrn} name={name(actorUrn)} href={links.user(actorUrn)} />,
  },
  { head: 'Scopes', cell: ({ scopes }) => <TokenScopes scopes={scopes} /> },
  {
    head: 'Created',
    order: 'CREATED',
    class: 'soft nowrap gone',
    cell: ({ createdAt, actorUrn, ownerUrn }) => (
      <>
        <Time ms={createdAt} />
        {ownerUrn !== actorUrn && (
          <small title={ownerUrn}>
            <br />
            by <bdi>{name(ownerUrn)}</bdi>
          </small>
        )}
      </>
    ),
  },
  {
    head: 'Last used',
    order: 'LAST_USED',
    class: 'nowrap',
    cell: ({ lastUsedAt }) => <Time ms={lastUsedAt} none="Never" />,
  },
  {
    head: 'Expires',
    order: 'EXPIRES',
    class: 'nowrap',
    cell: (token) => <End token={token} name={name} />,
  },
];

interface TokenTableProps {
  tokens: readonly TokenRecord[];
  dialog: DialogState;
  order: string;
  onOrder(order: string): void;
}

export function TokenTable({ tokens, dialog, ...ordered }: TokenTableProps) {
  const name = useNames(
    tokens.flatMap(({ actorUrn, ownerUrn, withdrawnBecauseOf }) => [
      actorUrn,
      ownerUrn,
      ...withdrawnBecauseOf,
    ]),
  );
  return (
    <Table
      label="Access tokens"
      class="tokens"
      {...ordered}
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        ...columns(name),
        { head: 'Actions', kind: 'actions', cell: (token) => <Actions token={token} dialog={dialog} /> },
      ]}
    />
  );
}

const Actions = ({ token, dialog }: { token: TokenRecord; dialog: DialogState }) => (
  <Menu
    label={`Actions for ${token.name}`}
    items={[
      !isPast(token) &&
        token.withdrawnAt === null && {
          text: 'Rotate …',
          icon: 'rotate',
          onChoose: () => dialog.open((close) => <RotateToken token={token} onClose={close} />),
        },
      { text: 'Copy id', icon: 'copy', onChoose: () => copyText(token.id, 'Id') },
      may('GET_AUDIT_EVENTS') && {
        text: 'Show in audit',
        icon: 'audit',
        href: links.auditOf(token.urn),
      },
      {
        text: 'Revoke …',
        icon: 'stop',
        isDanger: true,
        isApart: true,
        onChoose: () => dialog.open((close) => <RevokeToken token={token} onClose={close} />),
      },
    ]}
  />
);

const isPast = ({ expiresAt }: Pick<TokenRecord, 'expiresAt'>) =>
  expiresAt !== null && expiresAt <= Date.now();

/** Red within a day of the end and after it; amber within seven days, and without an end. */
function End({ token, name }: { token: TokenRecord; name(urn: string): string }) {
  const { expiresAt, withdrawnAt, withdrawnBecauseOf } = token;
  const left = expiresAt === null ? 0 : expiresAt - Date.now();
  const state = expiresAt === null ? 'warn' : left < dayMs ? 'bad' : left < soonMs ? 'warn' : undefined;
  return (
    <>
      <span class={state}>{expiresAt === null ? 'No expiry' : <Time ms={expiresAt} />}</span>
      {withdrawnAt !== null && (
        <small class="bad">
          <br />
          Refused while {listed(withdrawnBecauseOf.map(name))} is suspended
        </small>
      )}
    </>
  );
}
