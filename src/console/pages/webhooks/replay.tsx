import { useSignal } from '@preact/signals';
import { replayWebhook, type Webhook } from '../../../client/webhook.js';
import { mutate } from '../../api/request.js';
import { Choice } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { dayMs } from '../../model/days.js';

const periods = [
  [3_600_000, 'the last hour'],
  [dayMs, 'the last day'],
  [7 * dayMs, 'the last 7 days'],
] as const;

/** Sends all changes of a period again. */
export function Replay({ webhook: { id, name, state }, onClose }: { webhook: Webhook; onClose(): void }) {
  const period = useSignal<(typeof periods)[number][0]>(periods[0][0]);
  return (
    <FormDialog
      title={`Send changes to ${name} again`}
      about="Each message has the same id as before, so that receivers can recognize it."
      submit="Send again"
      done={`${name} sends the changes again.`}
      onClose={onClose}
      onSubmit={() => mutate(replayWebhook, { id, sinceMillis: Date.now() - period.value })}
    >
      <Choice
        label="Changes of"
        options={periods}
        value={period.value}
        onChange={(value) => (period.value = value)}
      />
      {state === 'DISABLED' && <p class="soft">This also enables the webhook.</p>}
    </FormDialog>
  );
}
