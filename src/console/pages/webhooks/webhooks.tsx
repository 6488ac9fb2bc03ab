import { useLocation } from 'preact-iso';
import { listWebhooks } from '../../../client/webhook.js';
import { ListPage } from '../../kit/list-page.js';
import { WebhookForm } from './form.js';
import { WebhookPage } from './webhook-page.js';
import { WebhookTable } from './webhook-table.js';

/** The list of webhooks; with an id, one of them. */
export default function Webhooks() {
  const { id } = useLocation().query;
  return id ? <WebhookPage key={id} id={id} /> : <WebhookList />;
}

const WebhookList = () => (
  <ListPage
    label="Webhooks"
    icon="link"
    about="A webhook sends changes of metadata to an address, on behalf of its owner."
    needs="MANAGE_WEBHOOKS"
    create={{ text: 'Create a webhook', needs: 'MANAGE_WEBHOOKS', Form: WebhookForm }}
    document={listWebhooks}
    variables={(_, page) => page}
    read={({ listWebhooks: { webhooks, total } }) => ({ rows: webhooks, total })}
    empty="Create one for each program that reacts to changes."
  >
    {(webhooks, dialog) => <WebhookTable webhooks={webhooks} dialog={dialog} />}
  </ListPage>
);
