import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { Choice } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import type { Token } from './request.js';
import { TokenText } from './text.js';

const rotate = graphql(`
  mutation RotateToken($tokenId: String!, $overlapSeconds: Int!) {
    rotateAccessToken(tokenId: $tokenId, overlapSeconds: $overlapSeconds) {
      accessToken
    }
  }
`);

const overlaps = [
  [0, 'immediately'],
  [300, 'in 5 minutes'],
  [3_600, 'in an hour'],
  [86_400, 'in a day'],
] as const;

export function RotateToken({ token, onClose }: { token: Token; onClose(): void }) {
  const overlap = useSignal<(typeof overlaps)[number][0]>(0);
  return (
    <FormDialog
      title={`Rotate ${token.name}?`}
      submit="Rotate"
      needs="GENERATE_PERSONAL_ACCESS_TOKENS"
      onClose={onClose}
      onSubmit={async () => {
        const { rotateAccessToken } = await mutate(rotate, {
          tokenId: token.id,
          overlapSeconds: overlap.value,
        });
        return (
          <TokenText
            title={`${token.name} rotated`}
            text={rotateAccessToken!.accessToken}
            onClose={onClose}
          />
        );
      }}
    >
      <p>
        A new token with the same user, scopes and lifetime replaces it. If you signed in with this token,
        your session ends with it.
      </p>
      <Choice
        label="The old token expires"
        options={overlaps}
        value={overlap.value}
        onChange={(value) => (overlap.value = value)}
      />
    </FormDialog>
  );
}
