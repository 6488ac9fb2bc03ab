import { Time } from '../../kit/time.js';
import { listed } from '../../model/text.js';
import { nameOf } from '../../model/urn.js';
import { TokenScopes } from '../policies/privileges.js';
import type { Token } from './request.js';

const soonMs = 7 * 86_400_000;

interface TokenRowProps {
  token: Token;
  onAct(act: 'rotate' | 'revoke'): void;
}

export function TokenRow({ token, onAct }: TokenRowProps) {
  const { name, description, actorUrn, ownerUrn, scopes, createdAt, lastUsedAt, expiresAt } = token;
  const { withdrawnAt, withdrawnBecauseOf } = token;
  const isPast = expiresAt !== null && expiresAt <= Date.now();
  return (
    <tr>
      <th scope="row">
        <span title={description ?? undefined}>{name}</span>
      </th>
      <td title={actorUrn}>{nameOf(actorUrn)}</td>
      <td title={ownerUrn}>{nameOf(ownerUrn)}</td>
      <td>
        <TokenScopes scopes={scopes} />
      </td>
      <td>
        <Time ms={createdAt} />
      </td>
      <td>
        <Time ms={lastUsedAt} />
      </td>
      <td class={endClass(expiresAt)}>
        {isPast ? 'ended ' : ''}
        <Time ms={expiresAt} />
        {withdrawnAt !== null && (
          <div class="bad">refused while {listed(withdrawnBecauseOf.map(nameOf))} is suspended</div>
        )}
      </td>
      <td class="actions">
        {!isPast && withdrawnAt === null && (
          <button type="button" aria-label={`Rotate ${name}`} onClick={() => onAct('rotate')}>
            Rotate
          </button>
        )}{' '}
        <button type="button" class="danger" aria-label={`Revoke ${name}`} onClick={() => onAct('revoke')}>
          Revoke
        </button>
      </td>
    </tr>
  );
}

/** Amber within seven days of the end, red after it. @param expiresAt in ms since the epoch */
function endClass(expiresAt: number | null): string {
  if (expiresAt === null) return '';
  if (expiresAt <= Date.now()) return 'bad';
  return expiresAt - Date.now() < soonMs ? 'warn' : '';
}
