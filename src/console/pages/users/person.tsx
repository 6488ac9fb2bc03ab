import { graphql, type ResultOf } from '../../../client/documents.js';
import { urnName } from '../../../client/urn-name.js';
import type { Privilege } from '../../model/privileges.js';
import { isServiceAccount } from '../../model/urn.js';

/** The fields that lists and pages show of a user. */
export const person = graphql(`
  fragment Person on CorpUser {
    urn
    username
    status
    properties {
      displayName
      fullName
      title
      email
    }
    editableProperties {
      displayName
      title
      email
    }
  }
`);

export type Person = ResultOf<typeof person>;

type Text = 'displayName' | 'title' | 'email';

/** Returns what the user says, else what the administrators say. */
export const personText = ({ editableProperties, properties }: Person, name: Text): string =>
  editableProperties?.[name] || properties?.[name] || '';

export const personName = (user: Person): string =>
  personText(user, 'displayName') || user.properties?.fullName || urnName(user.urn);

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
