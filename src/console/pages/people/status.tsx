import { request } from '../../api/request.js';
import { graphql } from '../../api/schema.js';
import { FormDialog } from '../../ui/action.js';
import { say } from '../../ui/messages.js';
import { needsOf } from './person.js';

const update = graphql(`
  mutation UpdateUserStatus($urn: String!, $status: CorpUserStatus!) {
    updateUserStatus(urn: $urn, status: $status)
  }
`);

interface ChangeStatusProps {
  urn: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED';
  onClose(): void;
}

/** @param status before the change */
export function ChangeStatus({ urn, name, status, onClose }: ChangeStatusProps) {
  const isActive = status === 'ACTIVE';
  return (
    <FormDialog
      title={isActive ? `Suspend ${name}?` : `Activate ${name}?`}
      submit={isActive ? 'Suspend' : 'Activate'}
      isDanger={isActive}
      needs={needsOf(urn)}
      onClose={onClose}
      onSubmit={async () => {
        await request(update, { urn, status: isActive ? 'SUSPENDED' : 'ACTIVE' });
        say(isActive ? `${name} is suspended.` : `${name} is active.`);
      }}
    >
      <p>
        {isActive
          ? 'Every call is refused from the next request on, and sessions end. Tokens, memberships and policies stay, and count again after an activation.'
          : 'Calls are accepted again from the next request on: with the same tokens, memberships and policies.'}
      </p>
    </FormDialog>
  );
}
