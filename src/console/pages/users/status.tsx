import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { SavedWarnings } from '../../kit/saved-warnings.js';
import { TokensForOthers, WebhooksOwned } from './what-ends.js';

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
  const done = isActive ? `${name} is suspended` : `${name} is active`;
  return (
    <FormDialog
      title={isActive ? `Suspend ${name}?` : `Activate ${name}?`}
      submit={isActive ? 'Suspend' : 'Activate'}
      isDanger={isActive}
      onClose={onClose}
      onSubmit={async () => {
        // Tokens of others that the service refuses, or accepts again, and webhooks.
        let warnings: readonly string[] = [];
        const onWarnings = (texts: readonly string[]) => {
          warnings = texts;
        };
        await mutate(update, { urn, status: isActive ? 'SUSPENDED' : 'ACTIVE' }, { onWarnings });
        if (warnings.length === 0) return say(`${done}.`);
        return <SavedWarnings title={done} warnings={warnings} onClose={onClose} />;
      }}
    >
      <p>
        {isActive
          ? 'Every request of this user is refused from now on, and the sessions end. Tokens, memberships and policies are kept, and take effect again when the user is activated.'
          : 'Requests of this user are accepted again, with the same tokens, memberships and policies.'}
      </p>
      {isActive && (
        <>
          <p>
            Tokens that {name} created or rotated for others are refused during the suspension, and webhooks
            are paused, unless you take them over first.
          </p>
          <TokensForOthers urn={urn} />
          <WebhooksOwned urn={urn} />
        </>
      )}
    </FormDialog>
  );
}
