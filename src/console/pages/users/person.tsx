import type { Privilege } from '../../model/privileges.js';
import { isServiceAccount } from '../../model/urn.js';

/** The privilege that changes a user. */
export const managePrivilege = (urn: string): Privilege =>
  isServiceAccount(urn) ? 'MANAGE_SERVICE_ACCOUNTS' : 'MANAGE_USERS_AND_GROUPS';

const states = {
  ACTIVE: ['good', 'Active'],
  SUSPENDED: ['bad', 'Suspended'],
} as const;

/** @param status null: there is metadata about the user, who cannot sign in */
export function State({ status }: { status: 'ACTIVE' | 'SUSPENDED' | null | undefined }) {
  const [kind, text] = status ? states[status] : ['off', 'Metadata only'];
  return (
    <span class="row one tight nowrap">
      <span class={`dot ${kind}`} aria-hidden="true" />
      {text}
    </span>
  );
}
