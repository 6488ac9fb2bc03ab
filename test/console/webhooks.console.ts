import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { receiver } from '../support/receiver.js';
import {
  becomes,
  checkAccessible,
  choose,
  fits,
  goTo,
  inTab,
  screenshot,
  section,
  signIn,
} from './support/browser.js';
import { message } from './support/edits.js';
import { createToken, openConsole, sampleService, userToken } from './support/service.js';

const { browser, service, visit } = await openConsole(
  t,
  sampleService(t, { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' }),
);
const endpoint = await receiver(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)';
const tag = (name: 'addTag' | 'removeTag') =>
  service.graphql(`mutation ($input: TagAssociationInput!) { ${name}(input: $input) }`, {
    input: { tagUrn: 'urn:li:tag:Legacy', resourceUrn: dataset },
  });

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly categories: readonly string[];
  readonly tagUrns: readonly string[];
  readonly state: string;
}
const list = async () =>
  (
    await service.graphql<{ listWebhooks: { webhooks: Listed[] } }>(
      '{ listWebhooks { webhooks { id name url categories tagUrns state } } }',
    )
  ).listWebhooks.webhooks;
const find = async (name: string) => (await list()).find((one) => one.name === name);

t.test('a webhook is created, edited, paused, resumed, rotated and deleted', async (t) => {
  await visit(t, '/console/', {}, async (page) => {
    await section(page, 'Webhooks').click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await checkAccessible(t, page, 'no webhooks');
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await becomes(t, () => create.getAttribute('aria-disabled'), 'true');
    await dialog.getByLabel('Name').fill('alerts');
    await dialog.getByLabel('Address').fill('http://10.0.0.1/x');
    await create.click();
    await dialog.getByRole('alert').getByText('10.0.0.1').waitFor();
    await dialog.getByLabel('Address').fill(endpoint.url);
    await dialog.getByRole('checkbox', { name: 'Tag', exact: true }).check();
    await checkAccessible(t, page, 'create a webhook');
    await create.click();
    const secret = (await page.locator('[data-token]').innerText()).trim();
    t.match(secret, /^whsec_/);
    await page.keyboard.press('Escape');
    await checkAccessible(t, page, 'the secret');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /alerts/ });
    await row.getByText('Enabled').waitFor();
    await row.getByText('Never').waitFor();
    t.notMatch(await page.content(), secret, 'it is shown once');
    t.match(await find('alerts'), { url: endpoint.url, categories: ['TAG'], tagUrns: [] });

    await choose(page, 'Actions for alerts', 'Send a test');
    await message(page, 'accepted the test message with status 204').waitFor();
    const [test] = endpoint.received;
    new Webhook(secret).verify(test!.body, test!.headers as Record<string, string>);

    await choose(page, 'Actions for alerts', 'Edit …');
    await becomes(t, () => dialog.getByLabel('Address').inputValue(), endpoint.url);
    t.equal(await dialog.getByRole('checkbox', { name: 'Tag', exact: true }).isChecked(), true);
    await dialog.getByLabel('Name').fill('legacy alerts');
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('legacy');
    await dialog.getByRole('option', { name: /Legacy/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await message(page, 'The webhook legacy alerts is changed.').waitFor();
    t.match(await find('legacy alerts'), { categories: ['TAG'], tagUrns: ['urn:li:tag:Legacy'] });

    await choose(page, 'Actions for legacy alerts', 'Pause');
    const renamed = page.getByRole('row', { name: /legacy alerts/ });
    await renamed.getByText('Paused').waitFor();
    await renamed.getByText('by admin').waitFor();
    await tag('addTag');
    await choose(page, 'Actions for legacy alerts', 'Resume');
    await renamed.getByText('Enabled').waitFor();
    await becomes(t, async () => endpoint.received.length, 2, 'what has changed in the meantime arrives');

    await choose(page, 'Actions for legacy alerts', 'Rotate secret …');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = (await page.locator('[data-token]').innerText()).trim();
    t.match(rotated, /^whsec_/);
    t.not(rotated, secret);
    await becomes(t, () => page.evaluate('document.activeElement?.ariaLabel'), 'Copy the secret');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await tag('removeTag');
    await becomes(t, async () => endpoint.received.length, 3);
    for (const one of [secret, rotated])
      new Webhook(one).verify(
        endpoint.received[2]!.body,
        endpoint.received[2]!.headers as Record<string, string>,
      );
    await goTo(page, `${service.url}/console/webhooks`);
    await checkAccessible(t, page, 'webhooks');
    await screenshot(page, 'webhooks');

    await renamed.getByRole('link', { name: 'legacy alerts' }).click();
    await page.getByText(/^signs until /).waitFor();
    await page
      .getByRole('row', { name: /webhook\.test/ })
      .getByText('Delivered')
      .waitFor();
    await checkAccessible(t, page, 'a webhook');
    await screenshot(page, 'webhook');
    await choose(page, 'Actions', 'Delete …');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    t.ok(await find('legacy alerts'), 'nothing is deleted without the second step');
    await choose(page, 'Actions', 'Delete …');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/console/webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    t.equal(await find('legacy alerts'), undefined);
  });
});

const create = async (name: string, token = service.adminToken): Promise<string> => {
  const { createWebhook } = await service.graphql<{ createWebhook: { id: string } }>(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }',
    { input: { name, url: endpoint.url, tagUrns: ['urn:li:tag:Legacy'] } },
    token,
  );
  return createWebhook.id;
};

