import { useSignal } from '@preact/signals';
import { rotateToken, type TokenRecord } from '../../../client/token.js';
import { mutate } from '../../api/request.js';
import { Choice } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { TokenText } from './text.js';

const overlaps = [
  [0, 'immediately'],
  [300, 'in 5 minutes'],
  [3_600, 'in 1 hour'],
  [86_400, 'in 1 day'],
] as const;

export function RotateToken({ token, onClose }: { token: TokenRecord; onClose(): void }) {
  const overlap = useSignal<(typeof overlaps)[number][0]>(3_600);
  return (
    <FormDialog
      title={`Rotate ${token.name}?`}
      about="A new token with the same user, scopes and lifetime replaces it."
      submit="Rotate token"
      onClose={onClose}
      onSubmit={async () => {
        const { rotateAccessToken } = await mutate(rotateToken, {
          tokenId: token.id,
          overlapSeconds: overlap.value,
        });
        const { accessToken, metadata } = rotateAccessToken!;
        return <TokenText title="Token rotated" text={accessToken} {...metadata!} onClose={onClose} />;
      }}
    >
      <Choice
        label="The old token expires"
        hint="Programs can use both tokens until then. Choose “immediately” if someone else may know the old token."
        options={overlaps}
        value={overlap.value}
        onChange={(value) => (overlap.value = value)}
      />
      <p class="soft small">
        If you signed in with this token, your session ends when the old token expires.
      </p>
    </FormDialog>
  );
}
