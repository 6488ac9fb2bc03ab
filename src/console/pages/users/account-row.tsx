import { caller, may } from '../../api/caller.js';
import { Time } from '../../kit/time.js';
import { links } from '../../model/links.js';
import { nameOf } from '../../model/urn.js';
import { State } from './person.js';
import type { Account, AccountAct } from './service-account-request.js';

interface AccountRowProps {
  account: Account;
  /** Undefined: not known yet. */
  status: 'ACTIVE' | 'SUSPENDED' | undefined;
  onAct(act: AccountAct): void;
}

export function AccountRow({ account, status, onAct }: AccountRowProps) {
  const { urn, displayName, description, createdBy, createdAt } = account;
  const name = displayName || nameOf(urn);
  const isSuspended = status === 'SUSPENDED';
  return (
    <tr>
      <th scope="row" title={urn}>
        <a href={links.user(urn)}>{name}</a>
      </th>
      <td class="less">{description}</td>
      <td>{status && <State status={status} />}</td>
      <td class="less" title={createdBy ?? undefined}>
        {createdBy && nameOf(createdBy)}
      </td>
      <td class="less">
        <Time ms={createdAt} none="" />
      </td>
      <td class="actions">
        {may('MANAGE_ACCESS_TOKENS') && !isSuspended && (
          <button type="button" aria-label={`Create a token for ${name}`} onClick={() => onAct('token')}>
            Create a token
          </button>
        )}{' '}
        {urn !== caller.value?.urn && status && (
          <>
            <button
              type="button"
              aria-label={`${isSuspended ? 'Activate' : 'Suspend'} ${name}`}
              onClick={() => onAct('status')}
            >
              {isSuspended ? 'Activate' : 'Suspend'}
            </button>{' '}
            <button
              type="button"
              class="danger"
              aria-label={`Delete ${name}`}
              onClick={() => onAct('delete')}
            >
              Delete
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
