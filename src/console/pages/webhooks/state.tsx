import type { Webhook } from '../../../client/webhook.js';
import { Badge, Person } from '../../kit/marks.js';
import { Time } from '../../kit/time.js';
import { links } from '../../model/links.js';
import { counted } from '../../model/text.js';

interface WebhookProps {
  webhook: Webhook;
  /** Returns the display name of a user. */
  name(urn: string): string;
}

/** Whether a webhook receives changes, and why not. */
export function State({ webhook, name }: WebhookProps) {
  const { state, failingSince, disabledReason, pausedReason, pausedBy } = webhook;
  if (state === 'DISABLED')
    return (
      <>
        <Badge kind="bad">Disabled</Badge>
        <Reason>{disabledReason}</Reason>
      </>
    );
  if (state === 'PAUSED')
    return (
      <>
        <Badge kind="warn">Paused</Badge>
        <Reason>{pausedBy ? `by ${name(pausedBy.urn)}` : pausedReason}</Reason>
      </>
    );
  return failingSince === null ? <Badge kind="good">Enabled</Badge> : <Badge kind="warn">Failing</Badge>;
}

const Reason = ({ children }: { children: string | null }) => (
  <small dir="auto">
    <br />
    {children}
  </small>
);

export function Owner({ webhook: { owner }, name }: WebhookProps) {
  if (!owner) return <span class="warn">Removed</span>;
  return <Person urn={owner.urn} name={name(owner.urn)} href={links.user(owner.urn)} />;
}

export const Failures = ({ webhook: { failures, failingSince } }: Pick<WebhookProps, 'webhook'>) =>
  failingSince === null ? (
    <span class="soft">None</span>
  ) : (
    <span class="warn">
      {counted(failures, 'attempt')}, since <Time ms={failingSince} />
    </span>
  );
