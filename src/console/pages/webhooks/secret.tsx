import { rotateWebhookSecret, type Webhook } from '../../../client/webhook.js';
import { mutate } from '../../api/request.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { SecretText } from '../../kit/secret-text.js';
import { exactTime } from '../../kit/time.js';

interface SecretProps {
  title: string;
  /** What is to know about the secret. */
  about: string;
  secret: string;
  onClose(): void;
}

/** Shows the secret of a webhook, which the service does not show again. */
export const Secret = ({ title, about, secret, onClose }: SecretProps) => (
  <Dialog
    title={title}
    isKept
    isWide
    about={about}
    onClose={onClose}
    footer={
      <>
        <span class="soft">Esc does not close this: the secret would be lost.</span>
        <Button onClick={onClose}>Done</Button>
      </>
    }
  >
    <SecretText text={secret} what="secret" />
  </Dialog>
);

export const RotateSecret = ({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose(): void }) => (
  <FormDialog
    title={`Rotate the secret of ${name}?`}
    about="A new secret replaces it. For 24 hours, each message is signed with both, so receivers can change over without a gap."
    submit="Rotate secret"
    onClose={onClose}
    onSubmit={async () => {
      const { rotateWebhookSecret: rotated } = await mutate(rotateWebhookSecret, { id });
      return (
        <Secret
          title="Secret rotated"
          about={`Until ${exactTime(rotated.previousSecretUntil)}, messages are signed with the former secret too.`}
          secret={rotated.secret}
          onClose={onClose}
        />
      );
    }}
  >
    <p class="soft">
      If someone else may know the current secret, change the receivers at once. A second rotation ends it
      immediately.
    </p>
  </FormDialog>
);
