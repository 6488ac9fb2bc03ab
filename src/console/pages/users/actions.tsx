import { caller, may } from '../../api/caller.js';
import type { MenuItem } from '../../kit/menu.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { isServiceAccount } from '../../model/urn.js';
import { CreateToken } from '../tokens/create.js';
import { DeleteUser } from './delete-user.js';
import { EditProfile } from './edit-profile.js';
import { managePrivilege, type Person, personName } from './person.js';
import { ChangeStatus } from './status.js';

/** The actions on a person or a service account. Callers cannot suspend and delete themselves. */
export function userItems(
  user: Person,
  dialog: DialogState,
  onDeleted?: () => void,
): readonly (MenuItem | false)[] {
  const { urn, status } = user;
  const name = personName(user);
  const isOwn = urn === caller.value?.urn;
  const mayChange = may(managePrivilege(urn)) && Boolean(status);
  const mayMakeTokens = may(isOwn ? 'GENERATE_PERSONAL_ACCESS_TOKENS' : 'MANAGE_ACCESS_TOKENS');
  return [
    mayChange && {
      text: 'Edit',
      icon: 'pencil',
      onChoose: () => dialog.open((close) => <EditProfile user={user} onClose={close} />),
    },
    mayMakeTokens &&
      status === 'ACTIVE' && {
        text: `Create a token for ${isOwn ? 'yourself' : isServiceAccount(urn) ? 'it' : 'them'}`,
        icon: 'key',
        onChoose: () => dialog.open((close) => <CreateToken actor={urn} onClose={close} />),
      },
    mayChange &&
      !isOwn && {
        text: status === 'ACTIVE' ? 'Suspend …' : 'Activate …',
        icon: status === 'ACTIVE' ? 'stop' : 'ok',
        onChoose: () =>
          dialog.open((close) => <ChangeStatus urn={urn} name={name} status={status!} onClose={close} />),
      },
    mayChange &&
      !isOwn && {
        text: 'Delete …',
        icon: 'trash',
        isDanger: true,
        isApart: true,
        onChoose: () =>
          dialog.open((close) => (
            <DeleteUser urn={urn} name={name} onClose={close} {...(onDeleted && { onDeleted })} />
          )),
      },
  ];
}
