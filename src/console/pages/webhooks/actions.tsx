import {
  deleteWebhook,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  takeOverWebhook,
  testWebhook,
  type Webhook,
} from '../../../client/webhook.js';
import { caller, may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import type { MenuItem } from '../../kit/menu.js';
import { say, sayFailure } from '../../kit/messages.js';
import { notDone } from '../../kit/notice.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { asRequestError } from '../../model/request-error.js';
import { WebhookForm } from './form.js';
import { Replay } from './replay.js';
import { RotateSecret } from './secret.js';

/** Whether nothing may be sent because of the owner. A pause by hand does not prevent a test. */
const lacksOwner = ({ pausedReason, pausedBy }: Webhook) => pausedReason !== null && pausedBy === null;

/** The actions on a webhook. Those that the service would refuse in its state are left out. */
export function webhookItems(
  webhook: Webhook,
  dialog: DialogState,
  onDeleted?: () => void,
): readonly (MenuItem | false)[] {
  const { id, name, state, pausedReason, pausedBy, owner } = webhook;
  return [
    {
      text: 'Edit …',
      icon: 'pencil',
      onChoose: () => dialog.open((close) => <WebhookForm webhook={webhook} onClose={close} />),
    },
    !lacksOwner(webhook) && { text: 'Send a test', icon: 'pulse', onChoose: () => sendTest(webhook) },
    state === 'DISABLED' &&
      pausedReason === null && {
        text: 'Enable again',
        icon: 'ok',
        // What it has not read yet is later than its last change, whatever the time is here.
        onChoose: () =>
          act(`${name} is enabled.`, () => mutate(replayWebhook, { id, sinceMillis: Date.now() })),
      },
    pausedReason === null && {
      text: 'Send changes again …',
      icon: 'rotate',
      onChoose: () => dialog.open((close) => <Replay webhook={webhook} onClose={close} />),
    },
    pausedBy === null
      ? { text: 'Pause', icon: 'minus', onChoose: () => pause(webhook) }
      : { text: 'Resume', icon: 'right', onChoose: () => resume(webhook) },
    {
      text: 'Rotate secret …',
      icon: 'key',
      onChoose: () => dialog.open((close) => <RotateSecret webhook={webhook} onClose={close} />),
    },
    owner?.urn !== caller.value!.urn && {
      text: 'Take over …',
      icon: 'user',
      onChoose: () => takeOver(dialog, webhook),
    },
    may('GET_AUDIT_EVENTS') && {
      text: 'Show in audit',
      icon: 'audit',
      href: links.auditOf(`urn:li:dataHubWebhook:${id}`),
    },
    {
      text: 'Delete …',
      icon: 'trash',
      isDanger: true,
      isApart: true,
      onChoose: () =>
        dialog.ask({
          title: `Delete ${name}?`,
          submit: 'Delete',
          onSubmit: () => mutate(deleteWebhook, { id }).then(onDeleted),
          done: `The webhook ${name} is deleted.`,
          children: <p>Its endpoint receives nothing any more, and its deliveries are deleted with it.</p>,
        }),
    },
  ];
}

/** Runs an action of a menu, which has no place of its own for an error. */
async function act(done: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    say(done);
  } catch (error) {
    sayFailure(notDone('Nothing was changed.', asRequestError(error)));
  }
}

async function sendTest({ id, name }: Webhook): Promise<void> {
  try {
    const { status, error } = (await mutate(testWebhook, { id })).testWebhook;
    if (error === null) say(`The endpoint of ${name} has accepted the test message with status ${status}.`);
    else sayFailure(`The test message was not delivered: ${error}.`);
  } catch (error) {
    sayFailure(notDone('The test message was not sent.', asRequestError(error)));
  }
}

const pause = ({ id, name }: Webhook) =>
  act(`${name} is paused. Changes wait until it is resumed.`, () => mutate(pauseWebhook, { id }));

/** A webhook can have other reasons why it does not send, which are warnings. */
async function resume({ id, name }: Webhook): Promise<void> {
  let warnings: readonly string[] = [];
  const onWarnings = (texts: readonly string[]) => {
    warnings = texts;
  };
  try {
    await mutate(resumeWebhook, { id }, { onWarnings });
    if (warnings.length === 0) say(`${name} is resumed.`);
    else sayFailure(`${warnings.join('. ')}.`);
  } catch (error) {
    sayFailure(notDone('Nothing was changed.', asRequestError(error)));
  }
}

const takeOver = ({ ask }: DialogState, { id, name, url }: Webhook) =>
  ask({
    title: `Take over ${name}?`,
    submit: 'Take over',
    isDanger: false,
    onSubmit: () => mutate(takeOverWebhook, { id }),
    done: `${name} sends on your behalf.`,
    children: (
      <>
        <p>
          It then sends on your behalf, what you may see, to <code class="code-inline">{url}</code>.
        </p>
        <p>
          The former owner still knows its secret, and has chosen its address. Rotate the secret, and change
          the address if you do not trust it.
        </p>
      </>
    ),
  });
