import { entityName } from '../../../client/named-entity.js';
import { deleteServiceAccount, removeUser, type User, updateUserStatus } from '../../../client/user.js';
import { caller, may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import type { MenuItem } from '../../kit/menu.js';
import { say } from '../../kit/messages.js';
import { SavedWarnings } from '../../kit/saved-warnings.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { isServiceAccount } from '../../model/urn.js';
import { CreateToken } from '../tokens/create.js';
import { EditProfile } from './edit-profile.js';
import { managePrivilege } from './person.js';
import { TokensForOthers, WebhooksOwned, WhatEnds } from './what-ends.js';

/** The actions on a person or a service account. Callers cannot suspend and delete themselves. */
export function userItems(
  user: User,
  dialog: DialogState,
  onDeleted?: () => void,
): readonly (MenuItem | false)[] {
  const { urn, status } = user;
  const name = entityName(user);
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
        onChoose: () => changeStatus(dialog, urn, name, status!),
      },
    mayChange &&
      !isOwn && {
        text: 'Delete …',
        icon: 'trash',
        isDanger: true,
        isApart: true,
        onChoose: () => deleteUser(dialog, urn, name, onDeleted),
      },
  ];
}

/** Deletes a person or a service account, after it has said what ends with it. */
const deleteUser = ({ ask }: DialogState, urn: string, name: string, onDeleted?: () => void) =>
  ask({
    title: `Delete ${name}?`,
    submit: 'Delete',
    done: `${name} is deleted.`,
    onSubmit: async () => {
      const options = {
        onWarnings: (texts: readonly string[]) => {
          for (const text of texts) say(text);
        },
      };
      await (isServiceAccount(urn)
        ? mutate(deleteServiceAccount, { urn }, options)
        : mutate(removeUser, { urn }, options));
      onDeleted?.();
    },
    children: (
      <>
        <p>
          The following end as well. This cannot be undone. A new user with the same id gets none of them
          back.
        </p>
        <WhatEnds urn={urn} />
      </>
    ),
  });

/** @param status before the change */
function changeStatus({ ask }: DialogState, urn: string, name: string, status: 'ACTIVE' | 'SUSPENDED') {
  const isActive = status === 'ACTIVE';
  const done = isActive ? `${name} is suspended` : `${name} is active`;
  ask({
    title: isActive ? `Suspend ${name}?` : `Activate ${name}?`,
    submit: isActive ? 'Suspend' : 'Activate',
    isDanger: isActive,
    onSubmit: async (close) => {
      // Tokens of others that the service refuses, or accepts again, and webhooks.
      let warnings: readonly string[] = [];
      const onWarnings = (texts: readonly string[]) => {
        warnings = texts;
      };
      await mutate(updateUserStatus, { urn, status: isActive ? 'SUSPENDED' : 'ACTIVE' }, { onWarnings });
      if (warnings.length === 0) return say(`${done}.`);
      return <SavedWarnings title={done} warnings={warnings} onClose={close} />;
    },
    children: isActive ? (
      <>
        <p>
          Every request of this user is refused from now on, and the sessions end. Tokens, memberships and
          policies are kept, and take effect again when the user is activated.
        </p>
        <p>
          Tokens that {name} created or rotated for others are refused during the suspension, and webhooks are
          paused, unless you take them over first.
        </p>
        <TokensForOthers urn={urn} />
        <WebhooksOwned urn={urn} />
      </>
    ) : (
      <p>Requests of this user are accepted again, with the same tokens, memberships and policies.</p>
    ),
  });
}
