import type { Webhook } from '../../../client/webhook.js';
import { Menu } from '../../kit/menu.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { useNames } from '../../model/use-names.js';
import { webhookItems } from './actions.js';
import { Failures, Owner, State } from './state.js';

interface WebhookTableProps {
  webhooks: readonly Webhook[];
  dialog: DialogState;
}

export function WebhookTable({ webhooks, dialog }: WebhookTableProps) {
  const name = useNames(
    webhooks.flatMap(({ owner, pausedBy }) => [owner?.urn ?? null, pausedBy?.urn ?? null]),
  );
  return (
    <Table
      label="Webhooks"
      rows={webhooks}
      rowKey={({ id }) => id}
      columns={[
        {
          head: 'Name',
          cell: (webhook) => (
            <>
              <a href={links.webhook(webhook.id)} dir="auto">
                {webhook.name}
              </a>
              <br />
              <small title={webhook.url}>{new URL(webhook.url).host}</small>
            </>
          ),
        },
        { head: 'State', cell: (webhook) => <State webhook={webhook} name={name} /> },
        { head: 'Owner', cell: (webhook) => <Owner webhook={webhook} name={name} /> },
        {
          head: 'Last delivery',
          class: 'nowrap',
          cell: ({ lastDeliveredAt }) => <Time ms={lastDeliveredAt} none="Never" />,
        },
        { head: 'Failures', kind: 'less', cell: (webhook) => <Failures webhook={webhook} /> },
        {
          head: 'Actions',
          kind: 'actions',
          cell: (webhook) => (
            <Menu label={`Actions for ${webhook.name}`} items={webhookItems(webhook, dialog)} />
          ),
        },
      ]}
    />
  );
}
