import { useLocation } from 'preact-iso';
import { urnName } from '../../../client/urn-name.js';
import { listWebhooks, type Webhook } from '../../../client/webhook.js';
import { may } from '../../api/caller.js';
import { quietly, useQuery } from '../../api/use-query.js';
import { LinkButton } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { Fact } from '../../kit/facts.js';
import { Loaded } from '../../kit/loaded.js';
import { Menu } from '../../kit/menu.js';
import { Page } from '../../kit/page.js';
import { exactTime, Time } from '../../kit/time.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { useNames } from '../../model/use-names.js';
import { webhookItems } from './actions.js';
import { Deliveries } from './deliveries.js';
import { toWords, typeText } from './filter.js';
import { Failures, Owner, State } from './state.js';

/** More than there can be. */
const all = { start: 0, count: 100 };

/** One webhook: its facts and its deliveries. */
export function WebhookPage({ id }: { id: string }) {
  const query = quietly(useQuery(listWebhooks, may('MANAGE_WEBHOOKS') ? all : null));
  const webhook = query.data?.listWebhooks.webhooks.find((one) => one.id === id);
  const dialog = useDialog();
  const { route } = useLocation();
  return (
    <Page
      kind="Webhook"
      title={webhook?.name ?? id}
      needs="MANAGE_WEBHOOKS"
      actions={
        webhook && <Menu label="Actions" items={webhookItems(webhook, dialog, () => route(links.webhooks))} />
      }
    >
      <Loaded
        query={query}
        label="The webhook"
        isEmpty={() => webhook === undefined}
        empty={
          <Empty
            icon="search"
            title="There is no such webhook"
            actions={<LinkButton href={links.webhooks}>All webhooks</LinkButton>}
          >
            <p>It was deleted or never existed.</p>
            <p>
              <code>{id}</code>
            </p>
          </Empty>
        }
      >
        {() => (
          <div class="entity">
            <Facts webhook={webhook!} />
            <div class="main">
              <Deliveries webhook={webhook!} onNews={query.reload} />
            </div>
          </div>
        )}
      </Loaded>
      {dialog.shown}
    </Page>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { id, url, owner, pausedBy, lastDeliveredAt, previousSecretUntil, createdAt } = webhook;
  const name = useNames([owner?.urn ?? null, pausedBy?.urn ?? null]);
  return (
    <aside class="side-panel" aria-label={`About ${webhook.name}`}>
      <section>
        <h2>Details</h2>
        <dl class="facts">
          <Fact name="State">
            <State webhook={webhook} name={name} />
          </Fact>
          <Fact name="Owner">
            <Owner webhook={webhook} name={name} />
          </Fact>
          <Fact name="Address">
            <code>{url}</code>
          </Fact>
          <Fact name="Last delivery">
            <Time ms={lastDeliveredAt} none="Never" />
          </Fact>
          <Fact name="Failures">
            <Failures webhook={webhook} />
          </Fact>
          <Fact name="Former secret">
            {previousSecretUntil !== null && `signs until ${exactTime(previousSecretUntil)}`}
          </Fact>
          <Fact name="Created">
            <Time ms={createdAt} />
          </Fact>
          <Fact name="Id">
            <code>{id}</code>
          </Fact>
        </dl>
      </section>
      <section>
        <h2>Which changes</h2>
        <dl class="facts">
          <FilterFacts webhook={webhook} />
        </dl>
      </section>
    </aside>
  );
}

function FilterFacts({ webhook }: { webhook: Webhook }) {
  const { categories, operations, entityTypes, tagUrns, platforms, containers } = webhook;
  const lists: readonly (readonly [name: string, texts: readonly string[]])[] = [
    ['Kinds', categories.map(toWords)],
    ['Operations', operations.map(toWords)],
    ['Types', entityTypes.map(typeText)],
    ['Tags', tagUrns.map(urnName)],
    ['Platforms', platforms.map(urnName)],
    ['Containers', containers.map(urnName)],
  ];
  const given = lists.filter(([, texts]) => texts.length > 0);
  return (
    <>
      {given.map(([name, texts]) => (
        <Fact key={name} name={name}>
          <bdi>{texts.join(' or ')}</bdi>
        </Fact>
      ))}
      {given.length === 0 && <Fact name="Kinds">All changes of metadata</Fact>}
    </>
  );
}