t.test('deliveries show what the endpoint answered, and are sent again', async (t) => {
  endpoint.received.length = 0;
  endpoint.state.respond = (response) => response.writeHead(500).end();
  const id = await create('failing');
  await tag('addTag');
  await visit(t, `/console/webhooks?id=${id}`, { width: 390, theme: 'dark' }, async (page) => {
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    const row = deliveries.getByRole('row', { name: /entity\.tag\.add/ });
    await row.getByText('answered with status 500').waitFor();
    await row.getByText('Waiting').waitFor();
    await page.getByText(/^\d attempts?, since /).waitFor();
    await checkAccessible(t, page, 'a failing webhook on a phone');
    t.ok(await fits(page));
    endpoint.state.respond = (response) => response.writeHead(204).end();
    await row.getByRole('button', { name: 'Send again: entity.tag.add' }).click();
    await message(page, 'The message is sent again.').waitFor();
    await row.getByText('Delivered').waitFor();
    await row.getByText('204').waitFor();
    await becomes(t, () => page.getByText(/attempts?, since /).count(), 0);
    t.equal(endpoint.received[0]!.id, endpoint.received.at(-1)!.id);

    const before = endpoint.received.length;
    await choose(page, 'Actions', 'Send changes again …');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await becomes(t, async () => endpoint.received.length > before, true);
  });
});

t.test('a disabled webhook says why, and is enabled again', async (t) => {
  endpoint.state.respond = (response) => response.writeHead(410).end();
  await create('gone');
  await tag('removeTag');
  await becomes(t, async () => (await find('gone'))?.state, 'DISABLED');
  endpoint.state.respond = (response) => response.writeHead(204).end();
  await visit(t, '/console/webhooks', {}, async (page) => {
    const row = page.getByRole('row', { name: /gone/ });
    await row.getByText('the endpoint answered with status 410').waitFor();
    await checkAccessible(t, page, 'a disabled webhook');
    await choose(page, 'Actions for gone', 'Enable again');
    await row.getByText('Enabled').waitFor();
    await becomes(t, async () => (await find('gone'))?.state, 'ENABLED');
  });
});

t.test('only its owner edits the address of a webhook; others take it over', async (t) => {
  await service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
    input: {
      ...{ type: 'PLATFORM', name: 'hooks', state: 'ACTIVE', privileges: ['MANAGE_WEBHOOKS'] },
      actors: { users: ['urn:li:corpuser:dora'], allUsers: false, allGroups: false, resourceOwners: false },
    },
  });
  await create('of dora', await userToken(service, 'dora'));
  await visit(t, '/console/webhooks', {}, async (page) => {
    await choose(page, 'Actions for of dora', 'Edit …');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('only the owner can change the address').waitFor();
    t.equal(await dialog.getByLabel('Address').count(), 0);
    await checkAccessible(t, page, 'edit the webhook of another');
    await page.keyboard.press('Escape');
    await choose(page, 'Actions for of dora', 'Take over …');
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await message(page, 'of dora sends on your behalf.').waitFor();
    await choose(page, 'Actions for of dora', 'Edit …');
    await becomes(t, () => dialog.getByLabel('Address').inputValue(), endpoint.url);
  });
});

t.test('who may not manage webhooks sees neither the section nor the page', async (t) => {
  const token = await createToken(service, 'urn:li:corpuser:dora', ['READ']);
  await inTab(t, browser, { expected: /status of 403/ }, async (page) => {
    await signIn(page, service.url, token, '/console/webhooks');
    await page.getByText('the privilege Manage Webhooks').waitFor();
    t.equal(await section(page, 'Webhooks').count(), 0);
    await page.goto(`${service.url}/console/webhooks?id=x`);
    await page.getByText('the privilege Manage Webhooks').waitFor();
  });
});

t.test('an address of no webhook says so and leads back', async (t) => {
  await visit(t, '/console/webhooks?id=nonsense', {}, async (page) => {
    await page.getByRole('heading', { name: 'There is no such webhook' }).waitFor();
    await page.getByText('nonsense').first().waitFor();
    await checkAccessible(t, page, 'no such webhook');
    await page.getByRole('link', { name: 'All webhooks' }).click();
    await page.waitForURL('**/console/webhooks');
  });
});

t.test('a refusal of an action is shown', async (t) => {
  const id = await create('short');
  await visit(t, '/console/webhooks', {}, async (page) => {
    await page.getByRole('row', { name: /short/ }).waitFor();
    await service.graphql('mutation ($id: String!) { deleteWebhook(id: $id) }', { id });
    await choose(page, 'Actions for short', 'Pause');
    await message(page, /Nothing was changed\. There is no webhook/).waitFor();
  });
});
