import { useSignal } from '@preact/signals';
import { revokeToken, revokeTokens, type TokenRecord } from '../../../client/token.js';
import { caller, may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { Suggest } from '../../kit/suggest.js';
import { Time } from '../../kit/time.js';
import { completeUsers } from '../../model/complete.js';
import { counted } from '../../model/text.js';
import { useNames } from '../../model/use-names.js';

interface RevokeTokenProps {
  token: TokenRecord;
  onClose(): void;
}

export function RevokeToken({ token, onClose }: RevokeTokenProps) {
  const name = useNames([token.actorUrn]);
  return (
    <FormDialog
      title={`Revoke ${token.name}?`}
      submit="Revoke token"
      isDanger
      onClose={onClose}
      onSubmit={() => mutate(revokeToken, { tokenId: token.id })}
      done={`Token ${token.name} revoked`}
    >
      <p>
        It acts as <bdi>{name(token.actorUrn)}</bdi> and was {token.lastUsedAt !== null && 'last used '}{' '}
        <Time ms={token.lastUsedAt} none="never used" />. Programs that use it are refused from now on. This
        cannot be undone. If you signed in with this token, your session ends.
      </p>
    </FormDialog>
  );
}

export function RevokeAll({ onClose }: { onClose(): void }) {
  const all = may('MANAGE_ACCESS_TOKENS');
  const actorUrn = useSignal(all ? '' : caller.value!.urn);
  const name = useNames([actorUrn.value]);
  const isOwn = actorUrn.value === caller.value?.urn;
  return (
    <FormDialog
      title="Revoke all tokens of a user?"
      submit="Revoke all tokens"
      isDanger
      isReady={actorUrn.value !== ''}
      onClose={onClose}
      onSubmit={async () => {
        const { revokeAccessTokens: count } = await mutate(revokeTokens, { actorUrn: actorUrn.value });
        say(`${counted(count, 'token')} revoked`);
      }}
    >
      {all && (
        <Suggest
          label="User or service account"
          placeholder="Name of a user or service account"
          find={completeUsers}
          onChoose={({ value }) => {
            actorUrn.value = value;
          }}
        />
      )}
      {actorUrn.value === '' ? (
        <p>Choose a user or a service account.</p>
      ) : (
        <p>
          All tokens that act as <strong title={actorUrn.value}>{name(actorUrn.value)}</strong> are refused
          from now on.
          {isOwn && ' Your session ends as well.'} This cannot be undone.
        </p>
      )}
    </FormDialog>
  );
}
