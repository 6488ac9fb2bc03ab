import t from 'tap';
import { becomes, checkAccessible, fits, inTab, settled, signIn } from './support/browser.js';
import { openConsole, userToken } from './support/service.js';

const { browser, service, visit } = await openConsole(t);

t.test('health is a sentence, which follows the state of the service', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    type Health = {
      connectionPools: object[];
      database: { readOnly: boolean };
      eventLoopDelayMillis: number;
    };
    // A busy machine must not be what is tested.
    let change = (health: Health) => {
      health.eventLoopDelayMillis = 2;
    };
    await page.route('**/api/graphql', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      if (body.data?.serviceHealth) change(body.data.serviceHealth);
      await route.fulfill({ response, json: body });
    });
    await signIn(page, service.url, service.adminToken, '/console/health');
    await settled(page);
    const state = page.getByRole('status').filter({ hasText: /ready/i });
    await becomes(t, () => state.innerText(), 'Ready. Nothing needs attention.');
    for (const part of ['Service', 'Database', 'Work'])
      await page.getByRole('region', { name: part }).waitFor();
    await page.getByRole('region', { name: 'Work' }).getByText('Webhooks').waitFor();
    change = (health) => {
      health.eventLoopDelayMillis = 2;
      health.connectionPools = [{ name: 'replica', max: 10, inUse: 10, idle: 0, waiting: 14 }];
    };
    await state.getByText('Ready, with one thing to look at.').waitFor();
    await state
      .getByText('All 10 connections to the replica are in use, and 14 statements waiting.')
      .waitFor();
    await page.getByRole('region', { name: 'Work' }).getByText('10 of 10, 14 waiting').waitFor();
    await checkAccessible(t, page, 'health with a problem');
    change = (health) => {
      health.database.readOnly = true;
    };
    await state.getByText('Not ready.').waitFor();
    await state.getByText('The database accepts no writes.').waitFor();
  });
});

t.test('who may not see webhooks and deletions sees the rest', async (t) => {
  const token = await userToken(service, 'reader');
  await visit(t, '/console/health', { token, theme: 'dark', width: 390 }, async (page) => {
    await page.getByRole('region', { name: 'Work' }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Ready/ })
      .waitFor();
    t.equal(await page.getByText('Webhooks').count(), 0);
    t.equal(await page.getByText('Deletions of events').count(), 0);
    await checkAccessible(t, page, 'health on a phone');
    t.ok(await fits(page));
  });
});
