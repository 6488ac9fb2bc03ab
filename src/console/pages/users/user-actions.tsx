import { caller } from '../../api/caller.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { DeleteUser } from './delete-user.js';
import { ChangeStatus } from './status.js';

interface UserActionsProps {
  urn: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED';
  dialog: DialogState;
}

/** The actions on a person or a service account in a list. Callers have none on themselves. */
export function UserActions({ urn, name, status, dialog }: UserActionsProps) {
  if (urn === caller.value?.urn) return null;
  const act = status === 'ACTIVE' ? 'Suspend' : 'Activate';
  return (
    <>
      <button
        type="button"
        aria-label={`${act} ${name}`}
        onClick={() =>
          dialog.open((close) => <ChangeStatus urn={urn} name={name} status={status} onClose={close} />)
        }
      >
        {act}
      </button>{' '}
      <button
        type="button"
        class="danger"
        aria-label={`Delete ${name}`}
        onClick={() => dialog.open((close) => <DeleteUser urn={urn} name={name} onClose={close} />)}
      >
        Delete
      </button>
    </>
  );
}
