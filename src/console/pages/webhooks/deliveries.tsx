import { useEffect } from 'preact/hooks';
import { type Delivery, listDeliveries, replayWebhook, type Webhook } from '../../../client/webhook.js';
import { mutate } from '../../api/request.js';
import { quietly, useQuery } from '../../api/use-query.js';
import { TextButton } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { Badge } from '../../kit/marks.js';
import { Paged } from '../../kit/paged.js';
import { type Column, Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import { readStart, useAddress } from '../../kit/use-address.js';
import { useRefresh } from '../../kit/use-refresh.js';
import { numberText } from '../../model/numbers.js';
import { useNamed } from '../../model/use-names.js';
import { Ref } from '../entity/entity-link.js';

const pageSize = 25;

interface DeliveriesProps {
  webhook: Webhook;
  /** Called when there is news of them: the webhook has changed with them. */
  onNews(): void;
}

/** The messages to a webhook that wait, and the last ones that are done. */
export function Deliveries({ webhook, onNews }: DeliveriesProps) {
  const [address, change] = useAddress({ id: '', start: '0' });
  const start = readStart(address.start);
  const query = quietly(useQuery(listDeliveries, { id: webhook.id, start, count: pageSize }));
  const rows = query.data?.webhookDeliveries.deliveries ?? [];
  useEffect(() => {
    if (query.data) onNews();
  }, [JSON.stringify(query.data)]);
  useRefresh(query.reload);
  const named = useNamed(rows.map(({ entityUrn }) => entityUrn));
  return (
    <section class="stack" aria-label="Deliveries">
      <h2>Deliveries</h2>
      <Paged
        query={query}
        label="Deliveries"
        read={({ webhookDeliveries: { deliveries, total } }) => ({ rows: deliveries, total })}
        start={start}
        count={pageSize}
        onStart={(value, isReplacing) => change({ start: `${value}` }, isReplacing)}
        empty={
          <Empty icon="link" title="No deliveries yet">
            <p>Changes that match are listed here for seven days.</p>
          </Empty>
        }
      >
        {(deliveries) => (
          <Table
            label="Deliveries"
            rows={deliveries}
            rowKey={({ id }) => id}
            columns={[
              ...columns,
              {
                head: 'Entity',
                kind: 'less',
                cell: ({ entityUrn }) =>
                  entityUrn && <Ref entity={named.get(entityUrn) ?? { urn: entityUrn }} />,
              },
              {
                head: 'Actions',
                kind: 'actions',
                class: 'nowrap',
                cell: (delivery) =>
                  webhook.pausedReason === null && <SendAgain webhook={webhook} delivery={delivery} />,
              },
            ]}
          />
        )}
      </Paged>
    </section>
  );
}

const states = {
  PENDING: ['warn', 'Waiting'],
  DELIVERED: ['good', 'Delivered'],
  FAILED: ['bad', 'Failed'],
} as const;

const columns: readonly Column<Delivery>[] = [
  {
    head: 'Message',
    cell: ({ id, type, time }) => (
      <>
        <span title={id}>{type}</span>
        <br />
        <small>
          <Time ms={time} />
        </small>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, nextAttemptAt }) => {
      const [kind, text] = states[state];
      return (
        <>
          <Badge kind={kind}>{text}</Badge>
          {nextAttemptAt !== null && (
            <small>
              <br />
              next attempt <Time ms={nextAttemptAt} />
            </small>
          )}
        </>
      );
    },
  },
  {
    head: 'Attempts',
    cell: ({ attempts, attemptedAt }) => (
      <>
        {numberText(attempts)}
        {attemptedAt !== null && (
          <small>
            <br />
            <Time ms={attemptedAt} />
          </small>
        )}
      </>
    ),
  },
  {
    head: 'Answer',
    cell: ({ status, error }) => (error === null ? status : <span class="bad">{error}</span>),
  },
];

interface SendAgainProps {
  webhook: Webhook;
  delivery: Delivery;
}

function SendAgain({ webhook, delivery: { id, type } }: SendAgainProps) {
  const action = useAction();
  return (
    <>
      <TextButton
        aria-label={`Send again: ${type}`}
        onClick={() =>
          action.run(
            () => mutate(replayWebhook, { id: webhook.id, deliveryId: id }),
            'The message is sent again.',
          )
        }
      >
        Send again
      </TextButton>
      {action.error && (
        <small class="bad" role="alert">
          {action.error.message}
        </small>
      )}
    </>
  );
}
