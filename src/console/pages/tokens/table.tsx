import { type Column, Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { UrnName } from '../../kit/urn-name.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { listed } from '../../model/text.js';
import { urnName } from '../../model/urn.js';
import { TokenScopes } from '../policies/privileges.js';
import type { Token } from './request.js';
import { RevokeToken } from './revoke.js';
import { RotateToken } from './rotate.js';

const soonMs = 7 * 86_400_000;

const columns: readonly Column<Token>[] = [
  { head: 'Name', cell: ({ name, description }) => <span title={description ?? undefined}>{name}</span> },
  { head: 'Acts as', cell: ({ actorUrn }) => <UrnName urn={actorUrn} /> },
  { head: 'Created by', cell: ({ ownerUrn }) => <UrnName urn={ownerUrn} /> },
  { head: 'Scopes', cell: ({ scopes }) => <TokenScopes scopes={scopes} /> },
  { head: 'Created', cell: ({ createdAt }) => <Time ms={createdAt} /> },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Time ms={lastUsedAt} /> },
  { head: 'Expires', cell: (token) => <End token={token} /> },
];

interface TokenTableProps {
  tokens: readonly Token[];
  dialog: DialogState;
}

export const TokenTable = ({ tokens, dialog }: TokenTableProps) => (
  <Table
    label="Access tokens"
    rows={tokens}
    rowKey={({ id }) => id}
    columns={[
      ...columns,
      {
        head: 'Actions',
        kind: 'actions',
        cell: (token) => (
          <>
            {!isPast(token) && token.withdrawnAt === null && (
              <button
                type="button"
                aria-label={`Rotate ${token.name}`}
                onClick={() => dialog.open((close) => <RotateToken token={token} onClose={close} />)}
              >
                Rotate
              </button>
            )}{' '}
            <button
              type="button"
              class="danger"
              aria-label={`Revoke ${token.name}`}
              onClick={() => dialog.open((close) => <RevokeToken token={token} onClose={close} />)}
            >
              Revoke
            </button>
          </>
        ),
      },
    ]}
  />
);

const isPast = ({ expiresAt }: Token) => expiresAt !== null && expiresAt <= Date.now();

/** Amber within seven days of the end, red after it. */
function End({ token }: { token: Token }) {
  const { expiresAt, withdrawnAt, withdrawnBecauseOf } = token;
  const isSoon = expiresAt !== null && expiresAt - Date.now() < soonMs;
  return (
    <>
      <span class={isPast(token) ? 'bad' : isSoon ? 'warn' : ''}>
        {isPast(token) ? 'expired ' : ''}
        <Time ms={expiresAt} />
      </span>
      {withdrawnAt !== null && (
        <div class="bad">refused while {listed(withdrawnBecauseOf.map(urnName))} is suspended</div>
      )}
    </>
  );
}
